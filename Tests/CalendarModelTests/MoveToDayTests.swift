import CalendarModel
import Testing

/// Moving an event to another day, at the same time of day in the display zone.
@Suite struct MoveToDayTests {
  // The clock change in Europe/Berlin on March 29, 2026, at 01:00 UTC.
  private let berlin = Zone(
    identifier: "Europe/Berlin",
    rules: SingleClockChange(moment: Instant(seconds: 1_774_746_000), offsetBefore: 3600, offsetAfter: 7200))
  private let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))

  private func times(_ start: String, _ end: String, in zone: Zone) throws -> EventTimes {
    EventTimes(
      start: .zoned(try #require(WallTime(start)), zone),
      end: .time(.zoned(try #require(WallTime(end)), zone)))
  }

  private func moved(_ times: EventTimes, to day: String) throws -> (start: String, end: String) {
    let result = times.moved(toDay: try #require(Day(day)), in: berlin).resolved(in: berlin)
    return (result.start.description, result.end.description)
  }

  @Test func wallTimeIsKeptAcrossTheClockChange() throws {
    let result = try moved(times("2026-01-05T09:00", "2026-01-05T09:45", in: berlin), to: "2026-06-30")
    #expect(result == ("2026-06-30T09:00:00+02:00", "2026-06-30T09:45:00+02:00"))
  }

  @Test func eventAtSkippedTimeStartsAnHourLaterAndKeepsItsLength() throws {
    let result = try moved(times("2026-03-28T02:30", "2026-03-28T03:00", in: berlin), to: "2026-03-29")
    #expect(result == ("2026-03-29T03:30:00+02:00", "2026-03-29T04:00:00+02:00"))
  }

  @Test func eventInAnotherZoneKeepsTheDisplayedTime() throws {
    // 09:00 in Tokyo is 01:00 in Berlin in winter.
    let result = try moved(times("2026-01-05T09:00", "2026-01-05T10:00", in: tokyo), to: "2026-01-20")
    #expect(result == ("2026-01-20T01:00:00+01:00", "2026-01-20T02:00:00+01:00"))
  }

  @Test func displayedDayCountsForAnEventInAnotherZone() throws {
    // 06:00 on the 6th in Tokyo is 22:00 on the 5th in Berlin.
    let late = try times("2026-01-06T06:00", "2026-01-06T07:00", in: tokyo)
    #expect(late.moved(toDay: try #require(Day("2026-01-05")), in: berlin) == late)
  }

  @Test func allDayEventKeepsItsNumberOfDays() throws {
    let (first, last) = (try #require(Day("2026-03-27")), try #require(Day("2026-03-31")))
    let target = try #require(Day("2026-12-30"))
    let times = EventTimes(start: .date(first), end: .time(.date(last)))
    let end = EventTime.date(target.adding(days: 4))
    #expect(times.moved(toDay: target, in: berlin) == EventTimes(start: .date(target), end: .time(end)))
    let oneDay = EventTimes(start: .date(first), end: .implied)
    #expect(oneDay.moved(toDay: target, in: berlin) == EventTimes(start: .date(target), end: .implied))
  }

  @Test func writtenDurationIsKept() throws {
    let start = EventTime.floating(try #require(WallTime("2026-01-05T22:00")))
    let end = EventTimes.End.duration(EventDuration(seconds: 4 * 3600))
    let target = try #require(Day("2026-02-01"))
    let expected = EventTime.floating(try #require(WallTime("2026-02-01T22:00")))
    #expect(
      EventTimes(start: start, end: end).moved(toDay: target, in: berlin)
        == EventTimes(start: expected, end: end))
  }
}
