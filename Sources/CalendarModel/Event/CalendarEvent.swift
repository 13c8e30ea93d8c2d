/// The parts of a VEVENT that Handspan uses. All other content stays in the file.
package struct CalendarEvent: Hashable, Sendable, Identifiable {
  /// STATUS (RFC 5545 3.8.1.11).
  package enum Status: Hashable, Sendable { case tentative, confirmed, canceled }
  /// TRANSP (RFC 5545 3.8.2.7): whether the event makes its time busy.
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
  /// STATUS; confirmed if the file does not specify it.
  package var status: Status
  /// TRANSP; busy if the file does not specify it.
  package var transparency: Transparency
  /// URL (RFC 5545 3.8.4.6), as written; empty if there is none.
  package var link: String
  /// COLOR (RFC 7986 5.9) of the event itself; nil if there is none.
  package var ownColor: EventColor?
  /// The calendar's color, used if the event has none of its own.
  package var calendarColor: EventColor?
  /// CATEGORIES, in the file's order.
  package var categories: [String]
  /// Whether and how the event repeats.
  package var repetition: Repetition
  /// The source text of an event that comes from another calendar and has not been added yet; nil otherwise.
  package var sourceText: EventSourceText?

  /// All alarms of the event, in the file's order.
  package var alarms: [EventAlarm] = []
  /// The alarms that do not show a message (ACTION is not DISPLAY). They are kept as written.
  package var otherAlarms: [EventAlarm] = []
  /// What else the file says about the alarms, for whoever triggers them.
  package var alarmNotes: [AlarmNote] = []
  /// The `https` address of CONFERENCE, X-GOOGLE-CONFERENCE or X-MICROSOFT-SKYPETEAMSMEETINGURL; empty if there is none.
  package var conference = ""
  /// ORGANIZER; nil if there is none.
  package var organizer: EventPerson?
  /// ATTENDEE, in the file's order.
  package var attendees: [EventPerson] = []

  /// Whether the event has an RRULE, RDATE, EXDATE or EXRULE, or is an override of a series.
  package var isRepeating: Bool {
    switch repetition {
    case .once: false
    case .series, .unreadable: true
    }
  }
  /// The event's role in a series; nil for an event that does not repeat, or whose recurrence cannot be read.
  package var series: SeriesRole? {
    switch repetition {
    case .series(let role): role
    case .once, .unreadable: nil
    }
  }
  /// The alarms that show a message (ACTION is DISPLAY), which the user can change.
  package var reminders: [EventAlarm] {
    var others = otherAlarms
    return alarms.filter { alarm in
      guard let index = others.firstIndex(of: alarm) else { return true }
      others.remove(at: index)
      return false
    }
  }
  /// Whether `reminders` has any.
  package var hasReminders: Bool { alarms.count > otherAlarms.count }
  /// RRULE of a series; nil for an event that does not repeat, or repeats only on the dates in RDATE. If
  /// there are several rules, this is the first.
  package var rule: RecurrenceRule? {
    guard case .master(let recurrence) = series else { return nil }
    return recurrence.rules.first
  }
  /// The color to display: the event's own or, if it has none, the calendar's; nil if neither is set.
  package var color: EventColor? { ownColor ?? calendarColor }

  /// Creates an event. `color` is the event's own color.
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
  /// Replaces the rules of a series, makes the event repeat, or turns a series into a single event. A changed
  /// occurrence has no rule of its own and stays as it is.
  mutating func setRule(_ rule: RecurrenceRule?) {
    if case .changed = series { return }
    guard rule != self.rule else { return }
    guard let rule else {
      repetition = .once
      return
    }
    if case .master(let recurrence) = series {
      repetition = .series(.master(recurrence.replacingRules(with: [rule], start: times.start)))
    } else {
      repetition = .series(.master(Recurrence(start: times.start, rules: [rule])))
    }
  }

  /// Returns whether `a` precedes `b` in a list. Both events are at the same time, so they are ordered by
  /// title.
  package static func inReadingOrder(_ a: CalendarEvent, _ b: CalendarEvent) -> Bool {
    if a.summary != b.summary { return a.summary < b.summary }
    return (a.id.uid, a.id.duplicate) < (b.id.uid, b.id.duplicate)
  }
}
