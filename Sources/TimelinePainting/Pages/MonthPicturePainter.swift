import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints a month in whole weeks into a rectangle: a title, the weekdays, and a row for each week, with the events of each
/// day in lanes below its date.
package struct MonthPicturePainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases

  package init(palette: Palette, text: TextStyle = TextStyle(), phrases: Phrases = Phrases()) {
    (self.palette, self.text, self.phrases) = (palette, text, phrases)
  }

  /// The size of a picture in px with room for several events a day.
  package static let defaultSize = (width: 1200, height: 900)

  /// Paints a month, including its background, into a rectangle of `width` by `height` px at the canvas's origin.
  package func paint(_ picture: MonthPicture, width: Double, height: Double, on canvas: Canvas) {
    let layout = PageLayout(
      width: width, gutterWidth: picture.showsWeekNumbers ? gutterWidth : 0, firstDay: picture.grid.firstDay,
      dayCount: 7, isRightToLeft: text.isRightToLeft)
    let whole = Rectangle(x: 0, y: 0, width: width, height: height)
    canvas.clipped(to: whole) {
      canvas.fill(whole, palette.background)
      paintTitle(of: picture, width: width, on: canvas)
      paintWeekdays(of: picture, layout, on: canvas)
      guard height > top, layout.columnsWidth > 0 else { return }
      var lanes: [Occurrence.ID: Int] = [:]
      for week in 0..<picture.grid.monthWeekCount {
        func edge(_ index: Int) -> Double {
          canvas.snapped(top + (height - top) * Double(index) / Double(picture.grid.monthWeekCount))
        }
        lanes = paintWeek(week, of: picture, layout, from: edge(week), to: edge(week + 1), lanes, on: canvas)
      }
    }
  }

  // MARK: Above the weeks

  private let sideSpace = 12.0
  private var titleSize: Double { text.size * 1.4 }
  private var titleHeight: Double {
    (TextLayout("A", style: text, size: titleSize, weight: .bold).size.height + 12).rounded(.up)
  }
  private var weekdayHeight: Double { (TextMetrics.smallLineHeight(text) + 6).rounded(.up) }
  /// The distance in px from the upper edge to the first week.
  private var top: Double { titleHeight + weekdayHeight }
  private var gutterWidth: Double { (text.size * 2.2).rounded() }

  private func paintTitle(of picture: MonthPicture, width: Double, on canvas: Canvas) {
    let title = TextLayout(
      phrases.monthAndYear(picture.grid.month.day(1)), style: text, size: titleSize, weight: .bold)
    if title.size.width > width - 2 * sideSpace { title.fit(width: max(0, width - 2 * sideSpace), lines: 1) }
    let x = text.isRightToLeft ? width - sideSpace - title.size.width : sideSpace
    canvas.draw(title, x: x, y: canvas.snapped((titleHeight - title.size.height) / 2), palette.foreground)
  }

  private func paintWeekdays(of picture: MonthPicture, _ layout: PageLayout, on canvas: Canvas) {
    func label(_ name: String) -> TextLayout { TextLayout(name, style: text, size: text.smallSize) }
    let names = phrases.weekdayNames(picture.grid.weekdays) {
      label($0).size.width <= layout.columnsWidth / 7 - 8
    }
    for (column, name) in names.enumerated() {
      let edges = layout.edges(column..<column + 1, on: canvas)
      let label = label(name)
      canvas.draw(
        label, x: (edges.lowerBound + edges.upperBound - label.size.width) / 2,
        y: canvas.snapped(titleHeight),
        palette.dimForeground)
    }
  }

  // MARK: A week

  private var dateDiameter: Double { (text.size * 1.7).rounded() }
  /// The height in px of the dates above the events.
  private var dateHeight: Double { dateDiameter + 6 }
  private var laneHeight: Double { AllDayPainter.laneHeight(text: text) }

  /// Paints a week between two edges.
  ///
  /// - Parameter lanesBefore: the lanes of the week before.
  /// - Returns: the lanes that events keep in the next week.
  private func paintWeek(
    _ week: Int, of picture: MonthPicture, _ layout: PageLayout, from rowTop: Double, to rowBottom: Double,
    _ lanesBefore: [Occurrence.ID: Int], on canvas: Canvas
  ) -> [Occurrence.ID: Int] {
    paintCells(of: week, picture, layout, from: rowTop, to: rowBottom, on: canvas)
    let first = picture.grid.firstDay.adding(days: 7 * week)
    let days = first..<first.adding(days: 7)
    let shown = picture.occurrences.filter { $0.days.overlaps(days) }
    let laneLimit = Int((rowBottom - rowTop - dateHeight - 2) / laneHeight)
    guard laneLimit > 0 else {
      paintCounts(of: shown, from: first, layout, y: rowTop, on: canvas)
      return [:]
    }
    // Of events of the same days, those without a time of day are first.
    let ordered = shown.filter(\.isInAllDayRow) + shown.filter { !$0.isInAllDayRow }
    let fitted = AllDayLayout(ordered, in: days, keeping: lanesBefore).fittedByColumn(into: laneLimit)
    let occurrences = Dictionary(ordered.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    canvas.clipped(to: Rectangle(x: 0, y: rowTop, width: layout.width, height: rowBottom - rowTop)) {
      for bar in fitted.bars {
        guard let occurrence = occurrences[bar.id] else { continue }
        let edges = layout.contentEdges(bar.columns, on: canvas)
        guard !edges.isEmpty else { continue }
        let y = rowTop + dateHeight + Double(bar.lane) * laneHeight
        canvas.translated(x: edges.lowerBound, y: canvas.snapped(y)) {
          BlockPainter(flow: .horizontal).paint(
            content(of: occurrence, bar, picture), .resting, width: edges.upperBound - edges.lowerBound,
            height: laneHeight, on: canvas, palette: palette, text: text)
        }
      }
      for (column, count) in fitted.hiddenCounts.enumerated() where count > 0 {
        let y = rowTop + dateHeight + Double(fitted.laneCount - 1) * laneHeight
        paintHiddenCount(count, in: layout.contentEdges(column..<column + 1, on: canvas), y: y, on: canvas)
      }
    }
    // In the last lane, an event may have to make room for a number.
    let kept = fitted.bars.filter {
      $0.continuesAfter && $0.columns.upperBound == 7 && $0.lane < laneLimit - 1
    }
    return Dictionary(kept.map { ($0.id, $0.lane) }, uniquingKeysWith: { first, _ in first })
  }

  private func content(of occurrence: Occurrence, _ bar: AllDayLayout.Bar, _ picture: MonthPicture)
    -> BlockContent
  {
    var content = BlockContent(
      occurrence, on: occurrence.days.lowerBound, now: picture.now, phrases: phrases)
    content.timeText = bar.continuesBefore ? "" : content.startText
    content.location = ""
    (content.continuesBefore, content.continuesAfter) = (bar.continuesBefore, bar.continuesAfter)
    return content
  }

  private func paintHiddenCount(_ count: Int, in edges: Range<Double>, y: Double, on canvas: Canvas) {
    let inset = BlockPainter.textInset
    let label = HiddenCount.label(
      count, style: text, width: edges.upperBound - edges.lowerBound - inset, phrases)
    let x = text.isRightToLeft ? edges.upperBound - inset - label.size.width : edges.lowerBound + inset
    canvas.draw(
      label, x: x, y: canvas.snapped(y + (laneHeight - label.size.height) / 2), palette.dimForeground)
  }

  /// Paints the number of each day's events at the end of its column, in rows that are too low for an event.
  private func paintCounts(
    of occurrences: [Occurrence], from first: Day, _ layout: PageLayout, y: Double, on canvas: Canvas
  ) {
    for column in 0..<7 {
      let day = first.adding(days: column)
      let count = occurrences.count { $0.days.contains(day) }
      let edges = layout.contentEdges(column..<column + 1, on: canvas)
      let width = edges.upperBound - edges.lowerBound - dateDiameter
      guard count > 0, width > 0 else { continue }
      let label = FittedText("+\(count)", style: text, size: text.smallSize, maximumWidth: width)
      let halfWidth = label.layout.size.width / 2
      label.draw(
        centerX: text.isRightToLeft ? edges.lowerBound + halfWidth : edges.upperBound - halfWidth,
        centerY: canvas.snapped(y + 3 + dateDiameter / 2), palette.dimForeground, on: canvas)
    }
  }

  // MARK: Days

  private func paintCells(
    of week: Int, _ picture: MonthPicture, _ layout: PageLayout, from rowTop: Double, to rowBottom: Double,
    on canvas: Canvas
  ) {
    let line = canvas.thickness(1)
    for column in 0..<7 {
      guard let day = picture.grid.day(at: 7 * week + column) else { continue }
      let edges = layout.edges(column..<column + 1, on: canvas)
      let cell = Rectangle(
        x: edges.lowerBound, y: rowTop, width: edges.upperBound - edges.lowerBound, height: rowBottom - rowTop
      )
      if picture.weekend.contains(day.weekday) { canvas.fill(cell, palette.weekend) }
      if column > 0 {
        let x = text.isRightToLeft ? edges.upperBound - line : edges.lowerBound
        canvas.fill(Rectangle(x: x, y: rowTop, width: line, height: cell.height), palette.hourLine)
      }
      paintDate(day, of: picture, in: edges, y: rowTop, on: canvas)
    }
    canvas.fill(Rectangle(x: 0, y: rowTop, width: layout.width, height: line), palette.hourLine)
    guard picture.showsWeekNumbers else { return }
    FittedText(
      String(picture.grid.isoWeekNumber(ofWeekAt: week)), style: text, size: text.smallSize,
      maximumWidth: gutterWidth - 6
    )
    .draw(
      centerX: layout.gutterX + gutterWidth / 2, centerY: rowTop + 3 + dateDiameter / 2,
      palette.dimForeground,
      on: canvas)
  }

  /// Paints a date at the beginning of its column, in a filled circle if it is today. The first day of each month has the
  /// month's name.
  private func paintDate(
    _ day: Day, of picture: MonthPicture, in edges: Range<Double>, y: Double, on canvas: Canvas
  ) {
    let isToday = day == picture.today
    let inMonth = picture.grid.month.contains(day)
    let radius = dateDiameter / 2
    let leading = radius + 3
    let x = text.isRightToLeft ? edges.upperBound - leading : edges.lowerBound + leading
    let centerY = canvas.snapped(y + 3 + radius)
    if isToday { canvas.fillCircle(x: x, y: centerY, radius: radius, palette.accentFill) }
    let color = isToday ? palette.accentForeground : inMonth ? palette.foreground : palette.dimForeground
    let date = FittedText(
      String(day.dayOfMonth), style: text, size: text.size, weight: isToday || inMonth ? .semibold : .regular,
      maximumWidth: 2 * radius * 0.84)
    date.draw(centerX: x, centerY: centerY, color, on: canvas)
    guard day.dayOfMonth == 1 else { return }
    let name = TextLayout(phrases.shortMonth(day.month), style: text, size: text.smallSize, weight: .semibold)
    guard 2 * leading + name.size.width <= edges.upperBound - edges.lowerBound else { return }
    let nameX = text.isRightToLeft ? x - leading - name.size.width : x + leading
    canvas.draw(
      name, x: nameX, y: centerY + 0.35 * date.size - name.baseline,
      inMonth ? palette.foreground : palette.dimForeground)
  }
}
