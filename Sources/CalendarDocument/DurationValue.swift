import CalendarModel

/// Values of type DURATION (RFC 5545 3.3.6).
extension EventDuration {
  /// The maximum duration in days: the whole range of years that Handspan shows.
  private static let maximumDays = 9999 * 366

  /// Reads `[+-]P` followed by weeks, or by days and `T` with hours, minutes and seconds.
  ///
  /// Accepts weeks combined with other units, and units left out in the middle (`PT1H5S`), because both occur in files.
  /// Returns nil for anything else, and for durations longer than the whole range of years that Handspan
  /// shows.
  init?(_ value: ArraySlice<UInt8>) {
    var remaining = TimeValue.trimmed(value)
    var sign = 1
    if remaining.first == 0x2D || remaining.first == 0x2B { sign = remaining.removeFirst() == 0x2D ? -1 : 1 }
    guard let letter = remaining.popFirst(), letter | 0x20 == 0x70, !remaining.isEmpty else { return nil }
    var days = 0
    var seconds = 0
    var isTimePart = false
    while !remaining.isEmpty {
      if remaining[remaining.startIndex] | 0x20 == 0x74, !isTimePart {
        isTimePart = true
        remaining.removeFirst()
        continue
      }
      let digits = remaining.prefix { (0x30...0x39).contains($0) }
      remaining = remaining.dropFirst(digits.count)
      guard let count = decimalValue(digits), let unit = remaining.popFirst() else { return nil }
      switch (unit | 0x20, isTimePart) {
      case (0x77, false): days += count * 7
      case (0x64, false): days += count
      case (0x68, true): seconds += count * 3600
      case (0x6D, true): seconds += count * 60
      case (0x73, true): seconds += count
      default: return nil
      }
      guard days + seconds / WallTime.secondsPerDay <= EventDuration.maximumDays else { return nil }
    }
    self.init(days: sign * days, seconds: sign * seconds)
  }

  /// Whether the duration is greater than zero and has no negative part.
  var isPositive: Bool { days >= 0 && seconds >= 0 && (days > 0 || seconds > 0) }
  /// Whether any part of the duration is negative.
  var isNegative: Bool { days < 0 || seconds < 0 }

  /// The shortest written form, such as `PT1H15M`, `P2D` or `P1DT30M`; `PT0S` for zero.
  ///
  /// Days are never converted to hours, or hours to days: a day on which the clocks change does not have 24
  /// hours.
  var value: [UInt8] {
    var text = isNegative ? "-P" : "P"
    let (days, seconds) = (abs(days), abs(seconds))
    if days > 0 { text += "\(days)D" }
    if seconds > 0 || days == 0 { text += "T" }
    if seconds >= 3600 { text += "\(seconds / 3600)H" }
    // The grammar does not allow seconds directly after hours.
    let minutes = seconds / 60 % 60
    if minutes > 0 || (seconds >= 3600 && seconds % 60 > 0) { text += "\(minutes)M" }
    if seconds % 60 > 0 || (seconds == 0 && days == 0) { text += "\(seconds % 60)S" }
    return Array(text.utf8)
  }
}
