import CalendarModel
import TimelineInteraction

/// Creates events that are not yet in a calendar, using the data source.
@MainActor
struct NewEventFactory {
  let source: any TimelineDataSource
  /// The title of an event for which none has been typed yet.
  let defaultTitle: String

  /// Returns a new one-hour event; nil if no calendar accepts it. The event starts when `selectedEvent` ends. If
  /// `selectedEvent` is nil or an all-day event, the new event starts at the next half-hour mark if `day` is today, and
  /// at the start of the first free working hour on any other day.
  ///
  /// - Parameter workingHours: in seconds after midnight.
  func newEvent(after selectedEvent: Occurrence?, on day: Day, now: Instant, workingHours: Range<Int>)
    -> Occurrence?
  {
    let zone = source.displayZone
    let times = NewEventTimes.times(
      after: selectedEvent, on: day, now: zone.time(at: now).wall, in: zone, workingHours: workingHours,
      among: source.occurrences(in: day..<day.adding(days: 1)))
    return event(at: times).map { Occurrence(event: $0, zone: zone) }
  }

  /// Returns empty time on a day, with the new event that a press there would create.
  ///
  /// - Parameter barTop: for a press in the all-day row, the top edge of the new bar; otherwise nil.
  func emptyTime(on day: Day, barTop: Double?) -> EmptyTime {
    EmptyTime(for: event(at: EventTimes(start: .date(day), end: .implied)), barTop: barTop)
  }

  private func event(at times: EventTimes) -> CalendarEvent? {
    var event = source.newEvent(at: times)
    event?.summary = defaultTitle
    return event
  }

  /// Returns the event as it would be in a different calendar, or unchanged if that calendar does not accept
  /// it.
  func moved(_ event: CalendarEvent, to calendar: CalendarID) -> CalendarEvent {
    guard let replacement = source.newEvent(at: event.times, in: calendar) else { return event }
    var event = event
    (event.id, event.calendarColor) = (replacement.id, replacement.calendarColor)
    return event
  }
}
