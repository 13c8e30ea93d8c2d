import CalendarModel

/// Names of the files that a save writes before it renames them.
///
/// Short whatever the calendar's name is (a name may have 255 bytes already), hidden, and ending as
/// vdirsyncer and khal ignore it.
enum TemporaryName {
  private static let prefix = ".handspan-"
  private static let suffix = ".tmp"
  private static let digits = 16

  /// A name that nobody else has.
  static func make() -> ByteString {
    "\(prefix)\(number())\(suffix)"
  }

  /// Sixteen random hexadecimal digits.
  static func number() -> String {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return String(repeating: "0", count: digits - number.count) + number
  }

  /// Whether it was made by `make`.
  static func isOurs(_ name: ByteString) -> Bool {
    name.hasPrefix(ByteString(prefix)) && name.hasSuffix(ByteString(suffix))
      && name.bytes.count == prefix.utf8.count + digits + suffix.utf8.count
      && name.bytes.dropFirst(prefix.utf8.count).prefix(digits).allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
