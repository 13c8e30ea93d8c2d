/// Supplies the timeline with occurrences, and receives its edits. It is independent of files.
@MainActor
package protocol TimelineDataSource: AnyObject {
  /// The time zone that the timeline displays.
  var displayZone: Zone { get }

  /// The occurrences that overlap a range of days in the display zone, in reading order.
  func occurrences(in days: Range<Day>) -> [Occurrence]

  /// The reason why the occurrence cannot be edited, or nil if it can.
  func refusal(for occurrence: Occurrence) -> EditRefusal?

  /// A new event at the given times that is not in the calendar yet: it is shown, given a title and then
  /// added with `apply(.add(event))`. Nil if no calendar accepts one.
  func newEvent(at times: EventTimes) -> CalendarEvent?

  /// The same in one of the `calendarOptions`.
  func newEvent(at times: EventTimes, in calendar: CalendarID?) -> CalendarEvent?

  /// The calendars for a new event. If there are several, the user chooses one while typing the title.
  var calendarOptions: [CalendarOption] { get }

  /// The name of an open calendar, for an event's details.
  func name(of calendar: CalendarID) -> String?

  /// Applies an edit. The occurrences have changed when this returns; saving follows later.
  func apply(_ edit: EventEdit)
}

extension TimelineDataSource {
  /// No name, for a source of a single calendar.
  package func name(of calendar: CalendarID) -> String? { nil }
}
