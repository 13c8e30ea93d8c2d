import CalendarModel
import ICalendar

/// A value of type DATE or DATE-TIME (RFC 5545 3.3.4 and 3.3.5).
enum TimeValue: Equatable {
  case date(Day)
  case time(WallTime, isUTC: Bool)

  /// Reads `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`.
  ///
  /// Accepts surrounding spaces, lower case, missing seconds, second 60 and hour 24, because they occur in
  /// files.
  init?(_ value: ArraySlice<UInt8>) {
    let value = TimeValue.trimmed(value)
    let start = value.startIndex
    guard value.count >= 8, let year = decimalValue(value[start..<start + 4]),
      let month = decimalValue(value[start + 4..<start + 6]),
      let dayOfMonth = decimalValue(value[start + 6..<start + 8]),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    if value.count == 8 {
      self = .date(day)
      return
    }
    var clock = value[(start + 8)...]
    guard let separator = clock.popFirst(), separator | 0x20 == 0x74 else { return nil }
    let isUTC = clock.last.map { $0 | 0x20 == 0x7A } ?? false
    if isUTC { clock.removeLast() }
    guard clock.count == 6 || clock.count == 4, let hour = decimalValue(clock.prefix(2)), hour <= 24,
      let minute = decimalValue(clock.dropFirst(2).prefix(2)), minute <= 59,
      let second = clock.count == 6 ? decimalValue(clock.suffix(2)) : 0, second <= 60,
      hour < 24 || (minute == 0 && second == 0)
    else { return nil }
    self = .time(
      WallTime(day, secondOfDay: hour * 3600 + minute * 60 + min(second, 59)), isUTC: isUTC)
  }

  static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var value = value.drop { $0 <= 0x20 }
    while let last = value.last, last <= 0x20 { value.removeLast() }
    return value
  }
}

/// Returns the value of one to nine ASCII digits, or nil if the bytes are anything else.
func decimalValue(_ bytes: ArraySlice<UInt8>) -> Int? {
  guard (1...9).contains(bytes.count) else { return nil }
  var value = 0
  for byte in bytes {
    guard (0x30...0x39).contains(byte) else { return nil }
    value = value * 10 + Int(byte - 0x30)
  }
  return value
}

extension EventTime {
  /// The value as written in a file: `20260105`, `20260105T090000` or `20260105T090000Z`.
  var value: [UInt8] {
    switch self {
    case .date(let day): day.value
    case .floating(let wall), .zoned(let wall, _): wall.value
    case .utc(let wall): wall.value + Array("Z".utf8)
    }
  }
}

extension Day {
  /// The date as `YYYYMMDD`.
  var value: [UInt8] {
    let (year, month, day) = components
    return digits(year, 4) + digits(month, 2) + digits(day, 2)
  }
}

extension WallTime {
  /// The date and time as `YYYYMMDDTHHMMSS`.
  var value: [UInt8] {
    day.value + Array("T".utf8) + digits(hour, 2) + digits(minute, 2) + digits(second, 2)
  }
}

/// Returns the last `width` decimal digits of a number, with leading zeros.
private func digits(_ number: Int, _ width: Int) -> [UInt8] {
  var result = [UInt8](repeating: 0x30, count: width)
  var remaining = number
  for index in result.indices.reversed() {
    result[index] += UInt8(remaining % 10)
    remaining /= 10
  }
  return result
}
