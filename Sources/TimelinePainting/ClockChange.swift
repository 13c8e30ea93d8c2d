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
    var found: [ClockChange] = []
    // Zones do not change their offset twice within an hour.
    var before = begin.adding(seconds: -1)
    while before < end {
      let after = min(end, before.adding(seconds: 3600))
      let (old, new) = (zone.rules.offset(at: before), zone.rules.offset(at: after))
      if old != new {
        let moment = change(between: before, and: after, from: old, zone)
        let wallSeconds = [moment + old - midnight.seconds, moment + new - midnight.seconds]
        found.append(
          ClockChange(
            kind: new > old ? .skipped : .repeated,
            seconds: (wallSeconds.min() ?? 0)..<(wallSeconds.max() ?? 0)))
      }
      before = after
      if after == end { break }
    }
    return found.filter { $0.seconds.overlaps(0..<WallTime.secondsPerDay) }
  }

  /// Returns the first second, counted from 1970-01-01T00:00:00Z, at which the offset differs from `old`.
  private static func change(between a: Instant, and b: Instant, from old: Int, _ zone: Zone) -> Int {
    var (before, after) = (a.seconds, b.seconds)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if zone.rules.offset(at: Instant(seconds: middle)) == old { before = middle } else { after = middle }
    }
    return after
  }
}
