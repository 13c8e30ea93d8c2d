import Synchronization

/// Sizes that depend on the text style only.
package enum TextMetrics {
  /// Height of one line of a title in px.
  package static func lineHeight(_ style: TextStyle) -> Double { heights(style).line }

  /// Height of one line of the text below a title in px.
  package static func smallLineHeight(_ style: TextStyle) -> Double { heights(style).smallLine }

  /// px per hour at which a quarter of an hour holds one line of text.
  package static func pixelsPerHour(_ style: TextStyle) -> Double {
    4 * (lineHeight(style) + 2).rounded(.up)
  }

  private struct Heights {
    let line: Double
    let smallLine: Double
  }

  /// The last result, cached because every block needs it, nearly always for the same style.
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

  // Letters with ascenders and descenders, although Pango returns the font's own height.
  private static let sample = "Ág"
}
