/// How the text of a line is encoded if it is written as in vCalendar 1.0, the predecessor of iCalendar: quoted-printable
/// (RFC 2045 6.7), or in an encoding that a CHARSET parameter names. Programs still write both.
struct LegacyText {
  private let isQuotedPrintable: Bool
  private let charset: String?

  /// - Parameter line: a line that is unfolded like any other.
  /// - Returns: nil if no parameter says how the text is encoded.
  init?(_ line: ContentLine) {
    // Attachments are binary.
    guard line.hasParameters, line.head.span.hasTextEncoding, line.name != "ATTACH" else { return nil }
    let parameters = line.parameters
    guard parameters.allSatisfy(Self.isOfText) else { return nil }
    isQuotedPrintable = line.head.span.isQuotedPrintable
    charset = parameters.first { $0.name == "CHARSET" }?.values.first?.uppercased()
  }

  /// Returns false for a parameter that says that the value is binary, or encoded in a way that is not decoded here.
  private static func isOfText(_ parameter: Parameter) -> Bool {
    guard parameter.name == "ENCODING" else { return true }
    return ["QUOTED-PRINTABLE", "7BIT", "8BIT"].contains(ContentLine.uppercased(parameter.bytes[9...]))
  }

  /// What `handspan check` says.
  var problem: String {
    if isUnknown { return "The CHARSET of this line is unknown; the text is read as UTF-8 or Windows-1252." }
    return isQuotedPrintable
      ? "This line is quoted-printable, as in vCalendar 1.0; it is decoded, which many programs do not do."
      : "This line has a CHARSET, as in vCalendar 1.0; it is decoded, which many programs do not do."
  }

  /// Returns the content line as in RFC 5545.
  ///
  /// - Parameter foldedLine: the line as it is in the file, without the line break at its end.
  func standardLine(_ foldedLine: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let line = ContentLine(isQuotedPrintable ? Self.unfold(foldedLine) : Folding.unfold(foldedLine))
    else { return foldedLine }
    let obsoleteNames: Set = ["CHARSET", "ENCODING", "QUOTED-PRINTABLE"]
    let parameters = line.parameters.filter { !obsoleteNames.contains($0.name) }
    let head = Array(line.name.utf8) + parameters.flatMap { [Ascii.semicolon] + Text.utf8($0.bytes[...]) }
    let text = utf8(isQuotedPrintable ? Self.decode(line.value) : line.value)
    return (head + [Ascii.colon] + Self.value(text, of: line.name))[...]
  }

  // MARK: Quoted-printable

  /// Removes the soft line breaks of quoted-printable text, whose next line does not begin with a space, and folds. A fold
  /// may be between “=” and the two digits after it.
  private static func unfold(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    result.reserveCapacity(line.count)
    var position = line.startIndex
    while position < line.endIndex {
      let length = LineScanner.lineBreakLength(in: line, at: position)
      guard length > 0 else {
        result.append(line[position])
        position += 1
        continue
      }
      position += length
      let isSpace = position < line.endIndex && [Ascii.space, Ascii.tab].contains(line[position])
      let isSoft = result.last == Ascii.equals && !(isSpace && byte(in: line, at: position + 1) != nil)
      if isSoft { result.removeLast() } else if isSpace { position += 1 }
    }
    return result[...]
  }

