import CalendarModel

/// Limits the total cost of one query, regardless of the number of recurrence rules in the calendars.
///
/// Each series has its own limit, which no sensible series reaches. Once many series come close to it, as in
/// a file made to hang the program, the remaining ones are limited to the number of instances of an ordinary
/// series.
struct ExpansionPool {
  /// The remaining expansion steps, initially about half a second's worth.
  private(set) var steps = 20_000_000
  /// The remaining instances beyond those of ordinary series: enough for two series of an instance per
  /// minute, for a week.
  private var extraInstances = 20_000
  /// The remaining instances: more than the widest query of a real calendar needs, which is a month of
  /// 100,000 repeating events.
  private var instances = 1_000_000

  /// Enough for an instance per minute, but not for one per second.
  private static let maximumPerDay = 1_500
  /// Enough for an instance per day, for 130 years.
  private static let maximum = 50_000
  /// The minimum if nothing remains: enough for an instance per day, for two weeks.
  private static let minimum = 16

  /// The maximum number of instances of one series in a period of the given length.
  func limit(seconds: Int) -> Int {
    guard instances > 0 else { return Self.minimum }
    guard extraInstances > 0 else { return Self.ordinaryLimit(seconds: seconds) }
    return min(Self.maximum, Self.maximumPerDay * Self.days(seconds))
  }

  /// The expansion budget of one series in a period of the given length.
  func budget(seconds: Int) -> ExpansionBudget {
    ExpansionBudget(
      starts: limit(seconds: seconds), steps: steps > 0 ? ExpansionBudget.standard.steps : 2_000)
  }

  /// Subtracts the cost of expanding one series.
  mutating func spendSteps(of result: Series.QueryResult) { steps -= result.steps }

  /// Subtracts the instances of one series in a period of the given length.
  mutating func spendInstances(_ count: Int, seconds: Int) {
    instances -= count
    extraInstances -= max(0, count - Self.ordinaryLimit(seconds: seconds))
  }

  /// The maximum number of instances of an ordinary series, which has only a few per day.
  private static func ordinaryLimit(seconds: Int) -> Int { min(maximum, minimum + 4 * days(seconds)) }

  private static func days(_ seconds: Int) -> Int { 1 + max(0, seconds) / WallTime.secondsPerDay }
}
