extension ICalendarText {
  /// Returns the file with some lines replaced. An empty range inserts before the line at its lower bound.
  package func bytes(replacing lines: Range<Int>, with replacement: [UInt8]) -> [UInt8] {
    let range = byteRange(ofLines: lines)
    return Array(bytes[..<range.lowerBound]) + replacement + bytes[range.upperBound...]
  }

  /// Returns the bytes of some lines, including line breaks.
  package func bytes(ofLines lines: Range<Int>) -> ArraySlice<UInt8> { bytes[byteRange(ofLines: lines)] }

  /// Formats new unfolded content lines in the style of this file: folded at 75 octets, with the line break
  /// of the line at `index`.
  package func bytes(ofNewLines lines: [[UInt8]], like index: Int) -> [UInt8] {
    let lineEnding = nonEmptyLineEnding(
      ICalendarText.lineEnding(of: bytes[byteRange(ofLines: index..<index + 1)]))
    return lines.flatMap { Folding.fold($0, lineEnding: lineEnding) + lineEnding }
  }

  /// Standardizes lines from another file, and converts them to the line break of the line at `index`. Folds are
  /// kept.
  package func bytes(ofLines foreignLines: [UInt8], like index: Int) -> [UInt8] {
    let lineEnding = nonEmptyLineEnding(
      ICalendarText.lineEnding(of: bytes[byteRange(ofLines: index..<index + 1)]))
    return ICalendarText.bytes(ofLines: foreignLines, lineEnding: lineEnding)
  }

  /// Standardizes lines from another file, and converts them to `lineEnding`, by default CR LF as in RFC 5545. Folds
  /// are kept.
  package static func bytes(
    ofLines foreignLines: [UInt8], lineEnding: [UInt8] = [0x0D, 0x0A]
  ) -> [UInt8] {
    let foreignLines = standardized(foreignLines)
    var result: [UInt8] = []
    result.reserveCapacity(foreignLines.count + foreignLines.count / 32)
    var position = 0
    while position < foreignLines.count {
      let length = LineScanner.lineBreakLength(in: foreignLines, at: position)
      if length > 0 { result += lineEnding } else { result.append(foreignLines[position]) }
      position += max(1, length)
    }
    return result
  }

  /// Formats new unfolded content lines as in RFC 5545: folded at 75 octets, with CR LF line breaks.
  package static func bytes(ofNewLines lines: [[UInt8]]) -> [UInt8] {
    let lineEnding = [Ascii.carriageReturn, Ascii.lineFeed]
    return lines.flatMap { Folding.fold($0, lineEnding: lineEnding) + lineEnding }
  }
}

extension Parameter {
  /// Formats a parameter, `;NAME=value`: in quotes if the value needs them, and with RFC 6868's caret
  /// sequences for characters that cannot be quoted.
  package static func encoded(_ name: String, _ value: String) -> [UInt8] {
    var encoded: [UInt8] = []
    for byte in value.utf8 {
      switch byte {
      case Ascii.caret: encoded += [Ascii.caret, Ascii.caret]
      case Ascii.quote: encoded += [Ascii.caret, 0x27]
      case Ascii.lineFeed: encoded += [Ascii.caret, 0x6E]
      case Ascii.tab: encoded.append(byte)
      case 0..<Ascii.space, 0x7F: break
      default: encoded.append(byte)
      }
    }
    let needsQuotes = encoded.contains { $0 == Ascii.colon || $0 == Ascii.semicolon || $0 == Ascii.comma }
    if needsQuotes { encoded = [Ascii.quote] + encoded + [Ascii.quote] }
    return [Ascii.semicolon] + name.utf8 + [Ascii.equals] + encoded
  }
}
