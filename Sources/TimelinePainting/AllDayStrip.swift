import CalendarText

/// The events of whole days, one below the other, between the head of a page and its hours.
public struct AllDayStrip: Sendable {
  /// The blocks in reading order.
  public let contents: [BlockContent]
  /// The colours.
  public let palette: Palette
  /// The face; mirrored if it is read from right to left.
  public let text: TextStyle
  /// The words.
  public let phrases: Phrases

  /// Rows that are shown before the last one says how many more there are.
  public static let mostRows = 4
  private static let padding = 3.0

  /// A strip of those events.
  public init(contents: [BlockContent], palette: Palette, text: TextStyle, phrases: Phrases) {
    self.contents = contents
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Height in px of a row.
  public static func rowHeight(text: TextStyle) -> Double {
    BlockPainter.minimumHeight(text: text).rounded(.up) + 3
  }

  /// Height in px that the strip needs: nothing without events.
  public var height: Double {
    guard !contents.isEmpty else { return 0 }
    let rows = min(contents.count, AllDayStrip.mostRows)
    return Double(rows) * AllDayStrip.rowHeight(text: text) + 2 * AllDayStrip.padding
  }

  /// Paints it into a rectangle at the origin, with blocks from `blocks.lowerBound` to `blocks.upperBound` px.
  public func paint(width: Double, gutter: Double, blocks: Range<Double>, on canvas: Canvas) {
    guard !contents.isEmpty else { return }
    let row = AllDayStrip.rowHeight(text: text)
    let hasMore = contents.count > AllDayStrip.mostRows
    let shown = hasMore ? AllDayStrip.mostRows - 1 : contents.count
    let blockWidth = blocks.upperBound - blocks.lowerBound
    for (index, content) in contents.prefix(shown).enumerated() {
      canvas.translated(x: blocks.lowerBound, y: AllDayStrip.padding + Double(index) * row) {
        BlockPainter(flow: .along).paint(
          content, .resting, width: blockWidth, height: row, on: canvas, palette: palette, text: text)
      }
    }
    if hasMore {
      let more = small(phrases.more(contents.count - shown)).fit(width: blockWidth - 18, lines: 1)
      let y = AllDayStrip.padding + Double(shown) * row + (row - more.size.height) / 2
      canvas.show(more, x: blocks.lowerBound + 9, y: canvas.snapped(y), palette.dimForeground)
    }
    paintLabel(width: width, gutter: gutter, row: row, on: canvas)
  }

  /// "All day" in the gutter, if it fits there.
  private func paintLabel(width: Double, gutter: Double, row: Double, on canvas: Canvas) {
    let label = small(phrases.allDay)
    let room = gutter - GutterPainter.labelSpace
    guard label.size.width <= room - 6 else { return }
    let x = text.isRightToLeft ? width - room : room - label.size.width
    let y = AllDayStrip.padding + (row - label.size.height) / 2
    canvas.show(label, x: x, y: canvas.snapped(y), palette.dimForeground)
  }

  private func small(_ words: String) -> TextLayout {
    TextLayout(words, style: text, size: text.size * 0.82)
  }
}
