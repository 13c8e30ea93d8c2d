/// A VEVENT as the rest of the code base sees it. Other content stays in the file.
package struct CalendarEvent: Hashable, Sendable, Identifiable {
  /// STATUS of RFC 5545 3.8.1.11.
  package enum Status: Hashable, Sendable { case tentative, confirmed, cancelled }
  /// TRANSP of RFC 5545 3.8.2.7: whether the event makes its time busy.
  package enum Transparency: Hashable, Sendable { case busy, free }

  /// Its name across reloads.
  package var id: EventID
  /// When it takes place.
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
  /// COLOR (RFC 7986): the event's own.
  package var ownColor: EventColor?
  /// The colour of its calendar, for an event without one of its own.
  package var calendarColor: EventColor?
  /// CATEGORIES in order.
  package var categories: [String]
  /// Whether it repeats, and how.
  package var repetition: Repetition
  /// How another calendar wrote it; nil unless it comes from there and is yet to be added.
  package var written: WrittenEvent?

  /// When its file asks for reminders.
  package var alarms: [EventAlarm] = []

  /// Whether it has an RRULE, RDATE or EXDATE or is an override of a series: such events refuse edits so far.
  package var isRepeating: Bool {
    switch repetition {
    case .once: false
    case .series, .unreadable: true
    }
  }
  /// What it is within a series; nil for an event that takes place once, and where the file cannot be understood.
  package var series: SeriesPart? {
    switch repetition {
    case .series(let part): part
    case .once, .unreadable: nil
    }
  }
  /// The colour to show it in: its own, else the calendar's; nil if neither is set.
  package var color: EventColor? { ownColor ?? calendarColor }

  /// An event of those properties; `color` is its own.
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
  /// The order of events at the same time: by title.
  package static func inReadingOrder(_ a: CalendarEvent, _ b: CalendarEvent) -> Bool {
    if a.summary != b.summary { return a.summary < b.summary }
    return (a.id.uid, a.id.duplicate) < (b.id.uid, b.id.duplicate)
  }
}
