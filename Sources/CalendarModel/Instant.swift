/// A point in time: seconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int

  /// The moment that many seconds after 1970-01-01T00:00:00Z.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// The moment that many seconds later.
  package func adding(seconds: Int) -> Instant { Instant(seconds: self.seconds + seconds) }
  /// Elapsed seconds from `other` to this.
  package func seconds(since other: Instant) -> Int { seconds - other.seconds }

  package static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }
}
