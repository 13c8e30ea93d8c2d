/// A color in sRGB. Each component is from 0 to 1.
package struct EventColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from one byte each for red (the most significant), green and blue.
  package init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255)
  }

  /// Parses `#rrggbb`, as in the `color` file of a vdir.
  package init?(hex: some StringProtocol) {
    let digits = hex.utf8.dropFirst()
    guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(String(hex.dropFirst()), radix: 16)
    else { return nil }
    self.init(rgb: value)
  }

  /// One byte each for red (the most significant), green and blue.
  package var rgb: UInt32 {
    [red, green, blue].reduce(0) { $0 << 8 | UInt32((min(1, max(0, $1)) * 255).rounded()) }
  }

  /// The color as `#rrggbb`.
  package var hex: String {
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
