/// Paints the text of a block: as many complete lines as fit, beginning with the title.
struct BlockText {
  /// The distance in px from the stripe to the text.
  static let leadingPadding = 6.0
  /// The distance in px from the text to the trailing edge.
  private static let trailingPadding = 5.0
  /// The padding in px above and below the only line of a short block.
  static let tightPadding = 0.5
  /// The padding in px above and below the text of a block that has enough space.
  static let padding = 4.0
  /// The distance in px between the title and the time, or the repeat mark, on the same line.
  static let inlineGap = 7.0

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
    let fullArea = textArea(in: body)
    // In a narrower block, no text would be readable. The color and the accessible name have to suffice.
    guard fullArea.width >= style.size else { return }
    let isShort = body.height < lineHeight + smallLineHeight + 2 * BlockText.tightPadding
    let markPosition = markPosition(in: fullArea, isShort: isShort)
    let textArea = area(besideMark: markPosition, in: fullArea)
    switch markPosition {
    case .none: break
    case .besideTitle:
      let y = isShort ? body.y + body.height / 2 : body.y + BlockText.padding + lineHeight / 2
      paintRepeatMark(in: fullArea, y: y, color: color, on: canvas)
    case .inLowerCorner:
      let y = body.maxY - BlockText.padding - markSize / 2
      paintRepeatMark(in: fullArea, y: y, color: color, on: canvas)
    }
    if isShort {
      paintOneLine(in: textArea, color: color, on: canvas)
    } else {
      paintLines(in: textArea, color: color, on: canvas)
    }
  }

  /// Returns the height in px that the complete text takes up in a body. The text looks the same in every
  /// taller body.
  func completeTextHeight(in body: Rectangle) -> Double {
    let fullArea = textArea(in: body)
    guard fullArea.width >= style.size else { return 0 }
    let width = area(besideMark: markPosition(in: fullArea, isShort: false), in: fullArea).width
    let title = titleLayout(content.title).fitWords(width: width, lines: BlockText.manyLines)
    let location = smallLayout(content.location).fitWords(width: width, lines: BlockText.manyLines)
    let time = timeLayout(width: width)?.size.height ?? 0
    let titleHeight = Double(max(2, title.lineCount)) * lineHeight + smallLineHeight
    let locationHeight = max(Double(location.lineCount) * smallLineHeight, location.size.height)
    return max(titleHeight, title.size.height + max(time, smallLineHeight) + locationHeight)
      + 2 * BlockText.padding + 1
  }

  /// The height in px of the area at the lower edge of a block that may contain the repeat mark.
  var lowerMarkAreaHeight: Double { BlockText.padding + markSize }

  /// More lines than fit into the column of a day.
  private static let manyLines = 1000

  private enum MarkPosition {
    case none, besideTitle, inLowerCorner
  }

  /// Returns the position of the repeat mark.
  private func markPosition(in textArea: Rectangle, isShort: Bool) -> MarkPosition {
    guard content.isRepeating, textArea.width >= 4 * style.size else { return .none }
    let wordWidth = widestWordWidth
    // If a word fits only without the mark beside it, the mark moves to the lower corner.
    let widthBesideMark = textArea.width - markSize - BlockText.inlineGap
    let movesMark = !isShort && wordWidth > widthBesideMark && wordWidth <= textArea.width
    return movesMark ? .inLowerCorner : .besideTitle
  }

  /// Returns the part of the text area that is not taken up by the mark.
  private func area(besideMark position: MarkPosition, in textArea: Rectangle) -> Rectangle {
    guard position == .besideTitle else { return textArea }
    var area = textArea
    area.width -= markSize + BlockText.inlineGap
    if style.isRightToLeft { area.x += markSize + BlockText.inlineGap }
    return area
  }

  private func textArea(in body: Rectangle) -> Rectangle {
    // In a narrow block, the padding is halved to leave space for more letters.
    let scale = body.width < 4 * style.size ? 0.5 : 1
    let leading = BlockPainter.stripeWidth + BlockText.leadingPadding * scale
    let trailing = BlockText.trailingPadding * scale
    let x = body.x + (style.isRightToLeft ? trailing : leading)
    return Rectangle(x: x, y: body.y, width: body.width - leading - trailing, height: body.height)
  }

  /// Paints the title and, if there is space for it, the time after it, vertically centered.
  private func paintOneLine(in textArea: Rectangle, color: PaintColor, on canvas: Canvas) {
    let title = titleLine(width: textArea.width)
    let y = canvas.snapped(textArea.y + (textArea.height - lineHeight) / 2)
    draw(title, in: textArea, y: y, color, on: canvas)
    let usedWidth = title.size.width + BlockText.inlineGap
    guard !title.isEllipsized, let time = timeLayout(width: textArea.width - usedWidth) else { return }
    let x = style.isRightToLeft ? textArea.maxX - usedWidth - time.size.width : textArea.x + usedWidth
    canvas.draw(time, x: x, y: y + title.baseline - time.baseline, color)
  }

  /// Paints the title on as many lines as possible while leaving one for the time, then the time and the
  /// location.
  private func paintLines(in textArea: Rectangle, color: PaintColor, on canvas: Canvas) {
    // A block with space for exactly two lines centers them instead of dropping one because of the padding.
    let padding = min(BlockText.padding, max(0, (textArea.height - lineHeight - smallLineHeight) / 2))
    let bottom = textArea.maxY - padding
    var y = textArea.y + padding
    let titleLineCount = Int((textArea.height - 2 * padding - smallLineHeight) / lineHeight)
    let title =
      titleLineCount > 1
      ? titleLayout(content.title).fitWords(width: textArea.width, lines: titleLineCount)
      : titleLine(width: textArea.width)
    draw(title, in: textArea, y: canvas.snapped(y), color, on: canvas)
    y += title.size.height
    if bottom - y + 0.01 >= smallLineHeight, let time = timeLayout(width: textArea.width) {
      // The time fits. Only right-to-left text needs the width, for its alignment.
      if style.isRightToLeft { time.fit(width: textArea.width, lines: 1) }
      draw(time, in: textArea, y: canvas.snapped(y), color, on: canvas)
      y += time.size.height
    }
    let locationLineCount = Int((bottom - y + 0.01) / smallLineHeight)
    guard locationLineCount >= 1, !content.location.isEmpty else { return }
    let location = smallLayout(content.location).fitWords(width: textArea.width, lines: locationLineCount)
    guard !isNarrow(textArea.width) || !location.isEllipsized else { return }
    draw(location, in: textArea, y: canvas.snapped(y), color, on: canvas)
  }

  /// Returns whether a width in px is so small that an ellipsis would take up much of it.
  private func isNarrow(_ width: Double) -> Bool { width < 3 * style.size }

  /// Returns the time or, if that is too wide, the start time; nil if both are too wide, because a truncated
  /// time would be misread.
  private func timeLayout(width: Double) -> TextLayout? {
    for string in [content.timeText, content.startText] where !string.isEmpty {
      let layout = smallLayout(string)
      if layout.size.width <= width { return layout }
    }
    return nil
  }

  /// Returns the title on one line. In a narrow block it is cut off without an ellipsis, to leave space for
  /// more letters.
  private func titleLine(width: Double) -> TextLayout {
    let title = titleLayout(content.title).fit(width: width, lines: 1)
    guard title.isEllipsized, isNarrow(width) else { return title }
    let prefixes = (1...8).map { titleLayout(String(content.title.prefix($0))) }
    return prefixes.last { $0.size.width <= width } ?? title
  }

  private func titleLayout(_ string: String) -> TextLayout {
    TextLayout(
      string, style: style, weight: .semibold, isStruckThrough: content.status == .canceled)
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

  /// The width of the widest word in the title, in px.
  private var widestWordWidth: Double {
    content.title.split(separator: " ").map { titleLayout(String($0)).size.width }.max() ?? 0
  }

  private func paintRepeatMark(in textArea: Rectangle, y: Double, color: PaintColor, on canvas: Canvas) {
    let x = style.isRightToLeft ? textArea.x + markSize / 2 : textArea.maxX - markSize / 2
    RepeatMark.paint(x: x, y: y, size: markSize, color: color, on: canvas)
  }
}
