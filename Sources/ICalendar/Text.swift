/// Values of type TEXT (RFC 5545 3.3.11).
package enum Text {
  /// Unescapes a value: `\n` and `\N` stand for a line break; `\,`, `\;` and `\\` stand for the character
  /// after the backslash.
  ///
  /// A backslash before anything else, or at the very end, violates the RFC and is kept as it is.
  package static func unescape(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(Ascii.backslash) else { return decode(value) }
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(value.count)
    var position = value.startIndex
    while position < value.endIndex {
      let byte = value[position]
      position += 1
      guard byte == Ascii.backslash, position < value.endIndex else {
        unescaped.append(byte)
        continue
      }
      switch value[position] {
      case 0x6E, 0x4E: unescaped.append(Ascii.lineFeed)
      case Ascii.comma, Ascii.semicolon, Ascii.backslash: unescaped.append(value[position])
      default: unescaped += [byte, value[position]]
      }
      position += 1
    }
    return decode(unescaped[...])
  }

  /// Escapes text as a value. Every kind of line break becomes `\n`.
  ///
  /// This function works on bytes, because Swift treats a comma followed by a combining accent as a single
  /// character that is not a comma.
  package static func escape(_ text: String) -> [UInt8] {
    var value: [UInt8] = []
    var previous: UInt8?
    for byte in text.utf8 {
      switch byte {
      case Ascii.backslash, Ascii.comma, Ascii.semicolon: value += [Ascii.backslash, byte]
      case Ascii.lineFeed where previous == Ascii.carriageReturn: break
      case Ascii.lineFeed, Ascii.carriageReturn: value += [Ascii.backslash, 0x6E]
      default: value.append(byte)
      }
      previous = byte
    }
    return value
  }

  /// Returns the strings of a list such as CATEGORIES, separated by unescaped commas.
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

  /// Returns whether bytes are valid UTF-8, as RFC 5545 requires.
  package static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }

  /// Returns bytes in UTF-8: as they are or, if they are not valid UTF-8, converted from Windows-1252.
  static func utf8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    isUTF8(bytes) ? bytes : Windows1252.utf8(bytes)[...]
  }

  /// Decodes bytes as UTF-8 or, if they are not valid UTF-8, as Windows-1252.
  ///
  /// NUL becomes the replacement character, because it would end the text early in C code.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let text =
      String(validating: bytes, as: UTF8.self) ?? String(decoding: Windows1252.utf8(bytes), as: UTF8.self)
    guard bytes.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
  }
}
