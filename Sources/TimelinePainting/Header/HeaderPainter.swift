import CalendarModel
import CalendarText

/// Paints the header of a page. For one day, it shows the date with its weekday and month. For several days,
/// it shows the months, and a weekday and a date above each column. Today's date is in a filled circle.
struct HeaderPainter {
  private let page: CalendarPage
  private let layout: PageLayout
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases

  init(_ page: CalendarPage, _ layout: PageLayout, palette: Palette, text: TextStyle, phrases: Phrases) {
    self.page = page
    self.layout = layout
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  private var isOneDay: Bool { layout.dayCount == 1 }

  /// The height of the header, in whole px.
  var height: Double {
    isOneDay
      ? ((largeDiameter + 24) / 6).rounded(.up) * 6
      : (titleHeight + weekdayHeight + diameter + 2 * space).rounded(.up)
  }

  /// Paints the header with its upper-left corner at the origin.
  func paint(on canvas: Canvas) {
    if isOneDay {
      paintDay(page.days.lowerBound, on: canvas)
    } else {
      paintTitle(on: canvas)
      for (index, day) in page.eachDay.enumerated() {
        let edges = layout.edges(index..<index + 1, on: canvas)
        paintColumnHeading(of: day, in: edges, on: canvas)
      }
    }
  }

  // MARK: One day

  private var largeDiameter: Double { (text.size * 2.9).rounded() }

  private func paintDay(_ day: Day, on canvas: Canvas) {
    let x = mirrored(sideSpace + largeDiameter / 2)
    paintDate(day, x: x, y: height / 2, diameter: largeDiameter, size: text.size * 1.5, on: canvas)
    let start = sideSpace + largeDiameter + 12
    let availableWidth = max(0, layout.width - start - sideSpace)
    let weekday = TextLayout(phrases.weekday(day.weekday), style: text, size: text.size * 1.1, weight: .bold)
    let month = TextLayout(phrases.monthAndYear(day), style: text, size: text.size * 0.9)
    weekday.fit(width: availableWidth, lines: 1)
    month.fit(width: availableWidth, lines: 1)
    let left = text.isRightToLeft ? sideSpace : start
    let top = canvas.snapped((height - weekday.size.height - month.size.height) / 2)
    canvas.draw(weekday, x: left, y: top, palette.foreground)
    canvas.draw(month, x: left, y: canvas.snapped(top + weekday.size.height), palette.dimForeground)
  }

  // MARK: Several days

  private var diameter: Double { (text.size * 2).rounded() }
  private var titleHeight: Double {
    (TextLayout("A", style: text, size: titleSize, weight: .bold).size.height + 2 * space).rounded(.up)
  }
  private var weekdayHeight: Double { TextMetrics.smallLineHeight(text).rounded(.up) }
  private var titleSize: Double { text.size * 1.4 }

  /// Paints the months and, at the other end, the week number if it fits beside them.
  private func paintTitle(on canvas: Canvas) {
    let availableWidth = max(0, layout.width - 2 * sideSpace)
    let months = TextLayout(phrases.months(page.days), style: text, size: titleSize, weight: .bold)
    if months.size.width > availableWidth { months.fit(width: availableWidth, lines: 1) }
    let y = canvas.snapped((titleHeight - months.size.height) / 2 + space / 2)
    draw(months, fromLeading: sideSpace, y: y, palette.foreground, on: canvas)
    guard let number = page.weekNumber else { return }
    let week = TextLayout(phrases.week(number), style: text, hasTabularFigures: true)
    guard months.size.width + week.size.width + 12 <= availableWidth else { return }
    draw(
      week, fromLeading: layout.width - sideSpace - week.size.width, y: y + months.baseline - week.baseline,
      palette.dimForeground, on: canvas)
  }

  private func paintColumnHeading(of day: Day, in edges: Range<Double>, on canvas: Canvas) {
    let isToday = page.currentWallTime?.day == day
    let center = (edges.lowerBound + edges.upperBound) / 2
    let name = TextLayout(
      phrases.shortWeekday(day.weekday), style: text, size: text.smallSize,
      weight: isToday ? .semibold : .regular)
    // A wider label would overlap the label of the next day.
    if name.size.width > edges.upperBound - edges.lowerBound {
      name.fit(width: edges.upperBound - edges.lowerBound, lines: 1)
    }
    canvas.draw(
      name, x: center - name.size.width / 2, y: canvas.snapped(titleHeight),
      isToday ? palette.accentText : palette.dimForeground)
    paintDate(
      day, x: center, y: titleHeight + weekdayHeight + space / 2 + diameter / 2,
      diameter: min(diameter, edges.upperBound - edges.lowerBound), size: text.size * 1.15, on: canvas)
  }

  // MARK: Shared by both

  /// Paints a date, in a filled circle if it is today.
  private func paintDate(
    _ day: Day, x: Double, y: Double, diameter: Double, size: Double, on canvas: Canvas
  ) {
    let isToday = page.currentWallTime?.day == day
    if isToday { canvas.fillCircle(x: x, y: y, radius: diameter / 2, palette.accentFill) }
    let date = TextLayout(
      String(day.dayOfMonth), style: text, size: size, weight: isToday ? .bold : .semibold,
      hasTabularFigures: true)
    // Centers the digits in the circle, rather than the line box. Digits are about 0.7 em high.
    canvas.draw(
      date, x: x - date.size.width / 2, y: y + 0.35 * size - date.baseline,
      isToday ? palette.accentForeground : palette.foreground)
  }

  /// The vertical space between the parts of the header, in px.
  private let space = 6.0
  /// The space at the left and right edges, in px.
  private let sideSpace = 12.0

  private func mirrored(_ x: Double) -> Double { text.isRightToLeft ? layout.width - x : x }

  private func draw(
    _ label: TextLayout, fromLeading x: Double, y: Double, _ color: PaintColor, on canvas: Canvas
  ) {
    let left = text.isRightToLeft ? layout.width - x - label.size.width : x
    canvas.draw(label, x: left, y: y, color)
  }
}
