extension SeededRandom {
  /// Returns short text with many combining marks after characters that have a meaning in protocols.
  package mutating func text(of syntax: String) -> String {
    let scalars =
      Array(syntax.unicodeScalars) + ["\u{301}", "\u{308}", "\u{200D}", "\u{FE0F}", "a", "é", "\u{1F468}"]
    return String(String.UnicodeScalarView((0..<below(12)).map { _ in scalars[below(scalars.count)] }))
  }
}
