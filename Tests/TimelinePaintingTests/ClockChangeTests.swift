import CalendarModel
import Testing
import TimelinePainting

@Suite struct ClockChangeTests {
  /// A single clock change: `moment` in seconds since 1970, and the offsets from UTC in seconds.
  struct SingleClockChange: ZoneRules {
    var moment: Int
    var offsetBefore: Int
    var offsetAfter: Int
    func offset(at instant: Instant) -> Int { instant.seconds < moment ? offsetBefore : offsetAfter }
  }

  let day = Day(ordinal: 20_541)

  func changes(at secondOfUTCDay: Int, from oldOffset: Int, to newOffset: Int) -> [ClockChange] {
    let rules = SingleClockChange(
      moment: day.ordinal * WallTime.secondsPerDay + secondOfUTCDay, offsetBefore: oldOffset,
      offsetAfter: newOffset)
    return ClockChange.changes(on: day, in: Zone(identifier: "Test", rules: rules))
  }

  @Test func clocksSetForwardSkipAnHour() {
    #expect(
      changes(at: 3600, from: 3600, to: 7200) == [ClockChange(kind: .skipped, seconds: 7200..<10_800)])
  }

  @Test func clocksSetBackRepeatAnHour() {
    #expect(
      changes(at: 3600, from: 7200, to: 3600) == [ClockChange(kind: .repeated, seconds: 7200..<10_800)])
  }

  @Test func halfHourChangesAndChangesAtMidnightAreFound() {
    #expect(
      changes(at: 36_000, from: 37_800, to: 39_600)
        == [ClockChange(kind: .skipped, seconds: 73_800..<75_600)])
    #expect(changes(at: 0, from: 0, to: 3600) == [ClockChange(kind: .skipped, seconds: 0..<3600)])
  }

  @Test func ordinaryDaysHaveNoClockChange() {
    #expect(changes(at: -90_000, from: 0, to: 3600).isEmpty)
    #expect(ClockChange.changes(on: day, in: .utc).isEmpty)
  }
}
