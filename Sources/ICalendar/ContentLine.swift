/// One unfolded content line: `name *(";" param) ":" value` (RFC 5545 3.1).
package struct ContentLine: Sendable {
  /// The whole line, unfolded, without its line break.
  package let bytes: ArraySlice<UInt8>
  /// The end of the name: the first ";" or ":".
  private let nameEnd: Int
  /// The start of the value, after the ":" that ends the parameters.
  private let valueStart: Int

  /// Creates a line from unfolded bytes. The result is nil if the line has no name, no colon, or more parameters than
  /// `ReadingLimits.parameters`.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var position = bytes.startIndex
    while position < bytes.endIndex, ContentLine.isNameByte(bytes[position]) { position += 1 }
    guard position > bytes.startIndex, position < bytes.endIndex else { return nil }
    nameEnd = position
    self.bytes = bytes
    if bytes[position] == Ascii.colon {
      valueStart = position + 1
      return
    }
    guard bytes[position] == Ascii.semicolon else { return nil }
    // A quote that is never closed is treated as an ordinary character, so that the line still has a value.
    guard !ContentLine.hasTooManyParameters(bytes),
      let colon = ContentLine.colon(in: bytes[position...], respectingQuotes: true)
        ?? ContentLine.colon(in: bytes[position...], respectingQuotes: false)
    else { return nil }
    valueStart = colon + 1
  }

  /// The name and parameters as written, including the colon.
  package var head: ArraySlice<UInt8> { bytes[..<valueStart] }
  /// The value as written, still escaped.
  package var value: ArraySlice<UInt8> { bytes[valueStart...] }
  /// The name in upper case: names are case-insensitive.
  package var name: String { ContentLine.uppercased(bytes[..<nameEnd]) }
  package var hasParameters: Bool { bytes[nameEnd] == Ascii.semicolon }

  /// The decoded parameters in order. Malformed parameters are omitted.
  package var parameters: [Parameter] {
    hasParameters ? Parameter.list(bytes[nameEnd..<valueStart - 1]) : []
  }

  /// Converts ASCII letters to upper case and leaves other characters as they are (invalid UTF-8 is
  /// replaced).
  ///
  /// Names are read for every line of a file, so each string is built in place, without an allocation if it
  /// is at most 15 bytes long.
  static func uppercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { buffer in
      var count = 0
      for byte in bytes {
        buffer[count] = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
        count += 1
      }
      return count
    }
  }

  /// Returns whether a byte may be part of a name: a letter, digit or hyphen as in RFC 5545, or an underscore
  /// or dot, because some programs write them.
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F, 0x2E: true
    default: false
    }
  }

  /// Returns whether there are more parameters before the value than `ReadingLimits.parameters`.
  static func hasTooManyParameters(_ bytes: ArraySlice<UInt8>) -> Bool {
    var (isQuoted, count) = (false, 0)
    for byte in bytes {
      switch byte {
      case Ascii.quote: isQuoted.toggle()
      case Ascii.colon where !isQuoted: return false
      case Ascii.semicolon where !isQuoted, Ascii.comma where !isQuoted:
        count += 1
        if count > ReadingLimits.parameters { return true }
      default: break
      }
    }
    return false
  }

  private static func colon(in bytes: ArraySlice<UInt8>, respectingQuotes: Bool) -> Int? {
    var isQuoted = false
    for index in bytes.indices {
      switch bytes[index] {
      case Ascii.quote where respectingQuotes: isQuoted.toggle()
      case Ascii.colon where !isQuoted: return index
      default: break
      }
    }
    return nil
  }
}
