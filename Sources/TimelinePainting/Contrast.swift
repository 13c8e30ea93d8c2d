import Glibc

/// Contrast between colours, as WCAG 2.2 defines it.
extension PaintColor {
  /// Relative luminance, from 0 for black to 1 for white; opacity is ignored.
  package var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast ratio to another colour, from 1 for none to 21 for black on white.
  package func contrast(to other: PaintColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This colour, moved towards `limit` just far enough to reach a contrast ratio on a background.
  ///
  /// Returns `limit` if even that does not reach the ratio.
  func legible(on background: PaintColor, ratio: Double, towards limit: PaintColor) -> PaintColor {
    guard contrast(to: background) < ratio else { return self }
    var (short, enough) = (0.0, 1.0)
    // Ten bisections: finer than the 256 steps of a screen.
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
