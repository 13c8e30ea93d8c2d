/// A point in logical px, with y increasing downward. Unless stated otherwise, its coordinates are relative
/// to the upper-left corner of the viewport, and the point may be outside the viewport.
package struct Point: Hashable, Sendable {
  /// The distance from the left edge, in px.
  package var x: Double
  /// The distance from the upper edge, in px.
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns whether `other` is farther away than `distance` px, in any direction.
  package func isFarther(than distance: Double, from other: Point) -> Bool {
    let (dx, dy) = (x - other.x, y - other.y)
    return dx * dx + dy * dy > distance * distance
  }

  /// Returns the point `distance` px along the way to `other`, or `other` itself if `other` is nearer than
  /// that. Successive events of a fast pointer may be far apart; this is the point at which the pointer
  /// passed a threshold.
  func toward(_ other: Point, by distance: Double) -> Point {
    let (dx, dy) = (other.x - x, other.y - y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > distance else { return other }
    return Point(x: x + dx / length * distance, y: y + dy / length * distance)
  }
}