  private static func decode(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == Ascii.equals, let byte = byte(in: text, at: position + 1) {
        result.append(byte)
        position += 3
      } else {
        // A “=” at the end is a soft line break before nothing.
        if text[position] != Ascii.equals || position + 1 < text.endIndex { result.append(text[position]) }
        position += 1
      }
    }
    return result[...]
  }

  /// Returns the byte that two hexadecimal digits stand for.
  private static func byte(in text: ArraySlice<UInt8>, at position: Int) -> UInt8? {
    guard position + 1 < text.endIndex, let high = digit(text[position]), let low = digit(text[position + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  // MARK: Characters

  private static let unicodeNames: Set = ["UTF-8", "UTF8", "US-ASCII"]
  private static let westernNames: Set = ["ISO-8859-1", "LATIN1", "WINDOWS-1252", "CP1252"]

  var isUnknown: Bool {
    charset.map { !Self.unicodeNames.contains($0) && !Self.westernNames.contains($0) } ?? false
  }

  private func utf8(_ text: ArraySlice<UInt8>) -> [UInt8] {
    if let charset, Self.westernNames.contains(charset) { return Windows1252.utf8(text) }
    return Array(Text.utf8(text))
  }

  private static let textProperties: Set = ["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT"]

  /// Returns a decoded value as RFC 5545 writes it. Line breaks and control characters are written in the value; commas and
  /// semicolons may be escaped or not.
  private static func value(_ text: [UInt8], of name: String) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(text.count)
    var isEscape = false
    for (index, byte) in text.enumerated() {
      switch byte {
      case Ascii.lineFeed where index > 0 && text[index - 1] == Ascii.carriageReturn: break
      case Ascii.lineFeed, Ascii.carriageReturn:
        // A backslash before a line break stands for itself, and must not escape the one that is written here.
        value += isEscape ? [Ascii.backslash, Ascii.backslash, 0x6E] : [Ascii.backslash, 0x6E]
      case 0..<Ascii.space where byte != Ascii.tab, 0x7F: value += "\u{FFFD}".utf8
      default: value.append(byte)
      }
      isEscape = byte == Ascii.backslash && !isEscape
    }
    return textProperties.contains(name) ? Text.escape(Text.unescape(value[...])) : value
  }
}

extension Span<UInt8> {
  /// The maximum number of bytes in which parameters that say how text is encoded are looked for.
  private static var headLimit: Int { 1_000 }

  /// Whether a parameter that follows the semicolon at a position says how the text of the line is encoded.
  @inline(__always)
  func isTextEncoding(afterSemicolonAt position: Int) -> Bool {
    guard position + 1 < count else { return false }
    switch self[position + 1] | 0x20 {
    case 0x63: return hasText("charset=", at: position + 1)
    case 0x65, 0x71: return isQuotedPrintable(afterSemicolonAt: position)
    default: return false
    }
  }

  private func isQuotedPrintable(afterSemicolonAt position: Int) -> Bool {
    // vCalendar 1.0 allows the value without the name.
    if hasText("encoding=quoted-printable", at: position + 1) { return true }
    guard hasText("quoted-printable", at: position + 1) else { return false }
    return [Ascii.semicolon, Ascii.colon].contains(self[position + 17])
  }

  /// Whether the parameters of the line that begins here say how its text is encoded.
  fileprivate var hasTextEncoding: Bool { hasParameter(from: 0) { isTextEncoding(afterSemicolonAt: $0) } }
  fileprivate var isQuotedPrintable: Bool { isQuotedPrintable(from: 0) }

  /// Whether the line that begins at a position is quoted-printable.
  func isQuotedPrintable(from start: Int) -> Bool {
    hasParameter(from: start) { isQuotedPrintable(afterSemicolonAt: $0) }
  }

  /// A colon in quotes is part of a parameter, unless the quotes are never closed, as in `ContentLine`.
  private func hasParameter(from start: Int, where isMatch: (Int) -> Bool) -> Bool {
    var (position, isQuoted, hasQuotedColon, isFound) = (start, false, false, false)
    let end = Swift.min(count, start + Self.headLimit)
    while position < end, !isEndOfLine(at: position) {
      switch self[position] {
      case Ascii.quote: isQuoted.toggle()
      case Ascii.colon where isQuoted: hasQuotedColon = true
      case Ascii.colon: return isFound
      case Ascii.semicolon where !isQuoted && !isFound && isMatch(position):
        guard hasQuotedColon else { return true }
        isFound = true
      default: break
      }
      position += 1
    }
    return false
  }

  /// Whether a line break that is not a fold begins at a position.
  private func isEndOfLine(at position: Int) -> Bool {
    let length = LineScanner.lineBreakLength(in: self, at: position)
    guard length > 0, position + length < count else { return length > 0 }
    return self[position + length] != Ascii.space && self[position + length] != Ascii.tab
  }
}
