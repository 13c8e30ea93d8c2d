import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// The times of a new event that was requested without a position.
@Suite struct NewEventTimesTests {
  func label(
    after event: Occurrence?, now: String = "14:07", on day: Day = monday, zone: Zone = .utc,
    among otherEvents: [Occurrence] = [], workingHours: Range<Int> = 9 * 3600..<17 * 3600
  ) -> String {
    let times = NewEventTimes.times(
      after: event, on: day, now: wall(now), in: zone, workingHours: workingHours, among: otherEvents)
    var newEvent = occurrence("0:00", "1:00", zone: zone).event
    newEvent.times = times
    return Occurrence(event: newEvent, zone: zone).label
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

  @Test func newEventOnAnotherDayStartsAtTheFirstFreeWorkingHour() {
    let day = monday.adding(days: 2)
    func label(_ otherEvents: Occurrence..., workingHours: Range<Int> = 9 * 3600..<17 * 3600) -> String {
      self.label(after: nil, now: "23:10", on: day, among: otherEvents, workingHours: workingHours)
    }
    #expect(label() == "2026-01-07 9:00–10:00")
    let standup = occurrence("9:00", "9:15", on: day)
    #expect(label(standup) == "2026-01-07 9:30–10:30")
    #expect(label(standup, occurrence("10:00", "11:30", on: day)) == "2026-01-07 11:30–12:30")
    #expect(label(occurrence("7:00", "16:00", on: day)) == "2026-01-07 16:00–17:00")
    #expect(
      label(occurrence("7:00", "16:01", on: day)) == "2026-01-07 9:00–10:00",
      "the new event is not at the start of work on a busy day")
    #expect(label(workingHours: 23 * 3600 + 1800..<24 * 3600) == "2026-01-07 23:00–0:00 (+1)")
  }

  @Test func freeCanceledAndAllDayEventsLeaveTheHourFree() {
    let day = monday.adding(days: 2)
    var (free, canceled, allDay) = (
      occurrence("9:00", "10:00", on: day), occurrence("9:00", "10:00", on: day), occurrence("9:00", "10:00")
    )
    free.event.transparency = .free
    canceled.event.status = .canceled
    allDay.event.times = EventTimes(start: .date(day), end: .implied)
    let otherEvents = [free, canceled, Occurrence(event: allDay.event, zone: .utc)]
    #expect(label(after: nil, on: day, among: otherEvents) == "2026-01-07 9:00–10:00")
  }

  @Test func selectedAllDayEventIsIgnored() {
    var event = occurrence("9:00", "10:00").event
    event.times = EventTimes(start: .date(monday), end: .implied)
    #expect(label(after: Occurrence(event: event, zone: .utc)) == "14:30–15:30")
  }

  @Test func newEventHasADurationWhenTheClocksSkipAnHour() {
    let day = Day(ordinal: monday.ordinal + 83)
    let times = NewEventTimes.times(
      after: nil, on: day, now: wall("1:40", on: day), in: .spring, workingHours: 9 * 3600..<17 * 3600)
    let (start, end) = times.resolved(in: .spring)
    #expect(start.wall.hour == 3 && end.instant.seconds(since: start.instant) > 0)
  }
}
