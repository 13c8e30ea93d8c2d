/// The direction in which the items of a picker follow each other. It converts points to coordinates along
/// the row, so that no other code depends on directions.
package enum PickerAxis: Hashable, Sendable {
  /// A wheel: from top to bottom.
  case vertical
  /// A ribbon: from left to right, or from right to left in right-to-left layouts.
  case horizontal(isRightToLeft: Bool)

  /// px along the row, from its beginning.
  ///
  /// - Parameter width: px of the viewport from left to right.
  package func coordinate(of point: Point, width: Double) -> Double {
    switch self {
    case .vertical: point.y
    case .horizontal(let isRightToLeft): isRightToLeft ? width - point.x : point.x
    }
  }

  /// The steps along the row for an arrow key: 1, -1, or 0 for a key across the row.
  ///
  /// - Parameters:
  ///   - x: 1 for the right key, -1 for the left key.
  ///   - y: 1 for the down key, -1 for the up key.
  package func step(x: Int, y: Int) -> Int {
    switch self {
    case .vertical: y
    case .horizontal(let isRightToLeft): isRightToLeft ? -x : x
    }
  }
}
