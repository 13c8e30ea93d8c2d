import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints all-day events as bars across the columns of their days, between the page header and the hour grid.
struct AllDayPainter {
  /// The maximum number of lanes. If more are needed, the last one shows the number of hidden events.
  static let maximumLanes = 4
  private static let padding = 3.0

  private let page: CalendarPage
  private let layout: PageLayout
  private let fittedLayout: AllDayLayout.FittedLayout
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases

  init(_ page: CalendarPage, _ layout: PageLayout, palette: Palette, text: TextStyle, phrases: Phrases) {
    self.page = page
    self.layout = layout
    fittedLayout = AllDayLayout(page.allDayRowOccurrences, in: page.days).fitted(
      into: AllDayPainter.maximumLanes)
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Returns the height of a lane in px.
  static func laneHeight(text: TextStyle) -> Double {
    BlockPainter.minimumHeight(text: text).rounded(.up) + 3
  }

  /// The height of the all-day row in px; 0 if there are no events.
  var height: Double {
    guard fittedLayout.laneCount > 0 else { return 0 }
    return Double(fittedLayout.laneCount) * AllDayPainter.laneHeight(text: text) + 2 * AllDayPainter.padding
  }

  /// Paints the row with its upper-left corner at the origin.
  func paint(on canvas: Canvas) {
    guard fittedLayout.laneCount > 0 else { return }
    let occurrences = Dictionary(
      page.allDayRowOccurrences.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let height = AllDayPainter.laneHeight(text: text)
    for bar in fittedLayout.bars {
      let edges = layout.contentEdges(bar.columns, on: canvas)
      guard let occurrence = occurrences[bar.id], !edges.isEmpty else { continue }
      canvas.translated(x: edges.lowerBound, y: y(ofLane: bar.lane)) {
        BlockPainter(flow: .horizontal).paint(
          content(of: occurrence, bar), .resting, width: edges.upperBound - edges.lowerBound,
          height: height, on: canvas, palette: palette, text: text)
      }
    }
    for (column, count) in fittedLayout.hiddenCounts.enumerated() where count > 0 {
      paintHiddenCount(count, in: column, on: canvas)
    }
    paintLabel(on: canvas)
  }

  private func y(ofLane lane: Int) -> Double {
    AllDayPainter.padding + Double(lane) * AllDayPainter.laneHeight(text: text)
  }

  private func content(of occurrence: Occurrence, _ bar: AllDayLayout.Bar) -> BlockContent {
    let day = page.days.lowerBound.adding(days: bar.columns.lowerBound)
    var content = BlockContent(occurrence, on: day, now: page.now, phrases: phrases)
    if occurrence.isAllDay { content.timeText = "" }
    (content.continuesBefore, content.continuesAfter) = (bar.continuesBefore, bar.continuesAfter)
    return content
  }

  /// Paints the number of hidden events in the last lane of a day.
  private func paintHiddenCount(_ count: Int, in column: Int, on canvas: Canvas) {
    let edges = layout.contentEdges(column..<column + 1, on: canvas)
    let inset = BlockPainter.textInset
    let label = HiddenCount.label(
      count, style: text, width: edges.upperBound - edges.lowerBound - inset, phrases)
    let x = text.isRightToLeft ? edges.upperBound - inset - label.size.width : edges.lowerBound + inset
    let laneTop = y(ofLane: fittedLayout.laneCount - 1)
    let y = laneTop + (AllDayPainter.laneHeight(text: text) - label.size.height) / 2
    canvas.draw(label, x: x, y: canvas.snapped(y), palette.dimForeground)
  }

  /// Paints "All day" in the gutter, aligned with the hour labels if there is enough space.
  private func paintLabel(on canvas: Canvas) {
    let space = GutterPainter.allDayLabelSpace
    let label = GutterPainter.allDayLabel(
      text, phrases, maximumWidth: layout.gutterWidth - 2 * space
    ).layout
    let inset = min(GutterPainter.labelSpace, layout.gutterWidth - space - label.size.width)
    let x = text.isRightToLeft ? layout.gutterX + inset : layout.gutterWidth - inset - label.size.width
    let y = AllDayPainter.padding + (AllDayPainter.laneHeight(text: text) - label.size.height) / 2
    canvas.draw(label, x: x, y: canvas.snapped(y), palette.dimForeground)
  }
}
