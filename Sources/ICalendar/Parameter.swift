/// A parameter of a content line (RFC 5545 3.2).
package struct Parameter: Hashable, Sendable {
  /// The name in upper case.
  package let name: String
  /// The values in order, without quotes and with RFC 6868's caret sequences decoded.
  package let values: [String]
  /// The parameter as written, starting with its name, for reuse in a new content line.
  package let bytes: [UInt8]

  /// Reads parameters of the form `;NAME=value,"value";...`, without the colon after them.
  package static func list(_ bytes: ArraySlice<UInt8>) -> [Parameter] {
    split(bytes.dropFirst(), at: Ascii.semicolon).compactMap { part in
      guard let equals = part.firstIndex(of: Ascii.equals) else { return nil }
      let values = split(part[(equals + 1)...], at: Ascii.comma).map(decode)
      return Parameter(
        name: ContentLine.uppercased(part[..<equals]), values: values, bytes: Array(part))
    }
  }

  /// Splits at separators outside quotes.
  private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isQuoted = false
    for index in bytes.indices {
      if bytes[index] == Ascii.quote { isQuoted.toggle() }
      if bytes[index] == separator, !isQuoted {
        parts.append(bytes[start..<index])
        start = index + 1
      }
    }
    return parts + [bytes[start...]]
  }

  /// Removes the quotes and decodes `^n`, `^^` and `^'`. Any other caret stands for itself (RFC 6868 3).
  private static func decode(_ value: ArraySlice<UInt8>) -> String {
    var value = value
    if value.count >= 2, value.first == Ascii.quote, value.last == Ascii.quote {
      value = value.dropFirst().dropLast()
    }
    guard value.contains(Ascii.caret) else { return Text.decode(value) }
    var decoded: [UInt8] = []
    var position = value.startIndex
    while position < value.endIndex {
      let next = position + 1 < value.endIndex ? value[position + 1] : 0
      switch (value[position], next) {
      case (Ascii.caret, 0x6E): decoded.append(Ascii.lineFeed)
      case (Ascii.caret, Ascii.caret): decoded.append(Ascii.caret)
      case (Ascii.caret, 0x27): decoded.append(Ascii.quote)
      default:
        decoded.append(value[position])
        position -= 1
      }
      position += 2
    }
    return Text.decode(decoded[...])
  }
}
