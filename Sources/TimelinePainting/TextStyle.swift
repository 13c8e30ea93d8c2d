/// The face, size and direction of text.
package struct TextStyle: Hashable, Sendable {
  /// The family as Pango knows it: "Cantarell", or several with commas between them, of which the first that is
  /// installed is taken.
  package var family: String
  /// The height of the em in px: 14.67 is 11 pt at text scale 1.
  package var size: Double
  /// Whether the user's language is read from right to left, so that everything is mirrored.
  package var isRightToLeft: Bool

  package init(
    family: String = "Adwaita Sans,Cantarell,Sans", size: Double = 14.67, isRightToLeft: Bool = false
  ) {
    self.family = family
    self.size = size
    self.isRightToLeft = isRightToLeft
  }

  /// What stands below a title: 85 % of the size.
  package var smallSize: Double { size * 0.85 }
}
