import CalendarModel
import Testing

@Suite struct RecurrenceTests {
  private let start = WallTime("2026-01-05T09:00:00") ?? WallTime(.earliest)

  @Test func startThatDoesNotMatchTheRuleIsAddedToItsDates() throws {
    // A Monday with a rule for Tuesdays. Evolution Data Server does the same; see EdsInstancesTests.
    let recurrence = Recurrence(
      start: .floating(start), rules: [try RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=TU;COUNT=3")])
    #expect(try days(of: recurrence) == ["2026-01-05", "2026-01-06", "2026-01-13", "2026-01-20"])
  }

  @Test func exceptionRemovesExactlyOneInstance() throws {
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=5")
    let recurrence = Recurrence(
      start: .floating(start), rules: [rule], exceptions: [.floating(start.adding(days: 2))])
    #expect(try days(of: recurrence) == ["2026-01-05", "2026-01-06", "2026-01-08", "2026-01-09"])
  }

  @Test func startRemovedByAnExceptionStillCounts() throws {
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=3")
    let recurrence = Recurrence(start: .floating(start), rules: [rule], exceptions: [.floating(start)])
    #expect(try days(of: recurrence) == ["2026-01-06", "2026-01-07"])
  }

  @Test func exceptionWithoutATimeRemovesItsWholeDay() throws {
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=2;BYHOUR=9,15")
    let recurrence = Recurrence(start: .floating(start), rules: [rule], exceptions: [.date(start.day)])
    #expect(try days(of: recurrence) == [])
  }

  @Test func addedDatesAreSortedWithoutDuplicates() throws {
    let rule = try RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=2")
    let twoHours = EventTimes.End.duration(EventDuration(seconds: 7200))
    let recurrence = Recurrence(
      start: .floating(start), rules: [rule],
      dates: [
        Recurrence.Instance(start: .floating(start.adding(days: 30))),
        Recurrence.Instance(start: .floating(start.adding(days: 7)), end: twoHours),
        Recurrence.Instance(start: .floating(start.adding(days: 2))),
      ])
    #expect(try days(of: recurrence) == ["2026-01-05", "2026-01-07", "2026-01-12", "2026-02-04"])
    #expect(allInstances(recurrence).starts.map(\.end) == [nil, nil, twoHours, nil])
  }

  @Test func recurrenceWithoutARuleHasOnlyItsStart() throws {
    let recurrence = Recurrence(start: .date(start.day))
    #expect(recurrence.hasSingleStart)
    #expect(allInstances(recurrence).starts == [Recurrence.Instance(start: .date(start.day))])
  }

  @Test func ruleInAnotherCalendarSystemIsShownOnceWithAReason() throws {
    let rule = try RecurrenceRule(parsing: "RSCALE=CHINESE;FREQ=YEARLY")
    let expansion = allInstances(Recurrence(start: .date(start.day), rules: [rule]))
    #expect(expansion.starts.count == 1)
    #expect(expansion.end == .unsupported("RSCALE=CHINESE"))
  }

  private func allInstances(_ recurrence: Recurrence) -> Expansion<Recurrence.Instance> {
    recurrence.instances(in: WallTime(.earliest)..<WallTime(.latest))
  }

  private func days(of recurrence: Recurrence) throws -> [String] {
    let expansion = allInstances(recurrence)
    #expect(expansion.end == .complete)
    return expansion.starts.map { $0.start.wall.day.description }
  }
}
