import CalendarModel
import Testing

/// Series across both clock changes, and values whose form differs from that of DTSTART.
@Suite struct RecurrenceZoneTests {
  // The clock changes in Europe/Berlin on March 29 and October 25, 2026, at 01:00 UTC.
  private let spring = Zone(
    identifier: "Spring",
    rules: SingleClockChange(moment: Instant(seconds: 1_774_746_000), offsetBefore: 3600, offsetAfter: 7200)
  )
  private let autumn = Zone(
    identifier: "Autumn",
    rules: SingleClockChange(moment: Instant(seconds: 1_792_890_000), offsetBefore: 7200, offsetAfter: 3600)
  )

  @Test func wallTimeStaysTheSameAcrossAClockChange() throws {
    let recurrence = Recurrence(
      start: try zoned("2026-03-28T09:00", spring), rules: [try rule("FREQ=DAILY;COUNT=3")])
    #expect(
      startTexts(recurrence, in: spring) == [
        "2026-03-28T09:00:00+01:00", "2026-03-29T09:00:00+02:00", "2026-03-30T09:00:00+02:00",
      ])
  }

  @Test func skippedTimeIsKeptWithItsOriginalWallTime() throws {
    let recurrence = Recurrence(
      start: try zoned("2026-03-28T02:30", spring), rules: [try rule("FREQ=DAILY;COUNT=3")])
    #expect(
      startTexts(recurrence, in: spring) == [
        "2026-03-28T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00",
      ])
    #expect(allInstances(recurrence)[1].start == (try zoned("2026-03-29T02:30", spring)))
  }

  @Test func repeatedTimeMeansItsFirstOccurrence() throws {
    let recurrence = Recurrence(
      start: try zoned("2026-10-24T02:30", autumn), rules: [try rule("FREQ=DAILY;COUNT=2")])
    #expect(startTexts(recurrence, in: autumn) == ["2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00"])
  }

  @Test func skippedHourCreatesNoDuplicateInstance() throws {
    let recurrence = Recurrence(
      start: try zoned("2026-03-29T00:30", spring), rules: [try rule("FREQ=HOURLY;COUNT=5")])
    #expect(
      startTexts(recurrence, in: spring) == [
        "2026-03-29T00:30:00+01:00", "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00",
        "2026-03-29T04:30:00+02:00",
      ])
    let skipped = try #require(WallTime("2026-03-29T02:00"))
    #expect(recurrence.instances(in: skipped..<skipped.adding(minutes: 60)).starts.isEmpty)
  }

  // Lord Howe Island, where the clocks skip half an hour: from 02:00 to 02:30 on October 4, 2026.
  @Test(arguments: ["FREQ=DAILY;COUNT=4;BYHOUR=2;BYMINUTE=0,30", "FREQ=DAILY;COUNT=4;BYMINUTE=0,30"])
  func skippedHalfHourCreatesNoDuplicateInstance(text: String) throws {
    let lordHowe = Zone(
      identifier: "Lord Howe",
      rules: SingleClockChange(
        moment: Instant(seconds: 1_791_041_400), offsetBefore: 37_800, offsetAfter: 39_600))
    let recurrence = Recurrence(start: try zoned("2026-10-03T02:00", lordHowe), rules: [try rule(text)])
    #expect(
      startTexts(recurrence, in: lordHowe) == [
        "2026-10-03T02:00:00+10:30", "2026-10-03T02:30:00+10:30", "2026-10-04T02:30:00+11:00",
      ])
  }

  // Samoa moved to the other side of the date line, and December 30, 2011, was skipped there.
  @Test func skippedDayCreatesNoDuplicateInstance() throws {
    let samoa = Zone(
      identifier: "Samoa",
      rules: SingleClockChange(
        moment: Instant(seconds: 1_325_239_200), offsetBefore: -36_000, offsetAfter: 50_400))
    let recurrence = Recurrence(
      start: try zoned("2011-12-29T09:00", samoa), rules: [try rule("FREQ=DAILY;COUNT=4")])
    #expect(
      startTexts(recurrence, in: samoa) == [
        "2011-12-29T09:00:00-10:00", "2011-12-31T09:00:00+14:00", "2012-01-01T09:00:00+14:00",
      ])
  }

  @Test(arguments: [
    ("20260328T080000Z", 2), ("20260328T075959Z", 1), ("20260329T070000Z", 3), ("20260329T065959Z", 2),
  ])
  func untilInUTCEndsAtThatInstant(until: String, count: Int) throws {
    let recurrence = Recurrence(
      start: try zoned("2026-03-27T09:00", spring), rules: [try rule("FREQ=DAILY;UNTIL=\(until)")])
    #expect(allInstances(recurrence).count == count)
  }

  @Test func untilWithinARepeatedHourKeepsItsFirstOccurrence() throws {
    // The second 02:10 is 01:10 UTC; the first 02:50 is 00:50 UTC.
    let recurrence = Recurrence(
      start: try zoned("2026-10-24T02:50", autumn), rules: [try rule("FREQ=DAILY;UNTIL=20261025T011000Z")])
    #expect(allInstances(recurrence).count == 2)
  }

  @Test func untilAfterASkippedHourExcludesTimesMovedPastIt() throws {
    // 02:50 becomes 03:50, which is 01:50 UTC; UNTIL is 03:10, which is 01:10 UTC.
    let recurrence = Recurrence(
      start: try zoned("2026-03-28T02:50", spring), rules: [try rule("FREQ=DAILY;UNTIL=20260329T011000Z")])
    #expect(allInstances(recurrence).count == 1)
  }

  @Test func untilAsADateKeepsItsWholeDay() throws {
    let recurrence = Recurrence(
      start: try zoned("2026-03-27T09:00", spring), rules: [try rule("FREQ=DAILY;UNTIL=20260329")])
    #expect(allInstances(recurrence).count == 3)
  }

  @Test(arguments: ["20260329", "20260329T000000", "20260329T000000Z", "20260329T045959Z"])
  func allDaySeriesEndsWithTheDayOfUntil(until: String) throws {
    let start = try #require(Day("2026-03-27"))
    let recurrence = Recurrence(start: .date(start), rules: [try rule("FREQ=DAILY;UNTIL=\(until)")])
    #expect(allInstances(recurrence).map(\.start) == (0..<3).map { .date(start.adding(days: $0)) })
  }

  @Test func exceptionsInUTCMatchStartsInAZone() throws {
    let wall = try #require(WallTime("2026-03-29T07:00"))
    let recurrence = Recurrence(
      start: try zoned("2026-03-28T09:00", spring), rules: [try rule("FREQ=DAILY;COUNT=3")],
      exceptions: [.utc(wall)])
    #expect(startTexts(recurrence, in: spring) == ["2026-03-28T09:00:00+01:00", "2026-03-30T09:00:00+02:00"])
  }

  @Test(arguments: ["2026-03-29T02:30", "2026-03-29T03:30"])
  func exceptionForASkippedTimeMayUseEitherWallTime(exception: String) throws {
    let recurrence = Recurrence(
      start: try zoned("2026-03-28T02:30", spring), rules: [try rule("FREQ=DAILY;COUNT=3")],
      exceptions: [try zoned(exception, spring)])
    #expect(allInstances(recurrence).count == 2)
  }

  @Test func addedDatesAreConvertedToTheFormOfTheStart() throws {
    let day = try #require(Day("2026-04-02"))
    let moment = try #require(WallTime("2026-04-01T10:00"))
    let recurrence = Recurrence(
      start: try zoned("2026-03-28T09:00", spring),
      dates: [Recurrence.Instance(start: .date(day)), Recurrence.Instance(start: .utc(moment))])
    #expect(
      allInstances(recurrence).map(\.start) == [
        try zoned("2026-03-28T09:00", spring), try zoned("2026-04-01T12:00", spring),
        try zoned("2026-04-02T09:00", spring),
      ])
  }

  @Test func exceptionRulesRemoveTheirInstances() throws {
    let start = try #require(WallTime("2026-01-05T09:00"))
    let recurrence = Recurrence(
      start: .floating(start), rules: [try rule("FREQ=DAILY;COUNT=7")],
      exceptionRules: [try rule("FREQ=WEEKLY;BYDAY=TU,SA")])
    #expect(
      allInstances(recurrence).map(\.start.wall.day.weekday) == [
        .monday, .wednesday, .thursday, .friday, .sunday,
      ])
  }

  @Test func latestStartIsNeverTooEarly() throws {
    let texts = [
      "FREQ=DAILY;COUNT=10", "FREQ=DAILY;UNTIL=20260415T070000Z", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5",
      "FREQ=WEEKLY;UNTIL=20260501",
    ]
    for text in texts {
      let recurrence = Recurrence(start: try zoned("2026-03-28T09:00", spring), rules: [try rule(text)])
      let latest = try #require(recurrence.latestStart)
      let last = try #require(allInstances(recurrence).last)
      #expect((last.start.wall...last.start.wall.adding(days: 7)).contains(latest), "\(text)")
    }
    let endless = Recurrence(start: try zoned("2026-03-28T09:00", spring), rules: [try rule("FREQ=DAILY")])
    #expect(endless.latestStart == nil)
  }

  private func rule(_ text: String) throws -> RecurrenceRule { try RecurrenceRule(parsing: text) }

  private func zoned(_ text: String, _ zone: Zone) throws -> EventTime {
    .zoned(try #require(WallTime(text)), zone)
  }

  private func allInstances(_ recurrence: Recurrence) -> [Recurrence.Instance] {
    recurrence.instances(in: WallTime(.earliest)..<WallTime(.latest)).starts
  }

  private func startTexts(_ recurrence: Recurrence, in zone: Zone) -> [String] {
    allInstances(recurrence).map { $0.start.time(in: zone).description }
  }
}
