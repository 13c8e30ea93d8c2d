/// Decides once, from the first few px of a drag, whether the drag turns pages or scrolls.
package struct SwipeAxisDetector: Hashable, Sendable {
  /// The direction of a drag.
  package enum Axis: Hashable, Sendable {
    /// Turns pages.
    case horizontal
    /// Scrolls.
    case vertical
  }

  /// The direction, or nil while it is undecided.
  package private(set) var axis: Axis?
  private let start: Point

  package init(start: Point) {
    self.start = start
  }

  /// Records the current position of the pointer.
  package mutating func track(_ point: Point) {
    guard axis == nil, point.isFarther(than: Feel.swipeSlop, from: start) else { return }
    let (dx, dy) = (abs(point.x - start.x), abs(point.y - start.y))
    axis = dx > Feel.minimumSwipeRatio * dy ? .horizontal : .vertical
  }
}
