import Synchronization

/// Sizes that follow from the text and nothing else.
package enum TextMetrics {
  /// Height in px of one line of a title.
  package static func lineHeight(_ style: TextStyle) -> Double { heights(style).line }

  /// Height in px of one line of what stands below a title.
  package static func smallLineHeight(_ style: TextStyle) -> Double { heights(style).smallLine }

  /// Pixels per hour at which a quarter of an hour holds one line of text.
  package static func pixelsPerHour(_ style: TextStyle) -> Double {
    4 * (lineHeight(style) + 2).rounded(.up)
  }

  private struct Heights {
    let line: Double
    let smallLine: Double
  }

  /// What was asked for last: every block asks, and nearly always for the one style that all have.
  private static let last = Mutex<(style: TextStyle, heights: Heights)?>(nil)

  private static func heights(_ style: TextStyle) -> Heights {
    last.withLock { last in
      if let last, last.style == style { return last.heights }
      let heights = Heights(
        line: TextLayout(sample, style: style, weight: .semibold).size.height,
        smallLine: TextLayout(sample, style: style, size: style.smallSize).size.height)
      last = (style, heights)
      return heights
    }
  }

  // Letters that reach up and down, though the font's own height is what Pango answers with.
  private static let sample = "Ág"
}
