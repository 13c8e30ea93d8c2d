/// The position of the editor in its window: a card beside the event, or a bottom sheet if there is not
/// enough space.
struct EditorPlacement: Equatable {
  /// A rectangle in px.
  struct Frame: Equatable {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
  }

  /// The minimum window width in px for a card. In a narrower window, the editor is a sheet that uses the whole width.
  static let minimumCardWidth = 600
  /// The minimum distance in px from the card to the event and to the window's edges.
  static let gap = 12
  /// The height in px that stays free above a sheet, so that it is recognizable as a sheet.
  static let sheetTopMargin = 24

  let frame: Frame
  let isSheet: Bool

  /// - Parameters:
  ///   - width: the width of the window's content in px.
  ///   - height: the height of the window's content in px.
  ///   - eventFrame: the frame of the edited event in the coordinates of the window's content; nil if the event is
  ///     out of view.
  ///   - cardTop: the current y coordinate of the card in px; nil before the card is placed. An open card does
  ///     not move as long as it fits.
  ///   - naturalWidth: the natural width of the fields in px.
  ///   - naturalHeight: returns the natural height of the fields in px for a width.
  ///   - isRightToLeft: whether the window's text direction is right to left.
  init(
    width: Int, height: Int, eventFrame: Frame?, cardTop: Int? = nil, naturalWidth: Int, isRightToLeft: Bool,
    naturalHeight: (_ width: Int) -> Int
  ) {
    isSheet = width < EditorPlacement.minimumCardWidth
    guard !isSheet else {
      let frameHeight = max(0, min(naturalHeight(width), height - EditorPlacement.sheetTopMargin))
      frame = Frame(x: 0, y: height - frameHeight, width: width, height: frameHeight)
      return
    }
    let gap = EditorPlacement.gap
    let frameWidth = min(naturalWidth, width - 2 * gap)
    let frameHeight = max(0, min(naturalHeight(frameWidth), height - 2 * gap))
    let (left, right) = (gap, width - gap - frameWidth)
    // The card is after the event in reading direction. If it does not fit there, it is before the event, or
    // else over the event at the window's edge.
    var x = isRightToLeft ? left : right
    if let eventFrame {
      let candidates = [eventFrame.x + eventFrame.width + gap, eventFrame.x - gap - frameWidth]
      let orderedCandidates = isRightToLeft ? candidates.reversed() : candidates
      x = orderedCandidates.first { (left...right).contains($0) } ?? x
    }
    let y = max(gap, min(cardTop ?? eventFrame?.y ?? gap, height - gap - frameHeight))
    frame = Frame(x: x, y: y, width: frameWidth, height: frameHeight)
  }
}
