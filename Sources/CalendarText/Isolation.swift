// Values within a message that are written in another direction than its words (Unicode Standard Annex #9, 2.4 and 6.3).
extension String {
  private static let (firstStrongIsolate, popIsolate) = ("\u{2068}", "\u{2069}")

  /// Whether anything in it is written from right to left, or says in which direction something is to be written.
  /// Without that there is only one direction, unless it is put beside something that has another.
  var hasDirections: Bool {
    // No scalar of those has a smaller byte: a look at the bytes is enough for most texts.
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

  /// Whether it has a direction of its own: numbers and punctuation alone take that of what they stand in.
  var hasOwnDirection: Bool { hasDirections || unicodeScalars.contains(where: \.properties.isAlphabetic) }

  /// This text so that it turns nothing that stands around it, whatever it says of directions, and nothing around it
  /// turns it.
  ///
  /// An isolate ends what was begun within it, but not the isolates within it, and a paragraph ends them all: so
  /// each paragraph is isolated by itself, isolates that are left open are closed, and ends of those that were never
  /// begun are left out.
  var isolated: String {
    var result = Self.firstStrongIsolate
    var depth = 0
    func end() {
      for _ in 0...depth { result += Self.popIsolate }
      depth = 0
    }
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069:
        if depth == 0 { continue }
        depth -= 1
      // The separators of paragraphs.
      case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029:
        end()
        result.unicodeScalars.append(scalar)
        result += Self.firstStrongIsolate
        continue
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
    end()
    return result
  }
}
