/// A rectangle in px, y down.
package struct Rectangle: Hashable, Sendable {
  /// Left edge.
  package var x: Double
  /// Upper edge.
  package var y: Double
  /// Extent to the right.
  package var width: Double
  /// Extent down.
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge.
  package var maxX: Double { x + width }
  /// Lower edge.
  package var maxY: Double { y + height }

  /// The rectangle with every edge moved inwards, or outwards if negative.
  func inset(by distance: Double) -> Rectangle {
    Rectangle(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }
}
