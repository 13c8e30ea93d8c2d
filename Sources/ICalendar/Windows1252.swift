/// The encoding of nearly all iCalendar text that is not UTF-8. It contains the characters of Latin-1.
enum Windows1252 {
  /// Returns text in UTF-8. The five bytes without a character become control characters, as in the Encoding Standard
  /// (encoding.spec.whatwg.org), so no two bytes become the same.
  static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { result.append(byte) } else { result += String(scalar(byte)).utf8 }
    }
    return result
  }

  /// Whether all bytes are characters.
  static func isText(_ bytes: ArraySlice<UInt8>) -> Bool { !bytes.contains(where: undefinedBytes.contains) }

  private static let undefinedBytes: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? punctuation[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The characters from 0x80 to 0x9F.
  private static let punctuation: [Unicode.Scalar] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
    "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
  ]
}
