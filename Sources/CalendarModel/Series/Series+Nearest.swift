extension Series {
  /// Returns, for each of `templateEvents`, the first instance that ends after a moment or, if there is none, the
  /// last one before it; nil for a template event without instances.
  ///
  /// Periods of increasing length are searched, so a weekly series is found in one step, and a yearly one in
  /// three steps.
  package func nearestInstances(to moment: Instant) -> [Instance?] {
    var nearest = [Instance?](repeating: nil, count: templateEvents.count)
    let (firstStart, lastStart) = (earliestStart.seconds, latestStart?.seconds ?? Int.max)
    var lower = max(firstStart, moment.seconds - maximumDuration)
    for length in Series.searchLengths where lower < lastStart && nearest.contains(where: { $0 == nil }) {
      let upper = min(lastStart, max(lower, moment.seconds) + length)
      for instance in instances(from: lower, to: upper)
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
      for instance in instances(from: lower, to: upper) where nearest[instance.templateIndex] == nil {
        latest[instance.templateIndex] = instance
      }
      nearest = latest
      upper = lower
    }
    return nearest
  }

  private func instances(from: Int, to: Int) -> [Instance] {
    guard from < to else { return [] }
    let budget = ExpansionBudget(starts: 2_000, steps: 200_000)
    return instances(startingIn: Instant(seconds: from)..<Instant(seconds: to), budget: budget).instances
  }

  /// The lengths of the periods that are searched one after the other, in seconds; together about two centuries.
  private static let searchLengths = [8, 64, 800, 8_000, 64_000].map { $0 * WallTime.secondsPerDay }
}

extension Series.Instance {
  /// Returns whether the instance has not yet ended at a moment.
  fileprivate func isUpcoming(at moment: Instant) -> Bool { end > moment || start >= moment }
}
