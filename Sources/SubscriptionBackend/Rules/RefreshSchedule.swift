/// When a subscription is fetched again. All times are in seconds; moments count from 1970.
enum RefreshSchedule {
  /// For a calendar whose publisher suggests nothing: six hours.
  static let standardInterval = 6 * 3_600
  /// No publisher can make this program ask more often than every 15 minutes, or less often than once a week.
  static let publishedIntervals = 900...(7 * 86_400)
  /// The pause after the first failure.
  private static let firstPause = 300
  /// The longest pause after failures, even if the server asks for more.
  static let longestPause = 86_400

  /// Returns the time between two fetches.
  ///
  /// - Parameters:
  ///   - chosen: the user's choice, which takes precedence.
  ///   - published: the publisher's suggestion.
  static func interval(chosen: Int?, published: Int?) -> Int {
    if let chosen { return max(60, chosen) }
    guard let published else { return standardInterval }
    return min(max(published, publishedIntervals.lowerBound), publishedIntervals.upperBound)
  }

  /// Returns the pause after a number of failures in a row: five minutes, twice as long after each further one, and
  /// at most a day.
  static func pause(afterFailures count: Int) -> Int {
    count > 12 ? longestPause : min(longestPause, firstPause << max(0, count - 1))
  }

  /// Returns the moment from which a subscription should be fetched again.
  static func nextFetch(_ record: FetchRecord, interval: Int) -> Int {
    guard let attempted = record.attempted else { return .min }
    guard record.failures > 0 else { return (record.fetched ?? attempted) + interval }
    return max(attempted + pause(afterFailures: record.failures), record.postponed ?? attempted)
  }

  /// Whether a subscription should be fetched now. If the clock was set back, it should, because the record then says
  /// nothing about the time since.
  static func isDue(_ record: FetchRecord, interval: Int, now: Int) -> Bool {
    guard let attempted = record.attempted, now >= attempted else { return true }
    return now >= nextFetch(record, interval: interval)
  }
}
