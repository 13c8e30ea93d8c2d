/// A point in time: the number of seconds since 1970-01-01T00:00:00Z, not counting leap seconds.
package struct Instant: Hashable, Comparable, Sendable {
  package let seconds: Int

  /// Creates the moment `seconds` after 1970-01-01T00:00:00Z.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  package func adding(seconds: Int) -> Instant { Instant(seconds: self.seconds + seconds) }
  /// Returns the elapsed time from `other` to this moment, in seconds.
  package func seconds(since other: Instant) -> Int { seconds - other.seconds }

  package static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }
}
