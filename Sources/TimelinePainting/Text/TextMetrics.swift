import Synchronization

/// Sizes that depend only on the text style.
package enum TextMetrics {
  /// Returns the height of one line of a title in px.
  package static func lineHeight(_ style: TextStyle) -> Double { heights(style).line }

  /// Returns the height in px of one line of the text below a title.
  package static func smallLineHeight(_ style: TextStyle) -> Double { heights(style).smallLine }

  /// Returns the zoom in px per hour at which a quarter of an hour has space for one line of text.
  package static func pixelsPerHour(_ style: TextStyle) -> Double {
    4 * (lineHeight(style) + 2).rounded(.up)
  }

  private struct Heights {
    let line: Double
    let smallLine: Double
  }

  /// The last result, cached because every block needs it, almost always for the same style.
  private static let cache = Mutex<(style: TextStyle, heights: Heights)?>(nil)

  private static func heights(_ style: TextStyle) -> Heights {
    cache.withLock { cache in
      if let cache, cache.style == style { return cache.heights }
      let heights = Heights(
        line: TextLayout(sample, style: style, weight: .semibold).size.height,
        smallLine: TextLayout(sample, style: style, size: style.smallSize).size.height)
      cache = (style, heights)
      return heights
    }
  }

  // Pango returns the same height for any text. To be safe, the sample has an accent and a descender.
  private static let sample = "Ág"
}
