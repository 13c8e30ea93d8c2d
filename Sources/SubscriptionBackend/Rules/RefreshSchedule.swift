/// When a subscription is fetched again. Durations are in seconds, and times in seconds since 1970.
enum RefreshSchedule {
  /// The interval for a calendar whose publisher suggests none: six hours.
  static let standardInterval = 6 * 3_600
  /// The bounds for intervals that publishers suggest: 15 minutes and one week.
  static let publishedIntervals = 900...(7 * 86_400)
  /// The pause after the first failure.
  private static let firstPause = 300
  /// The longest pause after failures, even if the server asks for a longer one.
  static let longestPause = 86_400

  /// Returns the time between two fetches.
  ///
  /// - Parameters:
  ///   - chosen: the interval that the user chose, which takes precedence.
  ///   - published: the interval that the publisher suggests.
  static func interval(chosen: Int?, published: Int?) -> Int {
    if let chosen { return max(60, chosen) }
    guard let published else { return standardInterval }
    return min(max(published, publishedIntervals.lowerBound), publishedIntervals.upperBound)
  }

  /// Returns the pause after a number of failures in a row: five minutes, doubled for each further failure, and at
  /// most a day.
  static func pause(afterFailures count: Int) -> Int {
    count > 12 ? longestPause : min(longestPause, firstPause << max(0, count - 1))
  }

  /// Returns the time at which a subscription should be fetched again.
  static func nextFetch(_ record: FetchRecord, interval: Int) -> Int {
    guard let lastAttempt = record.lastAttempt else { return .min }
    guard record.failureCount > 0 else { return (record.lastRefresh ?? lastAttempt) + interval }
    return max(
      lastAttempt + pause(afterFailures: record.failureCount), record.postponedUntil ?? lastAttempt)
  }

  /// Returns whether a subscription should be fetched now. It is also due if the clock was set back, because the record
  /// is then meaningless.
  static func isDue(_ record: FetchRecord, interval: Int, now: Int) -> Bool {
    guard let lastAttempt = record.lastAttempt, now >= lastAttempt else { return true }
    return now >= nextFetch(record, interval: interval)
  }
}
