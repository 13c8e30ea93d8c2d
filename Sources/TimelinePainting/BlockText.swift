/// Paints the text of a block: as many complete lines as fit, title first.
struct BlockText {
  /// px from the bar to the text.
  static let leadingPadding = 6.0
  /// px from the text to the trailing edge.
  private static let trailingPadding = 5.0
  /// px above and below the only line of a low block.
  static let tightPadding = 0.5
  /// px above and below the text of a block with enough room.
  static let padding = 4.0
  /// px between title and time on a single line.
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
    let whole = room(in: body)
    // In a narrower block nothing would be readable: the colour and the accessible name must suffice.
    guard whole.width >= style.size else { return }
    let isLow = body.height < lineHeight + smallLineHeight + 2 * BlockText.tightPadding
    let mark = mark(in: whole, isLow: isLow)
    let room = beside(mark, whole)
    switch mark {
    case .none: break
    case .besideTitle:
      let y = isLow ? body.y + body.height / 2 : body.y + BlockText.padding + lineHeight / 2
      paintRepeatMark(in: whole, y: y, color: color, on: canvas)
    case .inLowerCorner:
      let y = body.maxY - BlockText.padding - markSize / 2
      paintRepeatMark(in: whole, y: y, color: color, on: canvas)
    }
    if isLow {
      paintOneLine(in: room, color: color, on: canvas)
    } else {
      paintLines(in: room, color: color, on: canvas)
    }
  }

  /// The height in px that the text takes from the top of a body, if there is room for all of it. In a higher
  /// body it is the same.
  func wholeHeight(in body: Rectangle) -> Double {
    let whole = room(in: body)
    guard whole.width >= style.size else { return 0 }
    let width = beside(mark(in: whole, isLow: false), whole).width
    let title = titleLayout(content.title).fitWords(width: width, lines: BlockText.manyLines)
    let location = smallLayout(content.location).fitWords(width: width, lines: BlockText.manyLines)
    let time = timeLayout(width: width)?.size.height ?? 0
    let forTitle = Double(max(2, title.lineCount)) * lineHeight + smallLineHeight
    let forLocation = max(Double(location.lineCount) * smallLineHeight, location.size.height)
    return max(forTitle, title.size.height + max(time, smallLineHeight) + forLocation)
      + 2 * BlockText.padding + 1
  }

  /// px above the lower edge of a block within which its mark is, if it is there.
  var lowerMarkHeight: Double { BlockText.padding + markSize }

  /// More lines than fit into a day.
  private static let manyLines = 1000

  private enum Mark {
    case none, besideTitle, inLowerCorner
  }

  /// Where the mark of a series is.
  private func mark(in room: Rectangle, isLow: Bool) -> Mark {
    guard content.isRepeating, room.width >= 4 * style.size else { return .none }
    let word = longestWord
    // No word is broken because of the mark: it moves to the lower corner instead.
    let givesWay = !isLow && word > room.width - markSize - BlockText.wordGap && word <= room.width
    return givesWay ? .inLowerCorner : .besideTitle
  }

  /// The part of a room beside the mark.
  private func beside(_ mark: Mark, _ room: Rectangle) -> Rectangle {
    guard mark == .besideTitle else { return room }
    var rest = room
    rest.width -= markSize + BlockText.wordGap
    if style.isRightToLeft { rest.x += markSize + BlockText.wordGap }
    return rest
  }

  private func room(in body: Rectangle) -> Rectangle {
    // In a narrow block, every letter counts.
    let share = body.width < 4 * style.size ? 0.5 : 1
    let leading = BlockPainter.barWidth + BlockText.leadingPadding * share
    let trailing = BlockText.trailingPadding * share
    let x = body.x + (style.isRightToLeft ? trailing : leading)
    return Rectangle(x: x, y: body.y, width: body.width - leading - trailing, height: body.height)
  }

  /// Paints the title and, if it fits completely, the time after it, vertically centred.
  private func paintOneLine(in room: Rectangle, color: PaintColor, on canvas: Canvas) {
    let title = lineOfTitle(width: room.width)
    let y = canvas.snapped(room.y + (room.height - lineHeight) / 2)
    draw(title, in: room, y: y, color, on: canvas)
    let used = title.size.width + BlockText.wordGap
    guard !title.isEllipsized, let time = timeLayout(width: room.width - used) else { return }
    let x = style.isRightToLeft ? room.maxX - used - time.size.width : room.x + used
    canvas.draw(time, x: x, y: y + title.baseline - time.baseline, color)
  }

  /// Paints the title on as many lines as leave one for the time, then time and location.
  private func paintLines(in room: Rectangle, color: PaintColor, on canvas: Canvas) {
    // A block with room for exactly two lines centres them instead of dropping one for the padding.
    let padding = min(BlockText.padding, max(0, (room.height - lineHeight - smallLineHeight) / 2))
    let bottom = room.maxY - padding
    var y = room.y + padding
    let titleLines = Int((room.height - 2 * padding - smallLineHeight) / lineHeight)
    let title =
      titleLines > 1
      ? titleLayout(content.title).fitWords(width: room.width, lines: titleLines)
      : lineOfTitle(width: room.width)
    draw(title, in: room, y: canvas.snapped(y), color, on: canvas)
    y += title.size.height
    if bottom - y + 0.01 >= smallLineHeight, let time = timeLayout(width: room.width) {
      // It fits; only right-to-left text needs the width to know where the line ends.
      if style.isRightToLeft { time.fit(width: room.width, lines: 1) }
      draw(time, in: room, y: canvas.snapped(y), color, on: canvas)
      y += time.size.height
    }
    let lines = Int((bottom - y + 0.01) / smallLineHeight)
    guard lines >= 1, !content.location.isEmpty else { return }
    let location = smallLayout(content.location).fitWords(width: room.width, lines: lines)
    guard !isNarrow(room.width) || !location.isEllipsized else { return }
    draw(location, in: room, y: canvas.snapped(y), color, on: canvas)
  }

  /// Whether an ellipsis would take much of the room.
  private func isNarrow(_ width: Double) -> Bool { width < 3 * style.size }

  /// The time or, if that is too wide, the start time, or nothing: a truncated time would be misread.
  private func timeLayout(width: Double) -> TextLayout? {
    for words in [content.timeText, content.startText] where !words.isEmpty {
      let layout = smallLayout(words)
      if layout.size.width <= width { return layout }
    }
    return nil
  }

  /// The title on one line. In a narrow block, its first letters say more than an ellipsis.
  private func lineOfTitle(width: Double) -> TextLayout {
    let title = titleLayout(content.title).fit(width: width, lines: 1)
    guard title.isEllipsized, isNarrow(width) else { return title }
    let first = (1...8).map { titleLayout(String(content.title.prefix($0))) }
    return first.last { $0.size.width <= width } ?? title
  }

  private func titleLayout(_ words: String) -> TextLayout {
    TextLayout(
      words, style: style, weight: .semibold, isStruckThrough: content.status == .cancelled)
  }

  private func smallLayout(_ text: String) -> TextLayout {
    TextLayout(text, style: style, size: style.smallSize, hasTabularFigures: true)
  }

  private func draw(
    _ layout: TextLayout, in room: Rectangle, y: Double, _ color: PaintColor, on canvas: Canvas
  ) {
    canvas.draw(layout, x: room.x, y: y, color)
  }

  private var markSize: Double { style.size * 0.75 }

  /// Width of the widest word of the title in px.
  private var longestWord: Double {
    content.title.split(separator: " ").map { titleLayout(String($0)).size.width }.max() ?? 0
  }

  private func paintRepeatMark(in room: Rectangle, y: Double, color: PaintColor, on canvas: Canvas) {
    let x = style.isRightToLeft ? room.x + markSize / 2 : room.maxX - markSize / 2
    RepeatMark.paint(x: x, y: y, size: markSize, color: color, on: canvas)
  }
}
