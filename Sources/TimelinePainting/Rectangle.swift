/// A rectangle in px, y down.
public struct Rectangle: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Upper edge.
  public var y: Double
  /// Extent to the right.
  public var width: Double
  /// Extent down.
  public var height: Double

  /// The rectangle of those edges and extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge.
  public var maxX: Double { x + width }
  /// Lower edge.
  public var maxY: Double { y + height }

  /// The rectangle with every edge moved inwards, or outwards if negative.
  func inset(by distance: Double) -> Rectangle {
    Rectangle(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }
}
