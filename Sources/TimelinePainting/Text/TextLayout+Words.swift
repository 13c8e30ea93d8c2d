import CPaint

extension TextLayout {
  /// Like `fit`, but does not break words. A word that is too wide for a line is truncated with
  /// an ellipsis, or to its first letters if an ellipsis would leave too few of them.
  @discardableResult
  package func fitWords(width: Double, lines: Int) -> TextLayout {
    fit(width: width, lines: lines)
    guard lineCount > 1, breaksWithinWord else { return self }
    shortenWords(to: Int32(max(0, width) * Double(PANGO_SCALE)))
    return fit(width: width, lines: lines)
  }

  var text: String { String(cString: pango_layout_get_text(layout)) }

  /// Whether a line begins within a word. In scripts without spaces, most positions count as word boundaries.
  private var breaksWithinWord: Bool {
    let breaks = lineBreaks
    return (1..<pango_layout_get_line_count(layout)).contains { line in
      guard let start = pango_layout_get_line_readonly(layout, line)?.pointee.start_index else {
        return false
      }
      return !breaks.contains(Int(start))
    }
  }

  /// The byte offsets at which a line may begin, in ascending order. The last one is the end of the text.
  private var lineBreaks: [Int] {
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return [] }
    var (byte, result) = (0, [Int]())
    for (index, scalar) in text.unicodeScalars.prefix(Int(count)).enumerated() {
      if index > 0, attributes[index].is_line_break != 0 { result.append(byte) }
      byte += UTF8.width(scalar)
    }
    return result + [byte]
  }

  /// Truncates words that are wider than `width`, which is in Pango units.
  private func shortenWords(to width: Int32) {
    let (text, breaks, ellipsis) = (text, lineBreaks, "\u{2026}")
    // All words, and the ellipsis, are measured on one line.
    set(text + " " + ellipsis)
    pango_layout_set_width(layout, -1)
    let ellipsisStart = text.utf8.count + 1
    let widthBeforeEllipsis = width - self.width(of: ellipsisStart..<ellipsisStart + ellipsis.utf8.count)
    var (result, start) = ("", 0)
    for position in breaks {
      let segment = text.utf8.dropFirst(start).prefix(position - start)
      let spaceCount = segment.reversed().prefix { $0 == UInt8(ascii: " ") }.count
      let word = Substring(segment.dropLast(spaceCount))
      if self.width(of: start..<start + word.utf8.count) > width {
        if let beginning = beginning(
          of: word, at: start, fitting: widthBeforeEllipsis, minimum: TextLayout.minimumLetters)
        {
          result += beginning + ellipsis
        } else {
          result += beginning(of: word, at: start, fitting: width, minimum: 1) ?? word.prefix(1)
        }
        hasShortenedWords = true
      } else {
        result += word
      }
      result += Substring(segment.suffix(spaceCount))
      start = position
    }
    set(result)
  }

  /// The minimum number of letters from which a word can still be guessed.
  private static let minimumLetters = 3

  /// Returns the longest beginning of a word that fits into `maximumWidth`, in Pango units; nil if it has
  /// fewer letters than `minimum`.
  ///
  /// - Parameter start: the byte offset of the word.
  private func beginning(
    of word: Substring, at start: Int, fitting maximumWidth: Int32, minimum: Int
  ) -> Substring? {
    var (end, letters) = (word.startIndex, 0)
    while end < word.endIndex {
      let next = word.index(after: end)
      if width(of: start..<start + word[..<next].utf8.count) > maximumWidth { break }
      (end, letters) = (next, letters + 1)
    }
    return letters >= minimum ? word[..<end] : nil
  }

  /// Returns the width of a range of bytes in Pango units. The text must be on one line.
  private func width(of bytes: Range<Int>) -> Int32 {
    let edges = [bytes.lowerBound, bytes.upperBound].map { byte in
      var position = PangoRectangle()
      pango_layout_index_to_pos(layout, Int32(byte), &position)
      return position.x
    }
    return abs(edges[1] - edges[0])
  }

  private func set(_ text: String) { pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count)) }
}
