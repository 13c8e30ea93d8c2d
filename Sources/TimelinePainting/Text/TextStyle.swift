/// The font, size and direction of text.
package struct TextStyle: Hashable, Sendable {
  /// The font family, or several separated by commas. Pango uses the first one that is installed.
  package var family: String
  /// The em size in px. 14.67 px is 11 pt at a text scale of 1.
  package var size: Double
  /// Whether the user's language is written from right to left. Everything is then mirrored.
  package var isRightToLeft: Bool

  package init(
    family: String = "Adwaita Sans,Cantarell,Sans", size: Double = 14.67, isRightToLeft: Bool = false
  ) {
    self.family = family
    self.size = size
    self.isRightToLeft = isRightToLeft
  }

  /// The em size in px of the text below a title: 85% of `size`.
  package var smallSize: Double { size * 0.85 }
}
