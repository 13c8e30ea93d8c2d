extension Series {
  /// Returns, for each of `templateEvents`, the first instance that ends after a moment or, if there is none, the last
  /// one before it. The result is nil for a template without instances.
  ///
  /// Periods of increasing length are searched, so a weekly series is found in one step, and a yearly one in
  /// three steps.
  package func nearestInstances(to moment: Instant) -> [Instance?] {
    var found = [Instance?](repeating: nil, count: templateEvents.count)
    let (first, last) = (earliestStart.seconds, latestStart?.seconds ?? Int.max)
    var lower = max(first, moment.seconds - maximumDuration)
    for reach in Series.reaches where lower < last && found.contains(where: { $0 == nil }) {
      let upper = min(last, max(lower, moment.seconds) + reach)
      for instance in instances(from: lower, to: upper)
      where found[instance.templateIndex] == nil && instance.isUpcoming(at: moment) {
        found[instance.templateIndex] = instance
      }
      lower = upper
    }
    var upper = min(moment.seconds + 1, last)
    // The last instance of a period is needed, so the first periods have to be short enough for all of their instances
    // to be generated.
    let reaches = [WallTime.secondsPerDay / 48, WallTime.secondsPerDay] + Series.reaches
    for reach in reaches where upper > first && found.contains(where: { $0 == nil }) {
      let lower = max(first, upper - reach)
      var latest = found
      for instance in instances(from: lower, to: upper) where found[instance.templateIndex] == nil {
        latest[instance.templateIndex] = instance
      }
      found = latest
      upper = lower
    }
    return found
  }

  private func instances(from: Int, to: Int) -> [Instance] {
    guard from < to else { return [] }
    let budget = ExpansionBudget(starts: 2_000, steps: 200_000)
    return instances(startingIn: Instant(seconds: from)..<Instant(seconds: to), budget: budget).instances
  }

  /// The lengths of the periods that are searched one after the other, in seconds; together about two centuries.
  private static let reaches = [8, 64, 800, 8_000, 64_000].map { $0 * WallTime.secondsPerDay }
}

extension Series.Instance {
  /// Whether the instance has not ended at a moment.
  fileprivate func isUpcoming(at moment: Instant) -> Bool { end > moment || start >= moment }
}
