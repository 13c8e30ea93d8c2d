/// A colour in sRGB. Each component is from 0 to 1.
package struct EventColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
