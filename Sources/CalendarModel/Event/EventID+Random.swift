extension EventID {
  /// Creates an identifier for a new event. Its UID is a random UUID, as RFC 7986 5.3 recommends: it is
  /// unique and reveals nothing about its creator.
  ///
  /// - Parameters:
  ///   - hasSeparateObjects: whether each event of the calendar is stored as a separate object; if so, the
  ///     event gets its own file.
  ///   - generator: the source of randomness for the UUID.
  package static func random(
    in calendar: CalendarID, hasSeparateObjects: Bool, using generator: inout some RandomNumberGenerator
  ) -> EventID {
    let uid = uuid(using: &generator)
    return EventID(calendar: calendar, file: hasSeparateObjects ? "\(uid).ics" : nil, uid: ByteString(uid))
  }

  /// Returns a version 4 UUID (RFC 9562 5.4) in lower case.
  private static func uuid(using generator: inout some RandomNumberGenerator) -> String {
    var high = UInt64.random(in: .min ... .max, using: &generator)
    var low = UInt64.random(in: .min ... .max, using: &generator)
    high = high & ~0xF000 | 0x4000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let digits = hexadecimal(high) + hexadecimal(low)
    var parts: [Substring] = []
    var remaining = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(remaining.prefix(length))
      remaining = remaining.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
