/// The font, size and direction of text.
package struct TextStyle: Hashable, Sendable {
  /// The family name for Pango: "Cantarell", or several separated by commas, of which the first installed one
  /// is used.
  package var family: String
  /// The em size in px: 14.67 is 11 pt at text scale 1.
  package var size: Double
  /// Whether the user's language is right to left, so that everything is mirrored.
  package var isRightToLeft: Bool

  package init(
    family: String = "Adwaita Sans,Cantarell,Sans", size: Double = 14.67, isRightToLeft: Bool = false
  ) {
    self.family = family
    self.size = size
    self.isRightToLeft = isRightToLeft
  }

  /// The size of the text below a title: 85 % of `size`.
  package var smallSize: Double { size * 0.85 }
}
