import CalendarModel

/// What is known of the fetches of a subscription. Moments are in seconds since 1970.
struct FetchRecord: Hashable, Sendable {
  /// When the server last confirmed the stored copy, by sending it or by saying that it has not changed.
  var fetched: Int?
  /// When it was last tried.
  var attempted: Int?
  /// The number of failures since the last success.
  var failures = 0
  /// Why the last fetch failed; nil if it did not.
  var fault: SubscriptionFault?
  /// Before this moment, the server wants no request (Retry-After).
  var postponed: Int?
  /// The ETag of the stored copy.
  var tag: String?
  /// The Last-Modified of the stored copy.
  var modified: String?
  /// The name in the stored copy.
  var name: String?
  /// How often the publisher of the stored copy suggests to fetch it, in seconds.
  var published: Int?

  /// The headers that make the server send the calendar only if it has changed. Without a stored copy, it has to send
  /// it.
  func conditions(hasCopy: Bool) -> [(name: String, value: String)] {
    guard hasCopy else { return [] }
    return [tag.map { ("If-None-Match", $0) }, modified.map { ("If-Modified-Since", $0) }].compactMap(\.self)
  }

  mutating func succeeded(at now: Int) {
    (fetched, attempted, failures, fault, postponed) = (now, now, 0, nil, nil)
  }

  /// - Parameter pause: how long the server asks to wait, in seconds.
  mutating func failed(_ fault: SubscriptionFault, pause: Int? = nil, at now: Int) {
    (attempted, self.fault) = (now, fault)
    postponed = pause.map { now + min(max(0, $0), RefreshSchedule.longestPause) }
    failures += 1
  }
}
