import CalendarModel
import Testing

/// The cost of an expansion. It is measured in steps, because the number of steps is the same on every machine.
@Suite struct ExpansionCostTests {
  private let start = WallTime("2000-01-03T09:00:00") ?? WallTime(.earliest)
  private let daysPerCentury = 36_525

  @Test(arguments: [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3;BYHOUR=9,15", "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "FREQ=WEEKLY;INTERVAL=20",
    "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=HOURLY",
    "FREQ=HOURLY;BYHOUR=9",
    "FREQ=MINUTELY;INTERVAL=90", "FREQ=SECONDLY;INTERVAL=3600",
    "FREQ=DAILY;COUNT=1000000", "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=1000000",
    "FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=100000",
    "FREQ=MONTHLY;BYDAY=2TU;COUNT=100000", "FREQ=YEARLY;COUNT=5000", "FREQ=HOURLY;COUNT=100000000",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=1,-1;COUNT=100000",
  ])
  func expandingALaterCenturyCostsNoMoreThanTheFirst(text: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    // The windows of a year cover all weekdays and months.
    let costs = [0, daysPerCentury, 2 * daysPerCentury].map { days in
      let from = start.adding(days: days)
      return (0..<53).map { week in
        let window = from.adding(days: 7 * week)..<from.adding(days: 7 * week + 7)
        let expansion = rule.starts(from: start, in: window)
        #expect(expansion.end == .complete)
        return expansion.steps - expansion.starts.count
      }.max() ?? 0
    }
    // A rule with COUNT also has to expand the period of DTSTART, which is at most a year.
    #expect(costs.max() ?? 0 <= (costs.first ?? 0) + 13, "steps: \(costs)")
    #expect(costs.max() ?? 0 < 40, "steps: \(costs)")
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=3",
    "FREQ=SECONDLY;BYMONTH=4;BYMONTHDAY=31", "FREQ=YEARLY;BYYEARDAY=1;BYMONTH=2",
    "FREQ=MONTHLY;BYDAY=5MO,5TU;BYMONTHDAY=1", "FREQ=YEARLY;BYWEEKNO=10;BYMONTH=7",
    "FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=29;BYMONTH=2;COUNT=3", "FREQ=HOURLY;INTERVAL=2;BYHOUR=10",
    "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=1", "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
    "FREQ=SECONDLY;INTERVAL=86400;BYHOUR=10", "FREQ=DAILY;BYSETPOS=2", "FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=3",
  ])
  func ruleThatNeverMatchesEndsWithinItsBudget(text: String) throws {
    let oddYear = WallTime("2001-01-01T09:00:00") ?? start
    let expansion = try RecurrenceRule(parsing: text).starts(from: oddYear, in: oddYear..<WallTime(.latest))
    #expect(expansion.starts.isEmpty)
    #expect(expansion.steps <= ExpansionBudget.standard.steps + 1)
  }

  @Test(arguments: [
    "FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=2147483647", "FREQ=SECONDLY;BYSECOND=0,1;COUNT=2147483647",
    "FREQ=MINUTELY;BYHOUR=1,2,3;COUNT=1000000000", "FREQ=SECONDLY;INTERVAL=1000000000",
    "FREQ=YEARLY;INTERVAL=1000000000", "FREQ=DAILY;COUNT=9223372036854775807",
    "FREQ=SECONDLY;INTERVAL=7;BYSECOND=13",
    "FREQ=YEARLY;BYSETPOS=-366;BYMONTH=1;BYDAY=MO",
    "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=3;BYMINUTE=7;BYSECOND=5",
  ])
  func excessiveRuleEndsWithinItsBudget(text: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    let from = WallTime("2050-01-01T00:00:00") ?? start
    for window in [from..<from.adding(days: 7), start..<WallTime(.latest)] {
      let expansion = rule.starts(from: start, in: window)
      #expect(expansion.steps <= ExpansionBudget.standard.steps + 1)
      #expect(expansion.starts.count <= ExpansionBudget.standard.starts)
    }
  }

  @Test func unreachableCountAddsNoCost() throws {
    let rule = try RecurrenceRule(parsing: "FREQ=MINUTELY;BYHOUR=1,2,3;COUNT=1000000000")
    let from = WallTime("2050-01-01T00:00:00") ?? start
    let expansion = rule.starts(from: start, in: from..<from.adding(days: 1))
    #expect(expansion.starts.count == 180)
    #expect(expansion.end == .complete)
    #expect(expansion.steps < 400)
  }

  @Test func setPositionsAreFoundWithoutExpandingEveryTimeOfDay() throws {
    let numbers = { (limit: Int) in (0..<limit).map(String.init).joined(separator: ",") }
    let rule = try RecurrenceRule(
      parsing:
        "FREQ=YEARLY;BYHOUR=\(numbers(24));BYMINUTE=\(numbers(60));BYSECOND=\(numbers(60));BYSETPOS=1,-1;"
        + "BYYEARDAY=\((1...366).map(String.init).joined(separator: ","))")
    let expansion = rule.starts(from: start, in: start..<start.adding(days: 800))
    #expect(
      expansion.starts.map(\.description) == [
        "2000-12-31T23:59:59", "2001-01-01T00:00:00", "2001-12-31T23:59:59", "2002-01-01T00:00:00",
      ])
    #expect(expansion.steps < 100)
  }

  @Test func tooManyStartsAreReportedAndTheEarliestAreReturned() throws {
    let rule = try RecurrenceRule(parsing: "FREQ=SECONDLY")
    let expansion = rule.starts(
      from: start, in: start..<start.adding(days: 7), budget: ExpansionBudget(starts: 10, steps: 1_000))
    #expect(expansion.end == .tooManyStarts(10))
    #expect(expansion.starts == (0..<10).map { start.adding(seconds: $0) })
  }
}
