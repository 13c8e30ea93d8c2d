/// What a calendar and a clock on the wall show together: a date and a time of day, without a zone.
///
/// Arithmetic on it is nominal: every day has 24 hours. What that means as a moment is the business of a
/// `Zone`.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 on the same wall.
  public let seconds: Int

  /// Seconds in a nominal day.
  public static let secondsPerDay = 86_400

  /// The wall time that lies `seconds` after 1970-01-01T00:00:00.
  public init(seconds: Int) {
    self.seconds = seconds
  }

  /// That time on that day.
  ///
  /// - Precondition: hour in 0...24, minute in 0...59, second in 0...59. Hour 24 is the next day's midnight.
  public init(_ day: Day, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    precondition((0...24).contains(hour) && (0...59).contains(minute) && (0...59).contains(second))
    self.init(day, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// The wall time `secondOfDay` nominal seconds after the day's midnight; it may lie outside the day.
  public init(_ day: Day, secondOfDay: Int) {
    seconds = day.ordinal * WallTime.secondsPerDay + secondOfDay
  }

  /// The date.
  public var day: Day { Day(ordinal: floorQuotient(seconds, WallTime.secondsPerDay)) }
  /// Seconds since midnight: 0 to 86,399.
  public var secondOfDay: Int { floorModulo(seconds, WallTime.secondsPerDay) }
  /// The hour: 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// The minute: 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second: 0 to 59.
  public var second: Int { secondOfDay % 60 }
  /// Whether this is a day's first moment.
  public var isMidnight: Bool { secondOfDay == 0 }

  /// The wall time that many nominal seconds later.
  public func adding(seconds: Int) -> WallTime { WallTime(seconds: self.seconds + seconds) }
  /// The wall time that many nominal minutes later.
  public func adding(minutes: Int) -> WallTime { adding(seconds: minutes * 60) }
  /// The same time of day that many days later.
  public func adding(days: Int) -> WallTime { adding(seconds: days * WallTime.secondsPerDay) }
  /// Nominal seconds from `other` to this.
  public func seconds(since other: WallTime) -> Int { seconds - other.seconds }

  /// The order on the wall.
  public static func < (a: WallTime, b: WallTime) -> Bool { a.seconds < b.seconds }
}

extension WallTime: CustomStringConvertible {
  /// The wall time as in ISO 8601: `2026-01-05T09:00:00`.
  public var description: String {
    "\(day)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
  }

  /// Reads exactly `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 || bytes.count == 19, bytes[10] == 0x54, bytes[13] == 0x3A,
      let day = Day(String(text.prefix(10))),
      let hour = digits(bytes[11..<13]), let minute = digits(bytes[14..<16]), hour <= 23, minute <= 59
    else { return nil }
    var second = 0
    if bytes.count == 19 {
      guard bytes[16] == 0x3A, let value = digits(bytes[17..<19]), value <= 59 else { return nil }
      second = value
    }
    self.init(day, hour: hour, minute: minute, second: second)
  }
}

/// A half-open stretch of wall time, `start` included and `end` not.
public struct TimeSpan: Hashable, Sendable {
  /// The first moment of the span.
  public var start: WallTime
  /// The first moment after the span; not before `start`.
  public var end: WallTime

  /// - Precondition: `end` is not before `start`.
  public init(start: WallTime, end: WallTime) {
    precondition(end >= start, "a span cannot end before it starts")
    self.start = start
    self.end = end
  }

  /// The whole of the days of a range.
  public init(days: Range<Day>) {
    self.init(start: WallTime(days.lowerBound), end: WallTime(days.upperBound))
  }

  /// Nominal length in seconds.
  public var seconds: Int { end.seconds(since: start) }

  /// Whether the two share a moment; a span without length touches the span that it stands in.
  public func touches(_ other: TimeSpan) -> Bool {
    if seconds == 0 { return other.start <= start && start < max(other.end, other.start.adding(seconds: 1)) }
    if other.seconds == 0 { return other.touches(self) }
    return start < other.end && other.start < end
  }
}
