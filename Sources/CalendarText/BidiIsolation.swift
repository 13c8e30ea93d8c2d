// Isolates values whose writing direction differs from that of the message around them (Unicode Standard
// Annex #9, 2.4 and 6.3).
extension String {
  private static let (firstStrongIsolate, popIsolate) = ("\u{2068}", "\u{2069}")

  /// Whether the text contains right-to-left characters or directional formatting characters. If neither a
  /// message nor its values contain any, nothing has to be isolated.
  var hasBidiCharacters: Bool {
    // The first UTF-8 byte of these scalars is at least 0xD6, so checking the bytes is enough for most text.
    guard utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFE,
        0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
        true
      default: false
      }
    }
  }

  /// Whether the text has its own direction. Numbers and punctuation alone take the direction of their
  /// context.
  var hasOwnDirection: Bool { hasBidiCharacters || unicodeScalars.contains(where: \.properties.isAlphabetic) }

  /// The text with isolate characters around it. Whatever formatting characters it contains, it does not
  /// change the direction of the surrounding text and is not affected by it.
  ///
  /// The end of an isolate closes the embeddings and overrides opened inside it, but not the isolates; the
  /// end of a paragraph closes all of them. Each paragraph is therefore isolated separately, isolates left
  /// open are closed, and unmatched closing characters are removed.
  var isolated: String {
    var result = Self.firstStrongIsolate
    var depth = 0
    func endParagraph() {
      for _ in 0...depth { result += Self.popIsolate }
      depth = 0
    }
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069:
        if depth == 0 { continue }
        depth -= 1
      // Paragraph separators.
      case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029:
        endParagraph()
        result.unicodeScalars.append(scalar)
        result += Self.firstStrongIsolate
        continue
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
    endParagraph()
    return result
  }
}
