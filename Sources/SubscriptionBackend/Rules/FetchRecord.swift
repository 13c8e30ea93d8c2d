import CalendarModel

/// The results of the fetches of a subscription so far. Times are in seconds since 1970.
struct FetchRecord: Hashable, Sendable {
  /// When the server last confirmed the stored copy, by sending it or by saying that it has not changed.
  var lastRefresh: Int?
  /// When the last fetch was attempted.
  var lastAttempt: Int?
  /// The number of failures since the last success.
  var failureCount = 0
  /// Why the last fetch failed; nil if it did not.
  var fault: SubscriptionFault?
  /// The time before which the server asks not to be contacted again (Retry-After).
  var postponedUntil: Int?
  /// The ETag of the stored copy.
  var entityTag: String?
  /// The Last-Modified of the stored copy.
  var lastModified: String?
  /// The name in the stored copy.
  var name: String?
  /// Whether the server has ever been on the internet.
  var isPublic = false
  /// The interval at which the publisher of the stored copy suggests fetching it, in seconds.
  var publishedInterval: Int?

  /// Returns the headers that make the server send the calendar only if it has changed; none if there is no stored
  /// copy.
  func conditions(hasCopy: Bool) -> [(name: String, value: String)] {
    guard hasCopy else { return [] }
    return [entityTag.map { ("If-None-Match", $0) }, lastModified.map { ("If-Modified-Since", $0) }]
      .compactMap(\.self)
  }

  mutating func recordSuccess(at now: Int) {
    (lastRefresh, lastAttempt, failureCount, fault, postponedUntil) = (now, now, 0, nil, nil)
  }

  /// - Parameter retryAfter: how long the server asks clients to wait, in seconds.
  mutating func recordFailure(_ fault: SubscriptionFault, retryAfter: Int? = nil, at now: Int) {
    (lastAttempt, self.fault) = (now, fault)
    postponedUntil = retryAfter.map { now + min(max(0, $0), RefreshSchedule.longestPause) }
    failureCount += 1
  }
}
