import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints a whole day into a rectangle: head, events of whole days, hours, events, and the present moment.
public struct DayPainter: Sendable {
  /// The colours.
  public var palette: Palette
  /// The face; mirrored if it is read from right to left.
  public var text: TextStyle
  /// The words.
  public var phrases: Phrases

  /// A painter in those colours, that face and those words.
  public init(palette: Palette, text: TextStyle = TextStyle(), phrases: Phrases = Phrases()) {
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Between the column's edges and the blocks in px: the now dot has room there.
  private static let sideSpace = 6.0

  /// Paints a page, background included, into `width` by `height` px at the canvas's origin.
  ///
  /// A tall page shows the whole day. Otherwise it shows working hours and every event of the day, as large as they
  /// fit, and begins with the first of them if even the least zoom cannot hold them.
  public func paint(_ page: DayPage, width: Double, height: Double, on canvas: Canvas) {
    let header = HeaderPainter(palette: palette, text: text, phrases: phrases)
    let gutter = GutterPainter.width(text: text, phrases: phrases)
    let blocks = blockRange(width: width, gutter: gutter)
    let strip = AllDayStrip(
      contents: page.allDay.map { content(of: $0, page, hasTime: false) }, palette: palette, text: text,
      phrases: phrases)
    let top = header.height + strip.height

    canvas.clipped(to: Rectangle(x: 0, y: 0, width: width, height: height)) {
      canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), palette.background)
      header.paint(page.day, isToday: page.isToday, width: width, on: canvas)
      canvas.translated(x: 0, y: header.height) {
        strip.paint(width: width, gutter: gutter, blocks: blocks, on: canvas)
      }
      guard height > top else { return }
      let area = Rectangle(x: 0, y: top, width: width, height: height - top)
      canvas.clipped(to: area) {
        let fit = HourFit(
          showing: interesting(page), height: area.height, usual: TextMetrics.pixelsPerHour(text))
        paintSheet(page, fit, gutter: gutter, blocks: blocks, in: area, on: canvas)
      }
      canvas.fill(Rectangle(x: 0, y: top - 1, width: width, height: 1), palette.hourLine)
    }
  }

  private func paintSheet(
    _ page: DayPage, _ fit: HourFit, gutter: Double, blocks: Range<Double>, in area: Rectangle,
    on canvas: Canvas
  ) {
    let grid = GridPainter(
      axis: fit.axis, width: max(1, area.width - gutter),
      columns: [
        GridColumn(isWeekend: page.isWeekend, clockChanges: page.clockChanges, now: page.nowSecond)
      ],
      workingMinutes: page.workingMinutes, palette: palette, isRightToLeft: text.isRightToLeft)
    let labels = GutterPainter(
      axis: fit.axis, width: gutter, now: page.nowSecond, palette: palette, text: text, phrases: phrases)
    let scroll = canvas.snapped(fit.scroll)
    let (gridX, gutterX) = text.isRightToLeft ? (0, area.width - gutter) : (gutter, 0)
    canvas.translated(x: gutterX, y: area.y) {
      labels.paint(from: scroll, to: scroll + area.height, on: canvas)
    }
    canvas.translated(x: gridX, y: area.y) {
      grid.paint(from: scroll, to: scroll + area.height, on: canvas)
    }
    canvas.translated(x: 0, y: area.y - scroll) {
      paintBlocks(page, fit.axis, in: blocks, on: canvas)
      canvas.translated(x: gridX, y: 0) { grid.paintNow(on: canvas) }
      canvas.translated(x: gutterX, y: 0) { labels.paintNow(on: canvas) }
    }
  }

  private func paintBlocks(
    _ page: DayPage, _ axis: DayAxis, in blocks: Range<Double>, on canvas: Canvas
  ) {
    // A page narrower than its gutter has no room for blocks at all.
    guard !blocks.isEmpty else { return }
    let columns = DayColumns(
      first: page.day, count: 1, left: blocks.lowerBound, width: blocks.upperBound - blocks.lowerBound,
      isRightToLeft: text.isRightToLeft)
    let timed = page.timed
    let frames = BlockFrame.frames(
      of: timed, on: page.day, axis: axis, columns: columns,
      minimumHeight: BlockPainter.minimumHeight(text: text), scale: canvas.scale)
    let contents = Dictionary(timed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for frame in frames {
      guard let occurrence = contents[frame.id] else { continue }
      canvas.translated(x: frame.left, y: frame.top) {
        BlockPainter().paint(
          content(of: occurrence, page, hasTime: true), .resting, width: frame.width,
          height: frame.height, on: canvas, palette: palette, text: text)
      }
    }
  }

  /// Working hours and every event, to whole hours; without either the middle of the day.
  private func interesting(_ page: DayPage) -> Range<Int> {
    var (first, last) = (page.workingMinutes.lowerBound * 60, page.workingMinutes.upperBound * 60)
    if page.workingMinutes.isEmpty { (first, last) = (8 * 3600, 18 * 3600) }
    for occurrence in page.timed {
      let seconds = page.seconds(of: occurrence)
      first = min(first, seconds.lowerBound)
      last = max(last, seconds.upperBound)
    }
    return first / 3600 * 3600..<min(24, (last + 3599) / 3600) * 3600
  }

  private func blockRange(width: Double, gutter: Double) -> Range<Double> {
    let near = gutter + DayPainter.sideSpace
    let far = max(near, width - DayPainter.sideSpace)
    return text.isRightToLeft ? width - far..<width - near : near..<far
  }

  private func content(of occurrence: Occurrence, _ page: DayPage, hasTime: Bool) -> BlockContent {
    var content = BlockContent(occurrence, on: page.day, now: page.now?.instant, phrases: phrases)
    if !hasTime { content.timeText = "" }
    return content
  }
}
