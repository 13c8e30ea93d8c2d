/// The position of the editor in its window: a card beside the event, or a bottom sheet if there is not enough space.
struct EditorPlacement: Equatable {
  /// A rectangle in px.
  struct Frame: Equatable {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
  }

  /// px of the window below which the editor takes its whole width.
  static let narrow = 600
  /// px between the card and the event, and the window's edges.
  static let gap = 12
  /// px that stay free above a sheet, so that it is seen to lie on something.
  static let rim = 24

  let frame: Frame
  let isSheet: Bool

  /// - Parameters:
  ///   - width: px of the window's content.
  ///   - height: px of it.
  ///   - event: what is edited, in the same coordinates; nil if it is not in sight.
  ///   - top: px down to the card as it stands already: it moves under nobody's hand as long as it fits.
  ///   - naturalWidth: px that the fields would like.
  ///   - naturalHeight: px that they need at a width.
  ///   - isRightToLeft: whether the window reads from right to left.
  init(
    width: Int, height: Int, event: Frame?, top: Int? = nil, naturalWidth: Int, isRightToLeft: Bool,
    naturalHeight: (_ width: Int) -> Int
  ) {
    isSheet = width < EditorPlacement.narrow
    guard !isSheet else {
      let tall = max(0, min(naturalHeight(width), height - EditorPlacement.rim))
      frame = Frame(x: 0, y: height - tall, width: width, height: tall)
      return
    }
    let gap = EditorPlacement.gap
    let wide = min(naturalWidth, width - 2 * gap)
    let tall = max(0, min(naturalHeight(wide), height - 2 * gap))
    let (left, right) = (gap, width - gap - wide)
    // After the event in reading order, else before it, else over its end.
    var x = isRightToLeft ? left : right
    if let event {
      let candidates = [event.x + event.width + gap, event.x - gap - wide]
      let inOrder = isRightToLeft ? candidates.reversed() : candidates
      x = inOrder.first { (left...right).contains($0) } ?? x
    }
    let y = max(gap, min(top ?? event?.y ?? gap, height - gap - tall))
    frame = Frame(x: x, y: y, width: wide, height: tall)
  }
}
