import CalendarModel
import TimelineInteraction

/// Events that stand nowhere yet, as a source makes them.
@MainActor
struct NewEvents {
  let source: any TimelineDataSource
  /// What they are called until they have a title.
  let name: String

  /// An event of an hour after the one that was chosen, or at the next half hour of the day; nil if no calendar takes it.
  func next(after chosen: Occurrence?, on day: Day, now: Instant) -> Occurrence? {
    let zone = source.displayZone
    let times = NewEventTimes.times(after: chosen, on: day, now: zone.time(at: now).wall, in: zone)
    return event(at: times).map { Occurrence(event: $0, zone: zone) }
  }

  /// What a press on empty time becomes; above the hours if `barTop` is given, where a bar then lies.
  func emptyTime(on day: Day, barTop: Double?) -> EmptyTime {
    EmptyTime(for: event(at: EventTimes(start: .date(day), end: .implied)), barTop: barTop)
  }

  private func event(at times: EventTimes) -> CalendarEvent? {
    var event = source.newEvent(at: times)
    event?.summary = name
    return event
  }

  /// An event as it would be in another calendar; as it is if that takes none.
  func moved(_ event: CalendarEvent, to calendar: CalendarID) -> CalendarEvent {
    guard let made = source.newEvent(at: event.times, in: calendar) else { return event }
    var event = event
    (event.id, event.calendarColor) = (made.id, made.calendarColor)
    return event
  }
}
