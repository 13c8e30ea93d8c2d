/// Whether a drag pages or scrolls: decided once, by the first few px of its travel.
package struct SwipeAxis: Hashable, Sendable {
  /// The direction of a drag.
  package enum Axis: Hashable, Sendable {
    /// It pages.
    case horizontal
    /// It scrolls.
    case vertical
  }

  /// The direction, or nil as long as it is open.
  package private(set) var axis: Axis?
  private let start: Point

  package init(start: Point) {
    self.start = start
  }

  /// Tells where the pointer is now.
  package mutating func follow(_ point: Point) {
    guard axis == nil, point.isFarther(than: Feel.swipeSlop, from: start) else { return }
    let (dx, dy) = (abs(point.x - start.x), abs(point.y - start.y))
    axis = dx > Feel.swipeSlope * dy ? .horizontal : .vertical
  }
}
