import Glibc

/// Contrast between colors, as defined by WCAG 2.2.
extension PaintColor {
  /// The relative luminance, from 0 for black to 1 for white. The opacity is ignored.
  package var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio between this color and another, from 1 for equal luminance to 21 for black
  /// on white.
  package func contrast(to other: PaintColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns this color, moved toward `limit` just far enough to reach a contrast ratio on a background.
  ///
  /// If even `limit` does not reach the ratio, the result is `limit`.
  func legible(on background: PaintColor, ratio: Double, toward limit: PaintColor) -> PaintColor {
    guard contrast(to: background) < ratio else { return self }
    var (low, high) = (0.0, 1.0)
    // After ten bisections, the error is smaller than one of the 256 levels of a screen.
    for _ in 0..<10 {
      let middle = (low + high) / 2
      if limit.mixed(into: self, share: middle).contrast(to: background) < ratio {
        low = middle
      } else {
        high = middle
      }
    }
    return limit.mixed(into: self, share: high)
  }

  private func linear(_ component: Double) -> Double {
    component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
  }
}
