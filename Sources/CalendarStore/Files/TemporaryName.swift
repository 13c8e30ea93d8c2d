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

  /// A name that nobody else has, for what gives way to a file: what is found there may be neither of the two.
  ///
  /// - Parameters:
  ///   - old: the number (`FileMark`) of the file that is to give way.
  ///   - new: that of the file which takes its place; 0 if none does.
  static func make(for old: UInt64, replacedBy new: UInt64) -> ByteString {
    "\(prefix)\(number())-\(padded(old))-\(padded(new))\(suffix)"
  }

  /// Which files may be found under a name that `make(for:replacedBy:)` made, without loss; nil for any other name.
  static func expected(at name: ByteString) -> Set<UInt64>? {
    let parts = name.text.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard parts.count == 3, let old = UInt64(parts[1], radix: 16), let new = UInt64(parts[2], radix: 16),
      name.text == "\(prefix)\(parts[0])-\(padded(old))-\(padded(new))\(suffix)",
      isOurs(ByteString(prefix + parts[0] + suffix))
    else { return nil }
    return [old, new]
  }

  /// Sixteen random hexadecimal digits.
  static func number() -> String {
    padded(UInt64.random(in: 0...UInt64.max))
  }

  private static func padded(_ number: UInt64) -> String {
    let number = String(number, radix: 16)
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
