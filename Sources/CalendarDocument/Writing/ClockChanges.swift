import CalendarModel

/// A clock change in a zone.
struct ClockChange: Hashable {
  /// The first moment with the new UTC offset, in seconds since 1970-01-01T00:00:00Z.
  let moment: Int
  /// The UTC offset in seconds before the change.
  let offsetBefore: Int
  /// The UTC offset in seconds after the change.
  let offsetAfter: Int

  /// The wall time of the change, according to the offset before it.
  var wall: WallTime { WallTime(seconds: moment + offsetBefore) }
}

extension ZoneRules {
  /// Returns all clock changes in a range of seconds since 1970-01-01T00:00:00Z, in order. Searches day by
  /// day, then by bisection. Clocks have changed twice within a week, for Ramadan and in Brazil, but never
  /// twice within a day.
  func changes(in range: Range<Int>) -> [ClockChange] {
    var changes: [ClockChange] = []
    var moment = range.lowerBound
    var offset = offset(at: Instant(seconds: moment))
    while moment < range.upperBound {
      let next = min(moment + WallTime.secondsPerDay, range.upperBound)
      if self.offset(at: Instant(seconds: next)) != offset {
        var (low, high) = (moment, next)
        while high - low > 1 {
          let middle = (low + high) / 2
          if self.offset(at: Instant(seconds: middle)) == offset { low = middle } else { high = middle }
        }
        let newOffset = self.offset(at: Instant(seconds: high))
        changes.append(ClockChange(moment: high, offsetBefore: offset, offsetAfter: newOffset))
        (offset, moment) = (newOffset, high)
      } else {
        moment = next
      }
    }
    return changes
  }
}
