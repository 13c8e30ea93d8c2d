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
  package static func changes(on day: Day, in zone: Zone) -> [ClockChange] {
    let midnight = WallTime(day)
    let start = zone.time(at: midnight).instant
    let end = zone.time(at: WallTime(day.adding(days: 1))).instant
    var changes: [ClockChange] = []
    // Zones do not change their offset twice within an hour.
    var hourStart = start.adding(seconds: -1)
    while hourStart < end {
      let hourEnd = min(end, hourStart.adding(seconds: 3600))
      let (oldOffset, newOffset) = (zone.rules.offset(at: hourStart), zone.rules.offset(at: hourEnd))
      if oldOffset != newOffset {
        let second = firstSecond(after: oldOffset, between: hourStart, and: hourEnd, zone)
        let wallSeconds = [second + oldOffset - midnight.seconds, second + newOffset - midnight.seconds]
        changes.append(
          ClockChange(
            kind: newOffset > oldOffset ? .skipped : .repeated,
            seconds: (wallSeconds.min() ?? 0)..<(wallSeconds.max() ?? 0)))
      }
      hourStart = hourEnd
      if hourEnd == end { break }
    }
    return changes.filter { $0.seconds.overlaps(0..<WallTime.secondsPerDay) }
  }

  /// Returns the first second, counted from 1970-01-01T00:00:00Z, at which the offset differs from `oldOffset`.
  private static func firstSecond(
    after oldOffset: Int, between start: Instant, and end: Instant, _ zone: Zone
  ) -> Int {
    var (lastOldSecond, firstNewSecond) = (start.seconds, end.seconds)
    while firstNewSecond - lastOldSecond > 1 {
      let middle = lastOldSecond + (firstNewSecond - lastOldSecond) / 2
      let hasOldOffset = zone.rules.offset(at: Instant(seconds: middle)) == oldOffset
      if hasOldOffset { lastOldSecond = middle } else { firstNewSecond = middle }
    }
    return firstNewSecond
  }
}
