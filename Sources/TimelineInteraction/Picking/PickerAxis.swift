/// The direction in which the items of a picker follow each other. It converts points to coordinates along
/// the row, so no other code depends on the direction.
package enum PickerAxis: Hashable, Sendable {
  /// A wheel: from top to bottom.
  case vertical
  /// A ribbon: from left to right, or from right to left in right-to-left layouts.
  case horizontal(isRightToLeft: Bool)

  /// Returns the coordinate of a point along the row, in px from the beginning of the row.
  ///
  /// - Parameter width: the width of the viewport, in px.
  package func coordinate(of point: Point, width: Double) -> Double {
    switch self {
    case .vertical: point.y
    case .horizontal(let isRightToLeft): isRightToLeft ? width - point.x : point.x
    }
  }

  /// Returns the number of steps along the row for an arrow key: 1, -1, or 0 for a key that points across the
  /// row.
  ///
  /// - Parameters:
  ///   - arrowX: 1 for the right arrow key, -1 for the left one.
  ///   - arrowY: 1 for the down arrow key, -1 for the up one.
  package func steps(arrowX: Int, arrowY: Int) -> Int {
    switch self {
    case .vertical: arrowY
    case .horizontal(let isRightToLeft): isRightToLeft ? -arrowX : arrowX
    }
  }
}
