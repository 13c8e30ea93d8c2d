/// Limits the total cost of finding the nearest instances, regardless of the number of series.
package struct NearestInstancePool: Sendable {
  /// The number of steps and instances left, initially enough for about a second.
  private var remainingCost = 8_000_000

  package init() {}

  /// The budget for one period of one series. If little is left, it is still enough for the next instance of a rule that
  /// matches at all, but maybe not for the last one of a rule that has many in half an hour.
  fileprivate var budget: ExpansionBudget {
    remainingCost > 0
      ? ExpansionBudget(starts: 2_000, steps: 200_000) : ExpansionBudget(starts: 16, steps: 2_000)
  }

  fileprivate mutating func spend(_ result: Series.QueryResult) {
    remainingCost -= result.steps + result.instances.count
  }
}

extension Series {
  /// Returns, for each of `templateEvents`, the first instance that ends after a moment or, if there is none, the
  /// last one before it; nil for a template event without instances.
  ///
  /// Periods of increasing length are searched, so a weekly series is found in one step, and a yearly one in
  /// three steps.
  package func nearestInstances(to moment: Instant, pool: inout NearestInstancePool) -> [Instance?] {
    var nearest = [Instance?](repeating: nil, count: templateCount)
    let (firstStart, lastStart) = (earliestStart.seconds, latestStart?.seconds ?? Int.max)
    var lower = max(firstStart, moment.seconds - maximumDuration)
    for length in Series.searchLengths where lower < lastStart && nearest.contains(where: { $0 == nil }) {
      let upper = min(lastStart, max(lower, moment.seconds) + length)
      for instance in instances(from: lower, to: upper, pool: &pool)
      where nearest[instance.templateIndex] == nil && instance.isUpcoming(at: moment) {
        nearest[instance.templateIndex] = instance
      }
      lower = upper
    }
    var upper = min(moment.seconds + 1, lastStart)
    // The last instance of a period is needed, so the first periods have to be short enough for all of their instances
    // to be generated.
    let searchLengths = [WallTime.secondsPerDay / 48, WallTime.secondsPerDay] + Series.searchLengths
    for length in searchLengths where upper > firstStart && nearest.contains(where: { $0 == nil }) {
      let lower = max(firstStart, upper - length)
      var latest = nearest
      for instance in instances(from: lower, to: upper, pool: &pool)
      where nearest[instance.templateIndex] == nil {
        latest[instance.templateIndex] = instance
      }
      nearest = latest
      upper = lower
    }
    return nearest
  }

  private func instances(from: Int, to: Int, pool: inout NearestInstancePool) -> [Instance] {
    guard from < to else { return [] }
    let period = Instant(seconds: from)..<Instant(seconds: to)
    let result = instances(startingIn: period, budget: pool.budget)
    pool.spend(result)
    return result.instances
  }

  /// The lengths of the periods that are searched one after the other, in seconds; together about two centuries.
  private static let searchLengths = [8, 64, 800, 8_000, 64_000].map { $0 * WallTime.secondsPerDay }
}

extension Series.Instance {
  /// Returns whether the instance has not yet ended at a moment.
  fileprivate func isUpcoming(at moment: Instant) -> Bool { end > moment || start >= moment }
}
