import CalendarModel

/// A colour in sRGB with its opacity, each part from 0 to 1.
package struct PaintColor: Hashable, Sendable {
  /// Red, 0 to 1.
  package var red: Double
  /// Green, 0 to 1.
  package var green: Double
  /// Blue, 0 to 1.
  package var blue: Double
  /// Opacity, 0 to 1.
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour written as 0xRRGGBB.
  package init(hex: UInt32) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255)
  }

  package init(_ color: EventColor) {
    self.init(red: color.red, green: color.green, blue: color.blue)
  }

  /// The same colour with its opacity multiplied.
  package func faded(_ factor: Double) -> PaintColor {
    PaintColor(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// What is seen of `share` of this colour over the rest of another, opaque.
  package func mixed(into other: PaintColor, share: Double) -> PaintColor {
    func mix(_ a: Double, _ b: Double) -> Double { a * share + b * (1 - share) }
    return PaintColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// What is seen of this colour, which may let through, over an opaque one.
  package func over(_ backdrop: PaintColor) -> PaintColor { mixed(into: backdrop, share: alpha) }

  static let black = PaintColor(hex: 0x000000)
  static let white = PaintColor(hex: 0xFFFFFF)
}
