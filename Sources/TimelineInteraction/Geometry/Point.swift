/// A point in the viewport's coordinates: logical px, y down. It may be outside the viewport.
package struct Point: Hashable, Sendable {
  /// px from the viewport's left.
  package var x: Double
  /// px from the viewport's top.
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether `other` is farther away than `distance` px, in any direction.
  package func isFarther(than distance: Double, from other: Point) -> Bool {
    let (dx, dy) = (x - other.x, y - other.y)
    return dx * dx + dy * dy > distance * distance
  }

  /// The point `distance` px on the way to `other`, or `other` if that is nearer. For a fast pointer, whose
  /// next event is already far away, it is where the pointer passed a threshold.
  func toward(_ other: Point, by distance: Double) -> Point {
    let (dx, dy) = (other.x - x, other.y - y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > distance else { return other }
    return Point(x: x + dx / length * distance, y: y + dy / length * distance)
  }
}
