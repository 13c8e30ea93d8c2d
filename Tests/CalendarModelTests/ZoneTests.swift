import CalendarModel
import Testing

/// A single clock change. The offset from UTC, in seconds, is `offsetBefore` until `moment` and `offsetAfter` from then
/// on.
struct SingleClockChange: ZoneRules {
  let moment: Instant
  let offsetBefore: Int
  let offsetAfter: Int
  func offset(at instant: Instant) -> Int { instant < moment ? offsetBefore : offsetAfter }
}

@Suite struct ZoneTests {
  // Europe/Berlin in 2026: from UTC+1 to UTC+2 on March 29 at 01:00 UTC, and back on October 25 at 01:00 UTC.
  let spring = Zone(
    identifier: "Spring",
    rules: SingleClockChange(moment: Instant(seconds: 1_774_746_000), offsetBefore: 3600, offsetAfter: 7200)
  )
  let autumn = Zone(
    identifier: "Autumn",
    rules: SingleClockChange(moment: Instant(seconds: 1_792_890_000), offsetBefore: 7200, offsetAfter: 3600)
  )

  @Test func skippedTimeUsesTheOffsetBeforeTheChange() throws {
    let wall = try #require(WallTime("2026-03-29T02:30"))
    let time = spring.time(at: wall)
    #expect(time.description == "2026-03-29T03:30:00+02:00")
    #expect(spring.instants(at: wall).isEmpty)
  }

  @Test func repeatedTimeMeansItsFirstOccurrence() throws {
    let wall = try #require(WallTime("2026-10-25T02:30"))
    #expect(autumn.time(at: wall).description == "2026-10-25T02:30:00+02:00")
    #expect(autumn.instants(at: wall).count == 2)
  }

  @Test func moveAcrossTheChangeKeepsTheWallTime() throws {
    let start = try #require(WallTime("2026-03-28T09:00"))
    let times = EventTimes(
      start: .zoned(start, spring), end: .time(.zoned(start.adding(minutes: 60), spring)))
    let moved = times.moved(toStart: start.adding(days: 1), in: spring).resolved(in: spring)
    #expect(moved.start.description == "2026-03-29T09:00:00+02:00")
    #expect(moved.end.description == "2026-03-29T10:00:00+02:00")
  }

  @Test func nominalDaysAndExactHoursDifferAcrossTheChange() throws {
    let start = EventTime.zoned(try #require(WallTime("2026-03-28T12:00")), spring)
    let day = EventTimes(start: start, end: .duration(EventDuration(days: 1))).resolved(in: spring)
    let hours = EventTimes(start: start, end: .duration(EventDuration(seconds: 86_400))).resolved(in: spring)
    #expect(day.end.description == "2026-03-29T12:00:00+02:00")
    #expect(hours.end.description == "2026-03-29T13:00:00+02:00")
  }

  @Test func resizingKeepsTheOtherEdgeInEveryForm() throws {
    let start = try #require(WallTime("2026-03-27T09:00"))
    let end = start.adding(minutes: 60)
    for times in [
      EventTimes(start: .zoned(start, spring), end: .time(.zoned(end, spring))),
      EventTimes(start: .zoned(start, spring), end: .duration(EventDuration(seconds: 3600))),
      EventTimes(start: .utc(start.adding(seconds: -3600)), end: .time(.utc(end.adding(seconds: -3600)))),
      EventTimes(start: .floating(start), end: .time(.floating(end))),
    ] {
      let later = times.resized(toEnd: end.adding(minutes: 45), in: spring).resolved(in: spring)
      #expect(later.start.wall == start)
      #expect(later.end.wall == end.adding(minutes: 45))
      let earlier = times.resized(toStart: start.adding(minutes: -45), in: spring).resolved(in: spring)
      #expect(earlier.start.wall == start.adding(minutes: -45))
      #expect(earlier.end.wall == end)
    }
  }

  /// Offsets of local mean time include seconds. The first two are those of Amsterdam and Monrovia.
  @Test(arguments: [
    (1172, "1920-01-05T09:00:00+00:19:32"), (-2588, "1920-01-05T09:00:00-00:43:08"),
    (-28, "1920-01-05T09:00:00-00:00:28"),
    (-12_600, "1920-01-05T09:00:00-03:30"), (0, "1920-01-05T09:00:00Z"),
  ])
  func secondsOfLocalMeanTimeAreKept(offset: Int, text: String) throws {
    let wall = try #require(WallTime("1920-01-05T09:00"))
    #expect(ZonedTime(wall: wall, offset: offset).description == text)
  }
}
