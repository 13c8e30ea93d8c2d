/// Sizes that follow from the text and nothing else.
public enum TextMetrics {
  /// Height in px of one line of a title.
  public static func lineHeight(_ style: TextStyle) -> Double {
    TextLayout(sample, style: style, weight: .semibold).size.height
  }

  /// Height in px of one line of what stands below a title.
  public static func smallLineHeight(_ style: TextStyle) -> Double {
    TextLayout(sample, style: style, size: style.smallSize).size.height
  }

  /// Pixels per hour at which a quarter of an hour holds one line of text.
  public static func pixelsPerHour(_ style: TextStyle) -> Double {
    4 * (lineHeight(style) + 2).rounded(.up)
  }

  // Letters that reach up and down, though the font's own height is what Pango answers with.
  private static let sample = "Ág"
}
