/// A half-open range of wall time: it includes `start` but not `end`.
package struct TimeSpan: Hashable, Sendable {
  /// The first wall time of the span.
  package var start: WallTime
  /// The first wall time after the span; not before `start`.
  package var end: WallTime

  /// - Precondition: `end` is not before `start`.
  package init(start: WallTime, end: WallTime) {
    precondition(end >= start, "a span cannot end before it starts")
    self.start = start
    self.end = end
  }

  package init(days: Range<Day>) {
    self.init(start: WallTime(days.lowerBound), end: WallTime(days.upperBound))
  }

  /// The nominal length in seconds.
  package var seconds: Int { end.seconds(since: start) }

  /// Returns whether the two spans overlap. An empty span overlaps any span that contains it.
  package func overlaps(_ other: TimeSpan) -> Bool {
    if seconds == 0 { return other.start <= start && start < max(other.end, other.start.adding(seconds: 1)) }
    if other.seconds == 0 { return other.overlaps(self) }
    return start < other.end && other.start < end
  }
}
