/// Supplies the timeline with occurrences, and receives its edits. It is independent of files.
@MainActor
package protocol TimelineDataSource: AnyObject {
  /// The zone whose wall clock the timeline shows.
  var displayZone: Zone { get }

  /// The occurrences that touch a range of days of the display zone, in reading order.
  func occurrences(in days: Range<Day>) -> [Occurrence]

  /// Why an edit of that occurrence would be refused, or nil if it can be edited.
  func refusal(for occurrence: Occurrence) -> EditRefusal?

  /// An event at those times that stands nowhere yet: to be shown, given a title and then made by `apply(.add(event))`.
  /// Nil if no calendar takes one.
  func newEvent(at times: EventTimes) -> CalendarEvent?

  /// The same in a calendar of `calendarOptions`.
  func newEvent(at times: EventTimes, in calendar: CalendarID?) -> CalendarEvent?

  /// The calendars that a new event can be in: one is chosen while its title is typed, if there are several.
  var calendarOptions: [CalendarOption] { get }

  /// Applies an edit. What the source shows changes before this returns; saving follows.
  func apply(_ edit: EventEdit)
}
