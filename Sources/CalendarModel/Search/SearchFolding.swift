@_spi(_Unicode) import Swift

/// Folds text so that a search ignores case and accents: “É”, “é” and “e” become the same bytes, as do “ß”
/// and “ss”, and also “İ”, “I”, “ı” and “i”.
///
/// Letters are decomposed (Unicode's canonical decomposition), accents and invisible characters are removed,
/// and the rest is mapped to lower, then upper, then lower case again, so that all forms of a letter become
/// the same. Letters with a stroke and ligatures, which Unicode does not decompose, are looked up in a small
/// table.
///
/// This type remembers the characters that it has folded. Reuse a value for many strings.
package struct SearchFolding: Sendable {
  /// The folded forms of the characters outside ASCII that have occurred so far.
  private var foldedCharacters: [Unicode.Scalar: [UInt8]] = [:]

  package init() {}

  /// Returns the folded form of text in UTF-8.
  package mutating func folded(_ text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    append(String(text), to: &bytes)
    return bytes
  }

  /// Appends the folded form of text in UTF-8.
  package mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.makeContiguousUTF8()
    let isASCII = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      bytes.append(contentsOf: utf8.lazy.map(SearchFolding.lowercased))
      return true
    }
    if isASCII == true { return }
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(SearchFolding.lowercased(UInt8(truncatingIfNeeded: scalar.value)))
      } else if let folded = foldedCharacters[scalar] {
        bytes.append(contentsOf: folded)
      } else {
        let folded = SearchFolding.folded(scalar)
        foldedCharacters[scalar] = folded
        bytes.append(contentsOf: folded)
      }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for component in String(scalar)._nfd where !isIgnored(component) {
      // “ẞ” becomes “ß”, then “SS” and “ss”.
      for upper in component.properties.lowercaseMapping.uppercased().unicodeScalars {
        for lower in upper.properties.lowercaseMapping.unicodeScalars where !isIgnored(lower) {
          if let letters = undecomposedLetters[lower] {
            text.append(contentsOf: letters.unicodeScalars)
          } else {
            text.append(lower)
          }
        }
      }
    }
    return Array(String(text).utf8)
  }

  /// Whether a character is ignored: an accent, or an invisible character such as a soft hyphen, a
  /// directional mark or the joiner of an emoji.
  ///
  /// The combining classes up to 9 are kept, because they make different letters rather than accents: overlays, the
  /// dots of some Indic letters, the voicing marks of Kana, and the sign that joins Indic consonants. Vowel signs are
  /// in class 0 and are kept too.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.canonicalCombiningClass.rawValue > 9
  }

  /// Latin letters, in lower case, that Unicode does not decompose, and what people type instead. The table
  /// also contains the typographic apostrophe.
  private static let undecomposedLetters: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ħ": "h", "ł": "l", "ŧ": "t", "’": "'", "‘": "'",
  ]
}
