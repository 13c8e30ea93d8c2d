import Glibc

/// How well one colour is read on another, as WCAG 2.2 defines it.
extension PaintColor {
  /// Relative luminance, 0 for black to 1 for white; opacity is not looked at.
  package var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast ratio to another colour: 1 for none to 21 for black on white.
  package func contrast(to other: PaintColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This colour, moved towards `limit` no farther than is needed to reach a contrast ratio on a background.
  ///
  /// If even `limit` does not reach it, `limit` is the answer.
  func legible(on background: PaintColor, ratio: Double, towards limit: PaintColor) -> PaintColor {
    guard contrast(to: background) < ratio else { return self }
    var (short, enough) = (0.0, 1.0)
    // Ten halvings: finer than the 256 steps that a screen shows.
    for _ in 0..<10 {
      let share = (short + enough) / 2
      if limit.mixed(into: self, share: share).contrast(to: background) < ratio {
        short = share
      } else {
        enough = share
      }
    }
    return limit.mixed(into: self, share: enough)
  }

  private func linear(_ part: Double) -> Double {
    part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}
