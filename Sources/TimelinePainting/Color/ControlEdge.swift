/// The edges of controls in the user's colors, such as the check box of a calendar. They have a contrast of at least 3:1 to
/// the background (WCAG 2.2, 1.4.11), in light and dark style.
package enum ControlEdge {
  /// The minimum contrast.
  package static let minimumContrast = 3.0
  /// The backgrounds of libadwaita's windows and popovers, and the color of text on them. Text in light style is
  /// translucent.
  static let styles: [(backgrounds: [PaintColor], text: PaintColor)] = [
    ([PaintColor(hex: 0xFAFAFA), .white], PaintColor(red: 0, green: 0, blue: 0, alpha: 0.8)),
    ([PaintColor(hex: 0x242424), PaintColor(hex: 0x303030), PaintColor(hex: 0x383838)], .white),
  ]

  /// Returns how much of the color of text has to be mixed into a color, from 0 to 1, so that an edge stands out from every
  /// background. The hue is kept as far as possible.
  package static func shareOfText(for color: PaintColor) -> Double {
    let shares = (0...20).map { Double($0) / 20 }
    return shares.first { share in lowestContrast(of: color, share) >= minimumContrast } ?? 1
  }

  /// Returns the lowest contrast of an edge to a background.
  static func lowestContrast(of color: PaintColor, _ share: Double) -> Double {
    styles.flatMap { style in
      style.backgrounds.map { edge(color, style.text, share).over($0).contrast(to: $0) }
    }.min() ?? 1
  }

  /// Returns the mix of a color and the color of text, as GTK computes it: each color counts by its opacity.
  private static func edge(_ color: PaintColor, _ text: PaintColor, _ share: Double) -> PaintColor {
    let alpha = color.alpha * (1 - share) + text.alpha * share
    var edge = text.mixed(into: color, share: alpha == 0 ? share : text.alpha * share / alpha)
    edge.alpha = alpha
    return edge
  }
}
