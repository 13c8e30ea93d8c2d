/// A VEVENT as the rest of the code base sees it. Other content stays in the file.
package struct CalendarEvent: Hashable, Sendable, Identifiable {
  /// STATUS of RFC 5545 3.8.1.11.
  package enum Status: Hashable, Sendable { case tentative, confirmed, cancelled }
  /// TRANSP of RFC 5545 3.8.2.7: whether the event makes its time busy.
  package enum Transparency: Hashable, Sendable { case busy, free }

  /// Identifies the event across reloads.
  package var id: EventID
  /// The start and end as written.
  package var times: EventTimes
  /// SUMMARY, unescaped; empty if there is none.
  package var summary: String
  /// LOCATION, unescaped.
  package var location: String
  /// DESCRIPTION, unescaped.
  package var notes: String
  /// STATUS; confirmed if the file does not say.
  package var status: Status
  /// TRANSP; busy if the file does not say.
  package var transparency: Transparency
  /// URL of RFC 5545 3.8.4.6, as written; empty if there is none.
  package var link: String
  /// COLOR (RFC 7986) of the event itself.
  package var ownColor: EventColor?
  /// The calendar's colour, used if the event has none of its own.
  package var calendarColor: EventColor?
  /// CATEGORIES, in the file's order.
  package var categories: [String]
  /// Whether it repeats, and how.
  package var repetition: Repetition
  /// The source text of an event that comes from another calendar and has not been added yet; nil otherwise.
  package var sourceText: EventSourceText?

  /// The reminders that its file asks for.
  package var alarms: [EventAlarm] = []
  /// ORGANIZER; nil if the file names none.
  package var organizer: EventPerson?
  /// ATTENDEE, in the file's order.
  package var attendees: [EventPerson] = []

  /// Whether it has an RRULE, RDATE or EXDATE or is an override of a series. Such events cannot be edited
  /// yet.
  package var isRepeating: Bool {
    switch repetition {
    case .once: false
    case .series, .unreadable: true
    }
  }
  /// Its role in a series; nil for an event that does not repeat, or whose recurrence cannot be read.
  package var series: SeriesPart? {
    switch repetition {
    case .series(let part): part
    case .once, .unreadable: nil
    }
  }
  /// The colour to show it in: its own, otherwise the calendar's; nil if neither is set.
  package var color: EventColor? { ownColor ?? calendarColor }

  /// Creates an event. `color` is the event's own colour.
  package init(
    id: EventID, times: EventTimes, summary: String = "", location: String = "", notes: String = "",
    link: String = "", status: Status = .confirmed, transparency: Transparency = .busy,
    color: EventColor? = nil, categories: [String] = [], repetition: Repetition = .once
  ) {
    self.id = id
    self.times = times
    self.summary = summary
    self.location = location
    self.notes = notes
    self.link = link
    self.status = status
    self.transparency = transparency
    ownColor = color
    self.categories = categories
    self.repetition = repetition
  }
}

extension CalendarEvent {
  /// Orders events at the same time by title.
  package static func inReadingOrder(_ a: CalendarEvent, _ b: CalendarEvent) -> Bool {
    if a.summary != b.summary { return a.summary < b.summary }
    return (a.id.uid, a.id.duplicate) < (b.id.uid, b.id.duplicate)
  }
}
