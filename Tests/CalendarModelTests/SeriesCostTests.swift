import CalendarModel
import Testing

/// The cost of expanding a series whose changed occurrences apply to later ones (RANGE=THISANDFUTURE). A file may
/// contain any number of them, so they share one budget.
@Suite struct SeriesCostTests {
  private let start = WallTime("2000-01-03T00:00:00") ?? WallTime(.earliest)
  private let shown = WallTime("2026-01-05T00:00:00") ?? WallTime(.earliest)

  /// Returns a series of which each day is moved to the same day by a changed occurrence.
  private func series(_ rule: String, changeCount: Int) throws -> Series {
    let id = EventID(calendar: CalendarID("/c"), uid: "s")
    let recurrence = Recurrence(start: .utc(start), rules: [try RecurrenceRule(parsing: rule)])
    let master = CalendarEvent(
      id: id, times: EventTimes(start: .utc(start), end: .implied), summary: "s",
      repetition: .series(.master(recurrence)))
    let changes = (1...changeCount).map { day in
      CalendarEvent(
        id: EventID(calendar: id.calendar, uid: id.uid, recurrenceID: "\(day)"),
        times: EventTimes(start: .utc(shown), end: .implied), summary: "s",
        repetition: .series(.changed(originalStart: .utc(start.adding(days: day)), isThisAndFuture: true)))
    }
    return try #require(Series(master: master, changes: changes, displayZone: .utc))
  }

  private var day: Range<Instant> {
    Instant(seconds: shown.seconds)..<Instant(seconds: shown.adding(days: 1).seconds)
  }

  @Test func changedOccurrencesShareTheBudgetForStarts() throws {
    let series = try series("FREQ=SECONDLY;COUNT=2000000000", changeCount: 200)
    let budget = ExpansionBudget(starts: 2_000, steps: 1_000_000)
    let result = series.instances(startingIn: day, budget: budget)
    #expect(result.end == .tooManyStarts(2_000))
    #expect(result.instances.count <= 2_000 && !result.instances.isEmpty)
  }

  @Test func changedOccurrencesShareTheBudgetForSteps() throws {
    let series = try series("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", changeCount: 200)
    let budget = ExpansionBudget(starts: 2_000, steps: 50)
    let result = series.instances(startingIn: day, budget: budget)
    #expect(result.end == .tooManySteps(50))
    #expect(result.steps <= 55)
  }

  @Test func changedOccurrencesWithinTheBudgetAreComplete() throws {
    let result = try series("FREQ=HOURLY;COUNT=2400", changeCount: 99).instances(startingIn: day)
    #expect(result.end == .complete && result.steps < 10_000)
    // The first original start of each day from the second day on is changed itself.
    #expect(result.instances.count == 99 * 23)
  }
}
