/// Paints the text of a block: as many complete lines as fit, title first.
struct BlockText {
  /// px from the bar to the text.
  static let leadingPadding = 6.0
  /// px from the text to the trailing edge.
  private static let trailingPadding = 5.0
  /// px above and below the only line of a low block.
  static let tightPadding = 0.5
  /// px above and below the text of a block with enough textArea.
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
    let whole = textArea(in: body)
    // In a narrower block nothing would be readable: the colour and the accessible name must suffice.
    guard whole.width >= style.size else { return }
    let isLow = body.height < lineHeight + smallLineHeight + 2 * BlockText.tightPadding
    let mark = mark(in: whole, isLow: isLow)
    let textArea = beside(mark, whole)
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
      paintOneLine(in: textArea, color: color, on: canvas)
    } else {
      paintLines(in: textArea, color: color, on: canvas)
    }
  }

  /// The height in px that the text takes from the top of a body, if there is textArea for all of it. In a higher
  /// body it is the same.
  func wholeHeight(in body: Rectangle) -> Double {
    let whole = textArea(in: body)
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
  private func mark(in textArea: Rectangle, isLow: Bool) -> Mark {
    guard content.isRepeating, textArea.width >= 4 * style.size else { return .none }
    let word = longestWord
    // No word is broken because of the mark: it moves to the lower corner instead.
    let movesMark = !isLow && word > textArea.width - markSize - BlockText.wordGap && word <= textArea.width
    return movesMark ? .inLowerCorner : .besideTitle
  }

  /// The part of the text area beside the mark.
  private func beside(_ mark: Mark, _ textArea: Rectangle) -> Rectangle {
    guard mark == .besideTitle else { return textArea }
    var rest = textArea
    rest.width -= markSize + BlockText.wordGap
    if style.isRightToLeft { rest.x += markSize + BlockText.wordGap }
    return rest
  }

  private func textArea(in body: Rectangle) -> Rectangle {
    // In a narrow block, every letter counts.
    let share = body.width < 4 * style.size ? 0.5 : 1
    let leading = BlockPainter.barWidth + BlockText.leadingPadding * share
    let trailing = BlockText.trailingPadding * share
    let x = body.x + (style.isRightToLeft ? trailing : leading)
    return Rectangle(x: x, y: body.y, width: body.width - leading - trailing, height: body.height)
  }

  /// Paints the title and, if it fits completely, the time after it, vertically centred.
  private func paintOneLine(in textArea: Rectangle, color: PaintColor, on canvas: Canvas) {
    let title = titleLine(width: textArea.width)
    let y = canvas.snapped(textArea.y + (textArea.height - lineHeight) / 2)
    draw(title, in: textArea, y: y, color, on: canvas)
    let used = title.size.width + BlockText.wordGap
    guard !title.isEllipsized, let time = timeLayout(width: textArea.width - used) else { return }
    let x = style.isRightToLeft ? textArea.maxX - used - time.size.width : textArea.x + used
    canvas.draw(time, x: x, y: y + title.baseline - time.baseline, color)
  }

  /// Paints the title on as many lines as leave one for the time, then time and location.
  private func paintLines(in textArea: Rectangle, color: PaintColor, on canvas: Canvas) {
    // A block with textArea for exactly two lines centres them instead of dropping one for the padding.
    let padding = min(BlockText.padding, max(0, (textArea.height - lineHeight - smallLineHeight) / 2))
    let bottom = textArea.maxY - padding
    var y = textArea.y + padding
    let titleLines = Int((textArea.height - 2 * padding - smallLineHeight) / lineHeight)
    let title =
      titleLines > 1
      ? titleLayout(content.title).fitWords(width: textArea.width, lines: titleLines)
      : titleLine(width: textArea.width)
    draw(title, in: textArea, y: canvas.snapped(y), color, on: canvas)
    y += title.size.height
    if bottom - y + 0.01 >= smallLineHeight, let time = timeLayout(width: textArea.width) {
      // It fits; only right-to-left text needs the width to know where the line ends.
      if style.isRightToLeft { time.fit(width: textArea.width, lines: 1) }
      draw(time, in: textArea, y: canvas.snapped(y), color, on: canvas)
      y += time.size.height
    }
    let lines = Int((bottom - y + 0.01) / smallLineHeight)
    guard lines >= 1, !content.location.isEmpty else { return }
    let location = smallLayout(content.location).fitWords(width: textArea.width, lines: lines)
    guard !isNarrow(textArea.width) || !location.isEllipsized else { return }
    draw(location, in: textArea, y: canvas.snapped(y), color, on: canvas)
  }

  /// Whether an ellipsis would take much of the textArea.
  private func isNarrow(_ width: Double) -> Bool { width < 3 * style.size }

  /// The time or, if that is too wide, the start time, or nothing: a truncated time would be misread.
  private func timeLayout(width: Double) -> TextLayout? {
    for string in [content.timeText, content.startText] where !string.isEmpty {
      let layout = smallLayout(string)
      if layout.size.width <= width { return layout }
    }
    return nil
  }

  /// The title on one line. In a narrow block, its first letters say more than an ellipsis.
  private func titleLine(width: Double) -> TextLayout {
    let title = titleLayout(content.title).fit(width: width, lines: 1)
    guard title.isEllipsized, isNarrow(width) else { return title }
    let first = (1...8).map { titleLayout(String(content.title.prefix($0))) }
    return first.last { $0.size.width <= width } ?? title
  }

  private func titleLayout(_ string: String) -> TextLayout {
    TextLayout(
      string, style: style, weight: .semibold, isStruckThrough: content.status == .cancelled)
  }

  private func smallLayout(_ text: String) -> TextLayout {
    TextLayout(text, style: style, size: style.smallSize, hasTabularFigures: true)
  }

  private func draw(
    _ layout: TextLayout, in textArea: Rectangle, y: Double, _ color: PaintColor, on canvas: Canvas
  ) {
    canvas.draw(layout, x: textArea.x, y: y, color)
  }

  private var markSize: Double { style.size * 0.75 }

  /// Width of the widest word of the title in px.
  private var longestWord: Double {
    content.title.split(separator: " ").map { titleLayout(String($0)).size.width }.max() ?? 0
  }

  private func paintRepeatMark(in textArea: Rectangle, y: Double, color: PaintColor, on canvas: Canvas) {
    let x = style.isRightToLeft ? textArea.x + markSize / 2 : textArea.maxX - markSize / 2
    RepeatMark.paint(x: x, y: y, size: markSize, color: color, on: canvas)
  }
}
