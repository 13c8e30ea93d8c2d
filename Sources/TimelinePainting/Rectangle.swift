/// A rectangle in px. The y-axis points down.
package struct Rectangle: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }

  /// Returns the rectangle with every edge moved inward by a distance, or outward if the distance is
  /// negative.
  func inset(by distance: Double) -> Rectangle {
    Rectangle(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }
}
