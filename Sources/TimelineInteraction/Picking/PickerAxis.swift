/// The direction in which a picker's items follow each other. It turns points into coordinates along the row; nothing
/// after it knows of directions.
public enum PickerAxis: Hashable, Sendable {
  /// A wheel: from above to below.
  case vertical
  /// A ribbon: from left to right, or from right to left where text runs so.
  case horizontal(isRightToLeft: Bool)

  /// px along the row, from where it begins.
  ///
  /// - Parameter width: px of the viewport from left to right.
  public func coordinate(of point: Point, width: Double) -> Double {
    switch self {
    case .vertical: point.y
    case .horizontal(let isRightToLeft): isRightToLeft ? width - point.x : point.x
    }
  }

  /// The steps along the row that an arrow key means: 1, -1, or 0 for a key across it.
  ///
  /// - Parameters:
  ///   - x: 1 for the right key, -1 for the left.
  ///   - y: 1 for the down key, -1 for the up.
  public func step(x: Int, y: Int) -> Int {
    switch self {
    case .vertical: y
    case .horizontal(let isRightToLeft): isRightToLeft ? -x : x
    }
  }
}
