import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// The times of a new event that was requested without a position.
@Suite struct NewEventTimesTests {
  func label(after event: Occurrence?, now: String = "14:07", on day: Day = monday, zone: Zone = .utc)
    -> String
  {
    let times = NewEventTimes.times(after: event, on: day, now: wall(now), in: zone)
    var made = occurrence("0:00", "1:00", zone: zone).event
    made.times = times
    return Occurrence(event: made, zone: zone).label
  }

  @Test func newEventStartsAtTheEndOfTheSelectedEvent() {
    #expect(label(after: occurrence("9:07", "9:50")) == "9:50–10:50")
    #expect(label(after: occurrence("22:00", "23:30")) == "23:30–0:30 (+1)")
  }

  @Test(arguments: [
    ("14:07", "14:30–15:30"), ("14:30", "15:00–16:00"), ("0:00", "0:30–1:30"), ("23:10", "23:00–0:00 (+1)"),
  ])
  func newEventStartsAtTheNextHalfHourOfTheDay(now: String, expected: String) {
    #expect(label(after: nil, now: now) == expected)
  }

  @Test func newEventOnAnotherDayHasTheSameTime() {
    #expect(label(after: nil, on: monday.adding(days: 2)) == "2026-01-07 14:30–15:30")
  }

  @Test func selectedAllDayEventIsIgnored() {
    var event = occurrence("9:00", "10:00").event
    event.times = EventTimes(start: .date(monday), end: .implied)
    #expect(label(after: Occurrence(event: event, zone: .utc)) == "14:30–15:30")
  }

  @Test func newEventHasADurationWhenTheClocksSkipAnHour() {
    let day = Day(ordinal: monday.ordinal + 83)
    let times = NewEventTimes.times(after: nil, on: day, now: wall("1:40", on: day), in: .spring)
    let (start, end) = times.resolved(in: .spring)
    #expect(start.wall.hour == 3 && end.instant.seconds(since: start.instant) > 0)
  }
}
