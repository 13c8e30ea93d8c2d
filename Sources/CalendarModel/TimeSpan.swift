/// A half-open range of wall time: it includes `start` but not `end`.
package struct TimeSpan: Hashable, Sendable {
  /// The first moment of the span.
  package var start: WallTime
  /// The first moment after the span; not before `start`.
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

  /// Nominal length in seconds.
  package var seconds: Int { end.seconds(since: start) }

  /// Whether the two overlap. A span without length touches any span that contains it.
  package func overlaps(_ other: TimeSpan) -> Bool {
    if seconds == 0 { return other.start <= start && start < max(other.end, other.start.adding(seconds: 1)) }
    if other.seconds == 0 { return other.overlaps(self) }
    return start < other.end && other.start < end
  }
}
