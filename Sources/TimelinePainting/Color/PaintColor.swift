import CalendarModel

/// An sRGB color with opacity, each component from 0 to 1.
package struct PaintColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  /// The opacity, from 0 to 1.
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque color from a number of the form 0xRRGGBB.
  package init(hex: UInt32) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255)
  }

  package init(_ color: EventColor) {
    self.init(red: color.red, green: color.green, blue: color.blue)
  }

  /// Returns this color with its opacity multiplied by a factor.
  package func faded(_ factor: Double) -> PaintColor {
    PaintColor(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// Returns an opaque mix of this color and another. `share`, from 0 to 1, is the proportion of this
  /// color.
  package func mixed(into other: PaintColor, share: Double) -> PaintColor {
    func mix(_ a: Double, _ b: Double) -> Double { a * share + b * (1 - share) }
    return PaintColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Returns this color, which may be translucent, composited over an opaque one.
  package func over(_ backdrop: PaintColor) -> PaintColor { mixed(into: backdrop, share: alpha) }

  static let black = PaintColor(hex: 0x000000)
  static let white = PaintColor(hex: 0xFFFFFF)
}
