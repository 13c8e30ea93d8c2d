/// The words in a block: as many whole lines as there is room for, title first.
struct BlockText {
  /// From the bar to the text in px.
  static let leadingPadding = 6.0
  /// From the text to the trailing edge in px.
  static let trailingPadding = 5.0
  /// Above and below the only line of a low block in px.
  static let tightPadding = 0.5
  /// Above and below the text of a block that has room, in px.
  static let padding = 4.0
  /// Between title and time on the only line in px.
  static let wordGap = 7.0

  private let content: BlockContent
  private let style: TextStyle
  private let lineHeight: Double
  private let smallLineHeight: Double

  init(_ content: BlockContent, style: TextStyle) {
    self.content = content
    self.style = style
    lineHeight = TextMetrics.lineHeight(style)
    smallLineHeight = TextMetrics.smallLineHeight(style)
  }

  /// Paints the text into a block's body.
  func paint(in body: Rectangle, color: PaintColor, on canvas: Canvas) {
    var room = room(in: body)
    // Narrower than that nothing could be read: the colour and the accessible name have to do.
    guard room.width >= style.size else { return }
    if content.isRepeating, room.width >= 4 * style.size {
      paintRepeatMark(in: room, body: body, color: color, on: canvas)
      let taken = markSize + BlockText.wordGap
      room.width -= taken
      if style.isRightToLeft { room.x += taken }
    }
    if body.height < lineHeight + smallLineHeight + 2 * BlockText.tightPadding {
      paintOneLine(in: room, color: color, on: canvas)
    } else {
      paintLines(in: room, color: color, on: canvas)
    }
  }

  private func room(in body: Rectangle) -> Rectangle {
    let leading = BlockPainter.barWidth + BlockText.leadingPadding
    let x = body.x + (style.isRightToLeft ? BlockText.trailingPadding : leading)
    return Rectangle(
      x: x, y: body.y, width: body.width - leading - BlockText.trailingPadding, height: body.height)
  }

  /// Title and, if it fits whole, the time behind it, in the middle of the height.
  private func paintOneLine(in room: Rectangle, color: PaintColor, on canvas: Canvas) {
    let title = titleLayout().fit(width: room.width, lines: 1)
    let y = canvas.snapped(room.y + (room.height - lineHeight) / 2)
    show(title, in: room, y: y, color, on: canvas)
    guard !title.isEllipsized, !content.timeText.isEmpty else { return }
    let time = smallLayout(content.timeText)
    let used = title.size.width + BlockText.wordGap
    guard used + time.size.width <= room.width else { return }
    let x = style.isRightToLeft ? room.maxX - used - time.size.width : room.x + used
    canvas.show(time, x: x, y: y + title.baseline - time.baseline, color)
  }

  /// The title over as many lines as leave one for the time, then time and place.
  private func paintLines(in room: Rectangle, color: PaintColor, on canvas: Canvas) {
    // A block with room for exactly two lines puts them in its middle instead of dropping one for the padding.
    let padding = min(BlockText.padding, max(0, (room.height - lineHeight - smallLineHeight) / 2))
    let bottom = room.maxY - padding
    var y = room.y + padding
    let titleLines = Int((room.height - 2 * padding - smallLineHeight) / lineHeight)
    let title = titleLayout().fit(width: room.width, lines: max(1, titleLines))
    show(title, in: room, y: canvas.snapped(y), color, on: canvas)
    y += title.size.height
    for (index, text) in [content.timeText, content.place].enumerated() where !text.isEmpty {
      let lines = Int((bottom - y + 0.01) / smallLineHeight)
      guard lines >= 1 else { return }
      let layout = smallLayout(text).fit(width: room.width, lines: index == 0 ? 1 : lines)
      show(layout, in: room, y: canvas.snapped(y), color, on: canvas)
      y += layout.size.height
    }
  }

  private func titleLayout() -> TextLayout {
    TextLayout(
      content.title, style: style, weight: .semibold, isStruckThrough: content.status == .cancelled)
  }

  private func smallLayout(_ text: String) -> TextLayout {
    TextLayout(text, style: style, size: style.smallSize, hasTabularFigures: true)
  }

  private func show(
    _ layout: TextLayout, in room: Rectangle, y: Double, _ color: PaintColor, on canvas: Canvas
  ) {
    canvas.show(layout, x: room.x, y: y, color)
  }

  private var markSize: Double { style.size * 0.75 }

  private func paintRepeatMark(in room: Rectangle, body: Rectangle, color: PaintColor, on canvas: Canvas) {
    let x = style.isRightToLeft ? room.x + markSize / 2 : room.maxX - markSize / 2
    let isLow = body.height < lineHeight + smallLineHeight + 2 * BlockText.tightPadding
    let y = isLow ? body.y + body.height / 2 : body.y + BlockText.padding + lineHeight / 2
    RepeatMark.paint(x: x, y: y, size: markSize, color: color, on: canvas)
  }
}
