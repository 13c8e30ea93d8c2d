import CalendarModel

/// Limits the total cost of one query, regardless of the number of recurrence rules in the calendars.
///
/// Each series has its own limit, which no sensible series reaches. Once many series come close to it, as in
/// a file designed to make the program hang, the remaining ones are limited to the number of instances of an
/// ordinary series.
struct ExpansionPool {
  /// The number of expansion steps left, initially enough for about half a second.
  private(set) var remainingSteps = 20_000_000
  /// The number of instances left beyond those of ordinary series, initially enough for two series with an
  /// instance per minute, for a week.
  private var remainingExtraInstances = 20_000
  /// The number of instances left, initially more than the largest query of a real calendar needs: a month of
  /// 100,000 repeating events.
  private var remainingInstances = 1_000_000

  /// The maximum number of instances of one series per day: enough for an instance per minute, but not for
  /// one per second.
  private static let maximumPerDay = 1_500
  /// The maximum number of instances of one series: enough for an instance per day, for 130 years.
  private static let maximumInstances = 50_000
  /// The limit if no instances are left: enough for an instance per day, for two weeks.
  private static let minimumInstances = 16

  /// Returns the maximum number of instances of one series in a period of the given length.
  func limit(seconds: Int) -> Int {
    guard remainingInstances > 0 else { return Self.minimumInstances }
    guard remainingExtraInstances > 0 else { return Self.ordinaryLimit(seconds: seconds) }
    return min(Self.maximumInstances, Self.maximumPerDay * Self.days(seconds))
  }

  /// Returns the expansion budget of one series in a period of the given length.
  func budget(seconds: Int) -> ExpansionBudget {
    ExpansionBudget(
      starts: limit(seconds: seconds), steps: remainingSteps > 0 ? ExpansionBudget.standard.steps : 2_000)
  }

  /// Subtracts the cost of expanding one series.
  mutating func spendSteps(of result: Series.QueryResult) { remainingSteps -= result.steps }

  /// Subtracts the instances of one series in a period of the given length.
  mutating func spendInstances(_ count: Int, seconds: Int) {
    remainingInstances -= count
    remainingExtraInstances -= max(0, count - Self.ordinaryLimit(seconds: seconds))
  }

  /// Returns the maximum number of instances of an ordinary series, which has only a few per day.
  private static func ordinaryLimit(seconds: Int) -> Int {
    min(maximumInstances, minimumInstances + 4 * days(seconds))
  }

  private static func days(_ seconds: Int) -> Int { 1 + max(0, seconds) / WallTime.secondsPerDay }
}
