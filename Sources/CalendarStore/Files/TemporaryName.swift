import CalendarModel

/// The names of the temporary files that a save writes before it renames them.
///
/// They are hidden, have a suffix that vdirsyncer and khal ignore, and do not contain the calendar file's
/// name, which may already have the maximum length of 255 bytes.
enum TemporaryName {
  private static let prefix = ".handspan-"
  private static let suffix = ".tmp"
  /// The number of hexadecimal digits in each number in a name.
  private static let digitCount = 16

  /// Returns a unique name.
  static func make() -> ByteString {
    "\(prefix)\(randomDigits())\(suffix)"
  }

  /// Returns a unique name that encodes the fingerprints of the two files that may have this name; see
  /// `CalendarFiles.sweep`.
  ///
  /// - Parameters:
  ///   - oldFingerprint: the `FileFingerprint` value of the file to be replaced.
  ///   - newFingerprint: the `FileFingerprint` value of its replacement; 0 if there is none.
  static func make(for oldFingerprint: UInt64, replacedBy newFingerprint: UInt64) -> ByteString {
    "\(prefix)\(randomDigits())-\(padded(oldFingerprint))-\(padded(newFingerprint))\(suffix)"
  }

  /// Returns the values encoded in a name that `make(for:replacedBy:)` created; nil for any other name. A
  /// file with this name may be removed if its `FileFingerprint` has one of these values.
  static func expectedFingerprints(in name: ByteString) -> Set<UInt64>? {
    let parts = name.text.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard parts.count == 3, let oldFingerprint = UInt64(parts[1], radix: 16),
      let newFingerprint = UInt64(parts[2], radix: 16),
      name.text == "\(prefix)\(parts[0])-\(padded(oldFingerprint))-\(padded(newFingerprint))\(suffix)",
      isTemporary(ByteString(prefix + parts[0] + suffix))
    else { return nil }
    return [oldFingerprint, newFingerprint]
  }

  /// Returns sixteen random hexadecimal digits.
  static func randomDigits() -> String {
    padded(UInt64.random(in: 0...UInt64.max))
  }

  private static func padded(_ number: UInt64) -> String {
    let number = String(number, radix: 16)
    return String(repeating: "0", count: digitCount - number.count) + number
  }

  /// Whether a name has the form of the names that `make()` creates.
  static func isTemporary(_ name: ByteString) -> Bool {
    name.hasPrefix(ByteString(prefix)) && name.hasSuffix(ByteString(suffix))
      && name.bytes.count == prefix.utf8.count + digitCount + suffix.utf8.count
      && name.bytes.dropFirst(prefix.utf8.count).prefix(digitCount).allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
