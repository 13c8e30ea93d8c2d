/// A place in the viewport's coordinates: logical px, y down. It may lie outside the viewport.
public struct Point: Hashable, Sendable {
  /// px from the viewport's left.
  public var x: Double
  /// px from the viewport's top.
  public var y: Double

  /// The place at those px.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether `other` is farther away than `distance` px, in any direction.
  func isFarther(than distance: Double, from other: Point) -> Bool {
    let (dx, dy) = (x - other.x, y - other.y)
    return dx * dx + dy * dy > distance * distance
  }
}
