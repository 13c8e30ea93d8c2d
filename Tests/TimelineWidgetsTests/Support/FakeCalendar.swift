import CalendarModel

/// A data source that keeps its events in memory and records edits.
@MainActor
final class FakeCalendar: TimelineDataSource {
  /// The Monday of the tests, January 5, 2026.
  static let day = Day(year: 2026, month: 1, day: 5) ?? .earliest
  static let red = EventColor(red: 0.88, green: 0.11, blue: 0.14)

  var displayZone = Zone.utc
  var events: [CalendarEvent]
  private(set) var edits: [EventEdit] = []
  /// Whether new events are accepted.
  var acceptsNewEvents = true

  init(_ events: [CalendarEvent]) {
    self.events = events
  }

  func occurrences(in days: Range<Day>) -> [Occurrence] {
    events.map { Occurrence(event: $0, zone: displayZone) }
      .filter { $0.span.overlaps(TimeSpan(days: days)) }
      .sorted(by: Occurrence.inReadingOrder)
  }

  func refusal(for occurrence: Occurrence) -> EditRefusal? {
    occurrence.event.repetition == .unreadable ? .unreadableRepetition : nil
  }

  /// The calendars that new events can be added to.
  var calendarOptions: [CalendarOption] = []

  func newEvent(at times: EventTimes) -> CalendarEvent? { newEvent(at: times, in: nil) }

  func newEvent(at times: EventTimes, in calendar: CalendarID?) -> CalendarEvent? {
    let id = EventID(
      calendar: calendar ?? calendarOptions.first?.id ?? CalendarID("/tmp/fake.ics"),
      uid: "new-\(events.count)")
    var event = CalendarEvent(id: id, times: times)
    event.calendarColor = calendarOptions.first { $0.id == id.calendar }?.color
    return acceptsNewEvents ? event : nil
  }

  func apply(_ edit: EventEdit, in context: ApplyContext) -> Applied {
    edits.append(edit)
    let before = events.first { $0.id == edit.target }
    if case .add(let event) = edit.change {
      events.append(event)
    } else {
      events = events.compactMap { $0.id == edit.target ? edit.result(of: $0) : $0 }
    }
    return Applied(changes: [.init(before: before, after: events.first { $0.id == edit.resultingID })])
  }

  func currentState(of occurrence: Occurrence) -> Occurrence? {
    events.first { $0.id == occurrence.event.id }.map { Occurrence(event: $0, zone: displayZone) }
  }

  /// The occurrence of the event with the given title.
  func occurrence(_ summary: String) -> Occurrence? {
    events.first { $0.summary == summary }.map { Occurrence(event: $0, zone: displayZone) }
  }

  /// An event from one minute of the day to another.
  static func event(
    _ summary: String, _ minutes: Range<Int>, on day: Day = FakeCalendar.day, color: EventColor? = nil,
    hasUnreadableRepetition: Bool = false
  ) -> CalendarEvent {
    func time(_ minute: Int) -> EventTime { .utc(WallTime(day, secondOfDay: minute * 60)) }
    return CalendarEvent(
      id: EventID(calendar: CalendarID("/tmp/fake.ics"), uid: summary),
      times: EventTimes(start: time(minutes.lowerBound), end: .time(time(minutes.upperBound))),
      summary: summary, color: color, repetition: hasUnreadableRepetition ? .unreadable : .once)
  }

  /// An all-day event on Monday.
  static func allDay(_ summary: String) -> CalendarEvent {
    CalendarEvent(
      id: EventID(calendar: CalendarID("/tmp/fake.ics"), uid: summary),
      times: EventTimes(start: .date(day), end: .implied), summary: summary)
  }

  /// An all-day event; its days are counted from Monday.
  static func allDay(_ summary: String, days: Range<Int>) -> CalendarEvent {
    CalendarEvent(
      id: EventID(calendar: CalendarID("/tmp/fake.ics"), uid: summary),
      times: EventTimes(
        start: .date(day.adding(days: days.lowerBound)),
        end: .time(.date(day.adding(days: days.upperBound)))), summary: summary)
  }
}
