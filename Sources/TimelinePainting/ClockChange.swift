import CalendarModel

/// A part of a day that the clocks skip or repeat.
package struct ClockChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The clocks are set forward: these times do not exist.
    case skipped
    /// The clocks are set back: these times occur twice.
    case repeated
  }

  package let kind: Kind
  /// The affected wall times, in seconds since midnight.
  package let seconds: Range<Int>

  package init(kind: Kind, seconds: Range<Int>) {
    self.kind = kind
    self.seconds = seconds
  }

  /// Returns the clock changes of a zone on a day, in chronological order. Most days have none.
  package static func on(_ day: Day, in zone: Zone) -> [ClockChange] {
    let midnight = WallTime(day)
    let begin = zone.time(at: midnight).instant
    let end = zone.time(at: WallTime(day.adding(days: 1))).instant
    var changes: [ClockChange] = []
    // Zones do not change their offset twice within an hour.
    var before = begin.adding(seconds: -1)
    while before < end {
      let after = min(end, before.adding(seconds: 3600))
      let (old, new) = (zone.rules.offset(at: before), zone.rules.offset(at: after))
      if old != new {
        let second = firstSecond(after: old, between: before, and: after, zone)
        let wallSeconds = [second + old - midnight.seconds, second + new - midnight.seconds]
        changes.append(
          ClockChange(
            kind: new > old ? .skipped : .repeated,
            seconds: (wallSeconds.min() ?? 0)..<(wallSeconds.max() ?? 0)))
      }
      before = after
      if after == end { break }
    }
    return changes.filter { $0.seconds.overlaps(0..<WallTime.secondsPerDay) }
  }

  /// Returns the first second, counted from 1970-01-01T00:00:00Z, at which the offset differs from `oldOffset`.
  private static func firstSecond(
    after oldOffset: Int, between start: Instant, and end: Instant, _ zone: Zone
  ) -> Int {
    var (before, after) = (start.seconds, end.seconds)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      let hasOldOffset = zone.rules.offset(at: Instant(seconds: middle)) == oldOffset
      if hasOldOffset { before = middle } else { after = middle }
    }
    return after
  }
}
