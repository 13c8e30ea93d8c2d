/// A local date and time of day, without a time zone.
///
/// Arithmetic is nominal: every day has 24 hours. A `Zone` converts a wall time to a point in time.
///
/// Where clocks are set back, they show some times twice. Such a wall time denotes the first of the two moments
/// (RFC 5545 3.3.5), unless `isSecondOfTwo` says otherwise.
package struct WallTime: Hashable, Comparable, Sendable {
  /// Twice `seconds`, plus one for the second of two moments. This is one word, because a series has very many wall
  /// times, and in the right order.
  private let code: Int

  /// The number of nominal seconds since 1970-01-01T00:00:00.
  package var seconds: Int { code >> 1 }
  /// Whether the second of two moments is meant. Only the original start of an occurrence that a file names in UTC or
  /// in another zone can be such a time; as an `EventTime`, it is in UTC.
  package var isSecondOfTwo: Bool { code & 1 != 0 }

  /// The number of seconds in a nominal day.
  package static let secondsPerDay = 86_400

  /// Creates the wall time `seconds` after 1970-01-01T00:00:00.
  package init(seconds: Int) {
    code = seconds * 2
  }

  private init(code: Int) {
    self.code = code
  }

  /// Creates a time on a day.
  ///
  /// - Precondition: `hour` is in 0...24, and `minute` and `second` are in 0...59. Hour 24 is the next day's
  ///   midnight.
  package init(_ day: Day, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    precondition((0...24).contains(hour) && (0...59).contains(minute) && (0...59).contains(second))
    self.init(day, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// Creates the wall time `secondOfDay` nominal seconds after the day's midnight. The result may be on
  /// a different day.
  package init(_ day: Day, secondOfDay: Int) {
    self.init(seconds: day.ordinal * WallTime.secondsPerDay + secondOfDay)
  }

  package var day: Day { Day(ordinal: floorQuotient(seconds, WallTime.secondsPerDay)) }
  /// The number of seconds since midnight: 0 to 86,399.
  package var secondOfDay: Int { floorModulo(seconds, WallTime.secondsPerDay) }
  /// The hour: 0 to 23.
  package var hour: Int { secondOfDay / 3600 }
  /// The minute: 0 to 59.
  package var minute: Int { secondOfDay / 60 % 60 }
  /// The second: 0 to 59.
  package var second: Int { secondOfDay % 60 }
  package var isMidnight: Bool { secondOfDay == 0 }

  /// The same time, but the second of two moments.
  package var secondOfTwo: WallTime { WallTime(code: code | 1) }

  package func adding(seconds: Int) -> WallTime {
    seconds == 0 ? self : WallTime(seconds: self.seconds + seconds)
  }
  package func adding(minutes: Int) -> WallTime { adding(seconds: minutes * 60) }
  package func adding(days: Int) -> WallTime { adding(seconds: days * WallTime.secondsPerDay) }
  /// Returns the nominal time from `other` to this wall time, in seconds.
  package func seconds(since other: WallTime) -> Int { seconds - other.seconds }

  package static func < (a: WallTime, b: WallTime) -> Bool { a.code < b.code }
}

extension WallTime: CustomStringConvertible {
  /// The wall time in the format of ISO 8601: `2026-01-05T09:00:00`.
  package var description: String {
    "\(day)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
  }

  /// The wall time in the basic format of RFC 5545 3.3.5: `20260105T090000`.
  package var basicFormat: String { description.filter { $0 != "-" && $0 != ":" } }

  /// Creates a wall time from text that has exactly the form `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`. The
  /// result is nil for any other text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 || bytes.count == 19, bytes[10] == 0x54, bytes[13] == 0x3A,
      let day = Day(String(text.prefix(10))),
      let hour = decimalValue(bytes[11..<13]), let minute = decimalValue(bytes[14..<16]), hour <= 23,
      minute <= 59
    else { return nil }
    var second = 0
    if bytes.count == 19 {
      guard bytes[16] == 0x3A, let value = decimalValue(bytes[17..<19]), value <= 59 else { return nil }
      second = value
    }
    self.init(day, hour: hour, minute: minute, second: second)
  }
}
