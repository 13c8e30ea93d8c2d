import CalendarModel

/// An occurrence with times written as text; dates without a time make an all-day event.
func occurrence(
  _ summary: String, _ start: String, _ end: String, status: CalendarEvent.Status = .confirmed,
  isRepeating: Bool = false, zone: Zone = .utc
) -> Occurrence {
  func time(_ text: String) -> EventTime {
    if let wall = WallTime(text) { return .floating(wall) }
    return .date(Day(text) ?? Day(ordinal: 0))
  }
  let event = CalendarEvent(
    id: EventID(calendar: CalendarID("test"), uid: "1"),
    times: EventTimes(start: time(start), end: .time(time(end))), summary: summary, status: status,
    repetition: isRepeating ? .unreadable : .once)
  return Occurrence(event: event, zone: zone)
}
