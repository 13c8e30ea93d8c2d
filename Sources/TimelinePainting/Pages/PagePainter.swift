import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints a page of one to seven days into a rectangle: the header, all-day events, the hour grid, timed
/// events, and the current time.
package struct PagePainter: Sendable {
  package var palette: Palette
  /// The text style; right-to-left text mirrors the page.
  package var text: TextStyle
  package var phrases: Phrases

  package init(palette: Palette, text: TextStyle = TextStyle(), phrases: Phrases = Phrases()) {
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Paints a page, including its background, into a rectangle of `width` by `height` px at the canvas's
  /// origin.
  ///
  /// A tall page shows the whole day. A shorter page shows the working hours and all events, at the largest
  /// zoom at which they fit. If they do not fit even at the minimum zoom, events that began on an earlier
  /// day are ignored, and the page starts with the working hours or the earliest of the
  /// other events, whichever is earlier. Each day then says how many of its events are outside the shown hours.
  package func paint(_ page: CalendarPage, width: Double, height: Double, on canvas: Canvas) {
    let secondZone = secondZoneTimes(of: page)
    let layout = layout(of: page, width: width)
    let header = HeaderPainter(page, layout, palette: palette, text: text, phrases: phrases)
    let allDay = AllDayPainter(page, layout, palette: palette, text: text, phrases: phrases)
    let top = header.height + allDay.height

    canvas.clipped(to: Rectangle(x: 0, y: 0, width: width, height: height)) {
      canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), palette.background)
      header.paint(on: canvas)
      canvas.translated(x: 0, y: header.height) { allDay.paint(on: canvas) }
      guard height > top else { return }
      let area = Rectangle(x: 0, y: top, width: width, height: height - top)
      let fit = HourFit(
        showing: page.relevantSeconds, orAtLeast: page.essentialSeconds, height: area.height,
        defaultPixelsPerHour: TextMetrics.pixelsPerHour(text))
      let gutter = GutterPainter(
        axis: fit.axis, width: layout.gutterWidth, currentSecond: page.currentSecond, secondZone: secondZone,
        palette: palette, text: text, phrases: phrases)
      canvas.translated(x: layout.gutterX, y: 0) { gutter.paintZones(bottom: header.height - 5, on: canvas) }
      canvas.clipped(to: area) { paintHours(page, layout, fit, gutter, in: area, on: canvas) }
      canvas.fill(Rectangle(x: 0, y: top - 1, width: width, height: 1), palette.hourLine)
    }
  }

  private func paintHours(
    _ page: CalendarPage, _ layout: PageLayout, _ fit: HourFit, _ gutter: GutterPainter, in area: Rectangle,
    on canvas: Canvas
  ) {
    let grid = GridPainter(
      axis: fit.axis, width: layout.columnsWidth,
      columns: page.eachDay.map {
        GridColumn($0, in: page.zone, weekend: page.weekend, now: page.currentWallTime)
      },
      workingMinutes: page.workingMinutes, palette: palette, isRightToLeft: text.isRightToLeft)
    let scroll = canvas.snapped(fit.scroll)
    let visiblePart = (top: scroll, bottom: scroll + area.height)
    canvas.translated(x: layout.gutterX, y: area.y) {
      gutter.paint(from: visiblePart.top, to: visiblePart.bottom, on: canvas)
    }
    canvas.translated(x: layout.columnsX, y: area.y) {
      grid.paint(from: visiblePart.top, to: visiblePart.bottom, on: canvas)
    }
    let columns = page.eachDay.indices.compactMap { layout.column($0, on: canvas) }
    let frames = columns.map { self.frames(of: $0.firstDay, page, fit.axis, in: $0, scale: canvas.scale) }
    canvas.translated(x: 0, y: area.y - scroll) {
      for (column, frames) in zip(columns, frames) {
        paintBlocks(frames, of: column.firstDay, page, on: canvas)
      }
      canvas.translated(x: layout.columnsX, y: 0) { grid.paintNow(on: canvas) }
      canvas.translated(x: layout.gutterX, y: 0) { gutter.paintNow(on: canvas) }
    }
    canvas.translated(x: 0, y: area.y) {
      for (column, frames) in zip(columns, frames) {
        let counts = hiddenCounts(frames, in: visiblePart.top..<visiblePart.bottom)
        paintHiddenCounts(counts, in: column, height: area.height, on: canvas)
      }
    }
  }

  private func frames(
    of day: Day, _ page: CalendarPage, _ axis: DayAxis, in column: DayColumns, scale: Double
  ) -> [BlockFrame] {
    BlockFrame.frames(
      of: page.timedOccurrences, on: day, axis: axis, columns: column,
      minimumHeight: BlockPainter.minimumHeight(text: text), scale: scale)
  }

  private func paintBlocks(_ frames: [BlockFrame], of day: Day, _ page: CalendarPage, on canvas: Canvas) {
    let occurrences = Dictionary(
      page.timedOccurrences.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for frame in frames {
      guard let occurrence = occurrences[frame.id] else { continue }
      let content = BlockContent(occurrence, on: day, now: page.now, phrases: phrases)
      canvas.translated(x: frame.left, y: frame.top) {
        BlockPainter().paint(
          content, .resting, width: frame.width, height: frame.height, on: canvas, palette: palette,
          text: text)
      }
    }
  }

  private func secondZoneTimes(of page: CalendarPage) -> SecondZoneTimes? {
    page.secondZone.map { SecondZoneTimes($0, beside: page.zone, on: page.days.lowerBound) }
  }

  func layout(of page: CalendarPage, width: Double) -> PageLayout {
    PageLayout(
      width: width,
      gutterWidth: GutterPainter.width(
        text: text, phrases: phrases, secondZone: secondZoneTimes(of: page)),
      firstDay: page.days.lowerBound, dayCount: page.eachDay.count, isRightToLeft: text.isRightToLeft)
  }
}
