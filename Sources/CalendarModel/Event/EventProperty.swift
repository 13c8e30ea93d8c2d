/// A property of an event that an edit can set, together with its value.
package enum EventProperty: Hashable, Sendable {
  /// DTSTART with DTEND or DURATION, in any form.
  case times(EventTimes)
  /// SUMMARY; empty if there is none.
  case summary(String)
  /// LOCATION; empty if there is none.
  case location(String)
  /// DESCRIPTION; empty if there is none.
  case notes(String)
  /// URL; empty if there is none.
  case link(String)
  /// COLOR; nil for the calendar's color.
  case color(EventColor?)
  case status(CalendarEvent.Status)
  /// TRANSP.
  case transparency(CalendarEvent.Transparency)
  /// CATEGORIES, in order.
  case categories([String])
  /// RRULE; nil if the event does not repeat.
  case rule(RecurrenceRule?)
  /// The VALARMs with ACTION:DISPLAY, in order.
  case reminders([EventAlarm])

  /// The kind of property, without its value.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case times, summary, location, notes, link, color, status, transparency, categories, rule, reminders
  }

  package var kind: Kind {
    switch self {
    case .times: .times
    case .summary: .summary
    case .location: .location
    case .notes: .notes
    case .link: .link
    case .color: .color
    case .status: .status
    case .transparency: .transparency
    case .categories: .categories
    case .rule: .rule
    case .reminders: .reminders
    }
  }
}

extension CalendarEvent {
  /// Returns the event's value for a property.
  package func property(_ kind: EventProperty.Kind) -> EventProperty {
    switch kind {
    case .times: .times(times)
    case .summary: .summary(summary)
    case .location: .location(location)
    case .notes: .notes(notes)
    case .link: .link(link)
    case .color: .color(ownColor)
    case .status: .status(status)
    case .transparency: .transparency(transparency)
    case .categories: .categories(categories)
    case .rule: .rule(rule)
    case .reminders: .reminders(reminders)
    }
  }

  package mutating func set(_ property: EventProperty) {
    switch property {
    case .times(let times): self.times = times
    case .summary(let summary): self.summary = summary
    case .location(let location): self.location = location
    case .notes(let notes): self.notes = notes
    case .link(let link): self.link = link
    case .color(let color): ownColor = color
    case .status(let status): self.status = status
    case .transparency(let transparency): self.transparency = transparency
    case .categories(let categories): self.categories = categories
    case .rule(let rule): setRule(rule)
    case .reminders(let reminders):
      alarms = reminders + otherAlarms
      alarmNotes.removeAll { note in note.alarm.map { !alarms.contains($0) } ?? false }
    }
  }

  /// Returns the properties whose values differ in another state of this event, with the values of that state.
  package func differences(to other: CalendarEvent) -> [EventProperty] {
    EventProperty.Kind.allCases.map(other.property).filter { $0 != property($0.kind) }
  }
}
