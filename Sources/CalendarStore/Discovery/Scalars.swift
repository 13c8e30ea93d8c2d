/// Text that is read scalar by scalar, as Python reads configuration files. In a `String`, a quotation mark or a slash
/// is a different character if an accent follows it.
typealias Scalars = Substring.UnicodeScalarView

extension Scalars {
  /// The text without leading and trailing white space.
  var trimmed: Scalars {
    var text = drop { $0.properties.isWhitespace }
    while text.last?.properties.isWhitespace == true { text.removeLast() }
    return text
  }

  func hasPrefix(_ prefix: String) -> Bool { starts(with: prefix.unicodeScalars) }

  /// Returns the lines of a text.
  static func lines(of text: String, omittingEmptySubsequences: Bool = true) -> [Scalars] {
    // Neither a line break nor what follows it joins with the other into one character.
    text.split(omittingEmptySubsequences: omittingEmptySubsequences, whereSeparator: \.isNewline)
      .map(\.unicodeScalars)
  }
}
