// Lines that are not UTF-8, or are quoted-printable. Each content line is judged by itself: a program that did not know the encoding of a file
// may have added lines in another one.
extension ICalendarText {
  /// Whether there are lines in another encoding.
  enum ForeignLines: Comparable {
    case none, readable, unreadable
  }

  /// Returns whether any content line, unfolded, is not UTF-8. The line break of a fold may be inside a character.
  static func foreignLines(
    _ bytes: [UInt8], lines: [Line], reportingTo problems: inout ProblemList
  ) -> ForeignLines {
    let span = bytes.span
    var (index, position, result) = (0, lines.first?.start ?? bytes.count, ForeignLines.none)
    while let next = span.firstNonASCII(from: position) {
      while index + 1 < lines.count, lines[index + 1].start <= next { index += 1 }
      position = index + 1 < lines.count ? lines[index + 1].start : bytes.count
      let range = lines[index].start..<position
      if span.isUTF8(in: range) || lines[index].isFolded && Text.isUTF8(Folding.unfold(bytes[range])) {
        continue
      }
      let isText = Windows1252.isText(bytes[range])
      result = max(result, isText ? .readable : .unreadable)
      problems.report(
        isText
          ? "This line is not UTF-8; it is read as Windows-1252, which many programs do not do."
          : "This line is neither UTF-8 nor Windows-1252; some of its bytes are no characters.",
        line: Int(lines[index].number))
    }
    return result
  }

  /// Returns an unfolded content line in UTF-8 and not quoted-printable.
  ///
  /// - Parameter foldedLine: the line without the line break at its end.
  static func standardLine(_ foldedLine: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = Folding.unfold(foldedLine)
    return ContentLine(line).flatMap(LegacyText.init)?.standardLine(foldedLine) ?? Text.utf8(line)
  }

  /// Returns edits to a component, together with those that remove a soft line break at the end of a line after which
  /// something changes. Only the BEGIN or END that follows now is not continued text.
  func addingEndsOfText(to edits: [LineEdit], of component: Int) -> [LineEdit] {
    let changedLines = Set(edits.compactMap(\.changedLine))
    let precedingLines = Set(edits.map { $0.changedLine.map { $0 - 1 } ?? $0.anchor })
    let lines = precedingLines.subtracting(changedLines).filter(components[component].lines.contains)
    return edits
      + lines.compactMap { index in
        lineWithoutSoftLineBreak(index).map { LineEdit.replace(line: index, with: $0) }
      }
  }

  /// Returns a quoted-printable line with a soft line break at its end as in RFC 5545; nil for other lines.
  private func lineWithoutSoftLineBreak(_ index: Int) -> [UInt8]? {
    let foldedLine = Self.withoutLineEnding(bytes[byteRange(ofLines: index..<index + 1)])
    guard foldedLine.last == Ascii.equals, bytes.span.isQuotedPrintable(from: lines[index].start) else {
      return nil
    }
    var line = Array(Self.standardLine(foldedLine))
    // Binary values, and lines that cannot be read, are still as they were.
    guard line.span.isQuotedPrintable(from: 0) else { return line }
    while line.last == Ascii.equals { line.removeLast() }
    return line
  }

  /// Returns lines in UTF-8 and not quoted-printable. Those that are so already stay as they are, unless a fold is inside
  /// a character.
  package static func standardized(_ bytes: [UInt8]) -> [UInt8] {
    guard let text = try? ICalendarText(bytes), text.hasForeignLines || !Text.isUTF8(bytes[...]) else {
      return bytes
    }
    var result = Array(bytes[..<text.byteRange(ofLines: 0..<0).lowerBound])
    for index in text.lines.indices {
      let bytes = bytes[text.byteRange(ofLines: index..<index + 1)]
      let lineEnding = lineEnding(of: bytes)
      let foldedLine = bytes.dropLast(lineEnding.count)
      let line = standardLine(foldedLine)
      guard !Text.isUTF8(bytes) || !line.elementsEqual(Folding.unfold(foldedLine)) else {
        result += bytes
        continue
      }
      result +=
        Folding.fold(Array(line), lineEnding: text.nonEmptyLineEnding(lineEnding)) + lineEnding
    }
    return result
  }
}

extension Span<UInt8> {
  /// Returns the position of the first byte that is not ASCII. Examines eight bytes at a time.
  fileprivate func firstNonASCII(from start: Int) -> Int? {
    var position = start
    while position + 8 <= count {
      let highBits = word(at: position) & 0x8080_8080_8080_8080
      if highBits != 0 { return position + highBits.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count {
      if self[position] >= 0x80 { return position }
      position += 1
    }
    return nil
  }

  fileprivate func isUTF8(in range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: extracting(range))) != nil
  }
}
