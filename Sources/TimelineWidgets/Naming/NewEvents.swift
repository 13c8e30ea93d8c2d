import CalendarModel
import TimelineInteraction

/// Creates events that are not yet in a calendar, using the data source.
@MainActor
struct NewEvents {
  let source: any TimelineDataSource
  /// Their name until they have a title.
  let name: String

  /// An event of one hour that starts after `chosen`, at the next half hour of today, or in the first free
  /// working hour of another day; nil if no calendar accepts it.
  func next(after chosen: Occurrence?, on day: Day, now: Instant, workingHours: Range<Int>) -> Occurrence? {
    let zone = source.displayZone
    let times = NewEventTimes.times(
      after: chosen, on: day, now: zone.time(at: now).wall, in: zone, workingHours: workingHours,
      among: source.occurrences(in: day..<day.adding(days: 1)))
    return event(at: times).map { Occurrence(event: $0, zone: zone) }
  }

  /// The new event that a press on empty time creates.
  ///
  /// - Parameter barTop: for a press in the all-day row, the top of the bar there.
  func emptyTime(on day: Day, barTop: Double?) -> EmptyTime {
    EmptyTime(for: event(at: EventTimes(start: .date(day), end: .implied)), barTop: barTop)
  }

  private func event(at times: EventTimes) -> CalendarEvent? {
    var event = source.newEvent(at: times)
    event?.summary = name
    return event
  }

  /// The event as it would be in another calendar; unchanged if that does not accept it.
  func moved(_ event: CalendarEvent, to calendar: CalendarID) -> CalendarEvent {
    guard let made = source.newEvent(at: event.times, in: calendar) else { return event }
    var event = event
    (event.id, event.calendarColor) = (made.id, made.calendarColor)
    return event
  }
}
