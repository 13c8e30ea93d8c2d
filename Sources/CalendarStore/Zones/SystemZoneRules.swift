import CalendarModel

/// The rules of one zone of the system's database, prepared for fast lookups, because laying out events
/// requires thousands of them.
///
/// The time from 1902 to 2111 is divided into intervals of 48.5 days. Each interval stores the number of
/// transitions up to its start. The rule that follows the listed transitions is expanded for 400 years, after
/// which the Gregorian calendar, including weekdays, repeats.
final class SystemZoneRules: ZoneRules {
  /// An interval is 2^22 seconds long, so that the interval for a time can be found with a shift.
  private static let intervalBits = 22
  /// The number of the first interval; interval 0 starts at 1970-01-01T00:00:00Z.
  private static let firstInterval = -512
  private static let intervalCount = 1_574
  /// The length of 400 Gregorian years, in seconds.
  private static let cycleLength = 146_097 * WallTime.secondsPerDay

  /// The times of the transitions in seconds since 1970, followed by a sentinel.
  private let moments: [Int]
  /// The UTC offset before the first transition, and after each one, in seconds.
  private let offsets: [Int32]
  /// For each interval, the number of transitions at or before its start.
  private let transitionCounts: [UInt16]
  /// The time from which the transitions repeat, in seconds since 1970; `Int.max` if they do not repeat.
  private let cycleStart: Int
  let regularSince: Instant?

  init(_ file: ZoneFile) {
    var moments: [Int] = []
    var offsets = [Int32(file.initialOffset)]
    func append(_ change: PosixZoneRule.Transition) {
      guard offsets.last != Int32(change.offset) else { return }
      moments.append(change.seconds)
      offsets.append(Int32(change.offset))
    }
    for change in file.transitions { append(change) }
    let last = file.transitions.last?.seconds ?? WallTime(.earliest).seconds
    var cycleStart = Int.max
    if let rule = file.rule {
      let year = WallTime(seconds: last).day.year
      let endYear = max(year, 2000) + 401
      // A zone without transitions uses its rule at all times; times before 1900 are not needed.
      let firstYear = file.transitions.isEmpty ? 1900 : year
      for year in firstYear...endYear {
        for change in rule.transitions(in: year) where change.seconds > last { append(change) }
      }
      if rule.daylight == nil {
        append(PosixZoneRule.Transition(seconds: last + 1, offset: rule.standardOffset))
      } else if let end = Day(year: endYear, month: 1, day: 1) {
        cycleStart = WallTime(end).seconds
      }
    }
    self.cycleStart = cycleStart
    regularSince = Instant(seconds: last)

    var count = 0
    transitionCounts = (Self.firstInterval..<(Self.firstInterval + Self.intervalCount)).map { interval in
      while count < moments.count, moments[count] <= interval << Self.intervalBits { count += 1 }
      return UInt16(count)
    }
    self.moments = moments + [Int.max]
    self.offsets = offsets
  }

  func offset(at instant: Instant) -> Int {
    let seconds = instant.seconds
    let interval = (seconds >> Self.intervalBits) - Self.firstInterval
    guard transitionCounts.indices.contains(interval) else { return distantOffset(at: seconds) }
    var index = Int(transitionCounts[interval])
    while moments[index] <= seconds { index += 1 }
    return Int(offsets[index])
  }

  /// Returns the UTC offset at a time outside the intervals.
  private func distantOffset(at seconds: Int) -> Int {
    var seconds = min(seconds, Int.max - 1)
    if seconds >= cycleStart { seconds -= ((seconds - cycleStart) / Self.cycleLength + 1) * Self.cycleLength }
    return Int(offsets[count(through: seconds)])
  }

  /// Returns the number of transitions at or before a time.
  private func count(through seconds: Int) -> Int {
    var (low, high) = (0, moments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the UTC offset at the start of a range, and the transitions in the range. Transitions after the
  /// 400 expanded years are not included.
  func transitions(in range: Range<Instant>) -> (initialOffset: Int, transitions: [PosixZoneRule.Transition])
  {
    let (first, end) = (
      count(through: range.lowerBound.seconds), count(through: range.upperBound.seconds - 1)
    )
    let transitions = (first..<end).map { index in
      PosixZoneRule.Transition(seconds: moments[index], offset: Int(offsets[index + 1]))
    }
    return (Int(offsets[first]), transitions)
  }
}
