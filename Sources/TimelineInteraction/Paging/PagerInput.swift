/// An input event for a pager, reported by a widget that shows its pages.
///
/// Several widgets may show the same pages. Each widget reports its own events, and the single pager of their
/// owner computes the position that all of them show.
package enum PagerInput: Hashable, Sendable {
  /// A press began at `x` px.
  case press(x: Double, time: Double, isTouchpad: Bool)
  /// A sideways drag has reached `x` px.
  case drag(x: Double, time: Double)
  /// The press was released.
  case release(time: Double)
  /// The press turned out to be something else, or was canceled.
  case cancel
  /// A wheel turned by a number of detents; positive is down or to the right.
  case wheel(detents: Double, isSideways: Bool, isTouchpad: Bool, time: Double)
}

extension Pager {
  /// Handles an input event on pages of `width` px. Times are in seconds.
  package mutating func handle(_ input: PagerInput, width: Double) {
    switch input {
    case .press(let x, let time, let isTouchpad):
      press(atX: x, time: time, width: width, isTouchpad: isTouchpad)
    case .drag(let x, let time): drag(toX: x, time: time)
    case .release(let time): release(time: time)
    case .cancel: cancel()
    case .wheel(let detents, let isSideways, let isTouchpad, let time):
      turnWheel(detents, isSideways: isSideways, isTouchpad: isTouchpad, time: time)
    }
  }
}
