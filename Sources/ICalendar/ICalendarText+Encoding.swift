// Lines that are not UTF-8. Each content line is judged by itself: a program that did not know the encoding of a file
// may have added lines in another one.
extension ICalendarText {
  /// Whether any content line, unfolded, is not UTF-8. The line break of a fold may be inside a character.
  static func containsForeignLine(
    _ bytes: [UInt8], lines: [Line], reportingTo problems: inout ProblemList
  ) -> Bool {
    let span = bytes.span
    var (index, position, isForeign) = (0, lines.first?.start ?? bytes.count, false)
    while let next = span.firstNonASCII(from: position) {
      while index + 1 < lines.count, lines[index + 1].start <= next { index += 1 }
      position = index + 1 < lines.count ? lines[index + 1].start : bytes.count
      let range = lines[index].start..<position
      if span.isUTF8(in: range) || lines[index].isFolded && Text.isUTF8(Folding.unfold(bytes[range])) {
        continue
      }
      isForeign = true
      problems.report(
        Windows1252.isText(bytes[range])
          ? "This line is not UTF-8; it is read as Windows-1252, which many programs do not do."
          : "This line is neither UTF-8 nor Windows-1252; some of its bytes are no characters.",
        line: Int(lines[index].number))
    }
    return isForeign
  }

  /// Returns lines in UTF-8. Those that are UTF-8 already stay as they are, unless a fold is inside a character.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard !Text.isUTF8(bytes[...]), let lines = try? LineScanner(bytes).lines else { return bytes }
    var result = Array(bytes[..<(lines.first?.start ?? 0)])
    for (index, line) in lines.enumerated() {
      let bytes = bytes[line.start..<(index + 1 < lines.count ? lines[index + 1].start : bytes.count)]
      guard !Text.isUTF8(bytes) else {
        result += bytes
        continue
      }
      let lineEnding = lineEnding(of: bytes)
      let content = Text.utf8(Folding.unfold(withoutLineEnding(bytes)))
      let foldEnding = lineEnding.isEmpty ? [Ascii.carriageReturn, Ascii.lineFeed] : Array(lineEnding)
      result += Folding.fold(Array(content), lineEnding: foldEnding) + lineEnding
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
