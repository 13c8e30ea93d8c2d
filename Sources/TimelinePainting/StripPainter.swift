import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints the events of whole days as bars across their days' columns, between the head of a page and its hours.
struct StripPainter {
  /// Lanes that are shown before the last one says how many more there are.
  static let mostLanes = 4
  private static let padding = 3.0

  private let page: CalendarPage
  private let layout: PageLayout
  private let lanes: StripLayout.Fitted
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases

  /// The strip of a page.
  init(_ page: CalendarPage, _ layout: PageLayout, palette: Palette, text: TextStyle, phrases: Phrases) {
    self.page = page
    self.layout = layout
    lanes = StripLayout(page.aboveHours, in: page.days).fitted(into: StripPainter.mostLanes)
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Height in px of a lane.
  static func laneHeight(text: TextStyle) -> Double {
    BlockPainter.minimumHeight(text: text).rounded(.up) + 3
  }

  /// Height in px that the strip needs: nothing without events.
  var height: Double {
    guard lanes.laneCount > 0 else { return 0 }
    return Double(lanes.laneCount) * StripPainter.laneHeight(text: text) + 2 * StripPainter.padding
  }

  /// Paints it with its upper left corner at the origin.
  func paint(on canvas: Canvas) {
    guard lanes.laneCount > 0 else { return }
    let occurrences = Dictionary(page.aboveHours.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let height = StripPainter.laneHeight(text: text)
    for bar in lanes.bars {
      let place = layout.inner(bar.columns, on: canvas)
      guard let occurrence = occurrences[bar.id], !place.isEmpty else { continue }
      canvas.translated(x: place.lowerBound, y: y(ofLane: bar.lane)) {
        BlockPainter(flow: .along).paint(
          content(of: occurrence, bar), .resting, width: place.upperBound - place.lowerBound, height: height,
          on: canvas, palette: palette, text: text)
      }
    }
    for (column, count) in lanes.hidden.enumerated() where count > 0 {
      paintMore(count, in: column, on: canvas)
    }
    paintLabel(on: canvas)
  }

  private func y(ofLane lane: Int) -> Double {
    StripPainter.padding + Double(lane) * StripPainter.laneHeight(text: text)
  }

  private func content(of occurrence: Occurrence, _ bar: StripLayout.Bar) -> BlockContent {
    let day = page.days.lowerBound.adding(days: bar.columns.lowerBound)
    var content = BlockContent(occurrence, on: day, now: page.now, phrases: phrases)
    if occurrence.isAllDay { content.timeText = "" }
    (content.continuesBefore, content.continuesAfter) = (bar.continuesBefore, bar.continuesAfter)
    return content
  }

  /// How many there was no lane for, in a day's last lane.
  private func paintMore(_ count: Int, in column: Int, on canvas: Canvas) {
    let place = layout.inner(column..<column + 1, on: canvas)
    let inset = BlockPainter.barWidth + BlockText.leadingPadding
    let more = small(phrases.more(count)).fit(width: place.upperBound - place.lowerBound - inset, lines: 1)
    let x = text.isRightToLeft ? place.lowerBound : place.lowerBound + inset
    let lane = y(ofLane: lanes.laneCount - 1)
    let y = lane + (StripPainter.laneHeight(text: text) - more.size.height) / 2
    canvas.show(more, x: x, y: canvas.snapped(y), palette.dimForeground)
  }

  /// "All day" in the gutter, if it fits there.
  private func paintLabel(on canvas: Canvas) {
    let label = small(phrases.allDay)
    let room = layout.gutter - GutterPainter.labelSpace
    guard label.size.width <= room - 6 else { return }
    let x =
      text.isRightToLeft ? layout.gutterX + GutterPainter.labelSpace : room - label.size.width
    let y = StripPainter.padding + (StripPainter.laneHeight(text: text) - label.size.height) / 2
    canvas.show(label, x: x, y: canvas.snapped(y), palette.dimForeground)
  }

  private func small(_ words: String) -> TextLayout {
    TextLayout(words, style: text, size: text.size * 0.82)
  }
}
