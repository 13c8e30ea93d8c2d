/// Limits the cost of one query of one calendar, regardless of the number of its recurrence rules. Each calendar has a
/// pool of its own, so that none hides the events of another.
///
/// Each series has its own limit, which no sensible series reaches. Once many series come close to it, as in
/// a file designed to make the program hang, the remaining ones are limited to the number of instances of an
/// ordinary series. Once all series together have more instances than anyone could look at, only the first instance of
/// each remaining series is found.
package struct ExpansionPool: Sendable {
  /// The number of expansion steps left, initially enough for about half a second.
  package private(set) var remainingSteps = 20_000_000
  /// The number of instances left beyond those of ordinary series, initially enough for two series with an
  /// instance per minute, for a week.
  private var remainingExtraInstances = 20_000
  /// The number of instances of ordinary series left.
  private var remainingInstances: Int

  /// The maximum number of instances of one series per day: enough for an instance per minute, but not for
  /// one per second.
  private static let maximumPerDay = 1_500
  /// The maximum number of instances of one series: enough for an instance per day, for 130 years.
  private static let maximumInstances = 50_000
  /// The number of instances of ordinary series per day, and in a short period, of all series together: ten times what
  /// the largest real calendars have.
  private static let maximumOrdinaryPerDay = 500
  private static let ordinaryInPeriod = 20_000...1_000_000
  /// The number of instances of an ordinary series in a short period, and per day.
  private static let ordinaryInstances = (inPeriod: 16, perDay: 4)

  /// Creates the pool for a query of a period of the given length.
  package init(seconds: Int) {
    let count = Self.maximumOrdinaryPerDay * Self.days(seconds)
    remainingInstances = min(max(count, Self.ordinaryInPeriod.lowerBound), Self.ordinaryInPeriod.upperBound)
  }

  /// Returns the maximum number of instances of one series in a period of the given length.
  package func limit(seconds: Int) -> Int {
    guard remainingInstances > 0 else { return 1 }
    guard remainingExtraInstances > 0 else { return Self.ordinaryLimit(seconds: seconds) }
    return min(Self.maximumInstances, Self.maximumPerDay * Self.days(seconds))
  }

  /// Returns the expansion budget of one series in a period of the given length.
  package func budget(seconds: Int) -> ExpansionBudget {
    ExpansionBudget(
      starts: limit(seconds: seconds), steps: remainingSteps > 0 ? ExpansionBudget.standard.steps : 2_000)
  }

  /// Subtracts the cost of expanding one series.
  package mutating func spendSteps(of result: Series.QueryResult) { remainingSteps -= result.steps }

  /// Subtracts the instances of one series in a period of the given length.
  package mutating func spendInstances(_ count: Int, seconds: Int) {
    let ordinaryCount = min(count, Self.ordinaryLimit(seconds: seconds))
    remainingInstances -= ordinaryCount
    remainingExtraInstances -= count - ordinaryCount
  }

  /// Returns the maximum number of instances of an ordinary series, which has only a few per day.
  private static func ordinaryLimit(seconds: Int) -> Int {
    min(maximumInstances, ordinaryInstances.inPeriod + ordinaryInstances.perDay * days(seconds))
  }

  private static func days(_ seconds: Int) -> Int { 1 + max(0, seconds) / WallTime.secondsPerDay }
}
