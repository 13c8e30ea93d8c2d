/// Values of type TEXT (RFC 5545 3.3.11).
package enum Text {
  /// The text that a value stands for: `\n` and `\N` are a line break; `\,`, `\;` and `\\` the character.
  ///
  /// A backslash before anything else, or at the very end, is against the RFC and stands for itself.
  package static func unescape(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(Ascii.backslash) else { return decode(value) }
    var plain: [UInt8] = []
    plain.reserveCapacity(value.count)
    var position = value.startIndex
    while position < value.endIndex {
      let byte = value[position]
      position += 1
      guard byte == Ascii.backslash, position < value.endIndex else {
        plain.append(byte)
        continue
      }
      switch value[position] {
      case 0x6E, 0x4E: plain.append(Ascii.lineFeed)
      case Ascii.comma, Ascii.semicolon, Ascii.backslash: plain.append(value[position])
      default: plain += [byte, value[position]]
      }
      position += 1
    }
    return decode(plain[...])
  }

  /// The value that stands for a text. Every kind of line break becomes `\n`.
  ///
  /// Goes by bytes: to Swift a comma and the accent after it are one character, which is no comma.
  package static func escape(_ text: String) -> [UInt8] {
    var value: [UInt8] = []
    var last: UInt8?
    for byte in text.utf8 {
      switch byte {
      case Ascii.backslash, Ascii.comma, Ascii.semicolon: value += [Ascii.backslash, byte]
      case Ascii.lineFeed where last == Ascii.carriageReturn: break
      case Ascii.lineFeed, Ascii.carriageReturn: value += [Ascii.backslash, 0x6E]
      default: value.append(byte)
      }
      last = byte
    }
    return value
  }

  /// The texts of a list, such as CATEGORIES: separated by commas that are not escaped.
  package static func list(_ value: ArraySlice<UInt8>) -> [String] {
    var texts: [String] = []
    var start = value.startIndex
    var position = start
    while position < value.endIndex {
      if value[position] == Ascii.comma {
        texts.append(unescape(value[start..<position]))
        start = position + 1
      }
      position += value[position] == Ascii.backslash ? 2 : 1
    }
    return texts + [unescape(value[start...])]
  }

  /// Whether bytes are the UTF-8 that RFC 5545 asks for.
  package static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Bytes as text: UTF-8, or else Latin-1, which is what files that are not UTF-8 nearly always are.
  ///
  /// NUL, which ends a text too early wherever C reads it, is shown as the replacement character.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    guard bytes.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
  }
}
