/// An input event for a pager, reported by a widget that shows its pages.
///
/// Several widgets may show the same pages: each reports its events, and the one pager of their owner computes what
/// all of them show.
package enum PagerInput: Hashable, Sendable {
  /// A press begins at px `x`.
  case press(x: Double, time: Double, isTouchpad: Bool)
  /// It was found to be sideways, and is there now.
  case drag(x: Double, time: Double)
  /// It ended.
  case release(time: Double)
  /// It turned out to be something else, or was taken away.
  case cancel
  /// A wheel turned by so many detents, down or to the right if positive.
  case wheel(detents: Double, isSideways: Bool, isTouchpad: Bool, time: Double)
}

extension Pager {
  /// Takes what happened on pages of `width` px; times are in seconds.
  package mutating func handle(_ input: PagerInput, width: Double) {
    switch input {
    case .press(let x, let time, let isTouchpad):
      press(atX: x, time: time, width: width, isTouchpad: isTouchpad)
    case .drag(let x, let time): drag(toX: x, time: time)
    case .release(let time): release(time: time)
    case .cancel: cancel()
    case .wheel(let detents, let isSideways, let isTouchpad, let time):
      wheel(detents, isSideways: isSideways, isTouchpad: isTouchpad, time: time)
    }
  }
}
