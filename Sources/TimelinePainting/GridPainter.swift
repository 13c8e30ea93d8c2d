import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints the sheet of a day: hours, half hours, working hours, labels, and the line of the present moment.
///
/// The sheet is as wide as the column with its gutter and `axis.contentHeight` high. It is painted in parts, so that
/// a widget can keep it in tiles: what touches two parts is painted in both, each its own share.
public struct GridPainter: Sendable {
  /// Where the hours are.
  public var axis: DayAxis
  /// Width of gutter and column together in px.
  public var width: Double
  /// Width of the gutter in px: on the left, or on the right if the text is read from right to left.
  public var gutter: Double
  /// Working hours in minutes since midnight; the rest of the day is a shade apart. Empty: no shade at all.
  public var workingMinutes: Range<Int>
  /// Whether the day is one of the weekend.
  public var isWeekend: Bool
  /// What the clocks skip or repeat on this day.
  public var clockChanges: [ClockChange]
  /// The present moment in seconds since the day's midnight, if the day is today.
  public var now: Int?
  /// The colours.
  public var palette: Palette
  /// The face of the labels.
  public var text: TextStyle
  /// The words of the labels.
  public var phrases: Phrases

  /// A painter of a day's sheet.
  public init(
    axis: DayAxis, width: Double, gutter: Double, workingMinutes: Range<Int> = 9 * 60..<17 * 60,
    isWeekend: Bool = false, clockChanges: [ClockChange] = [], now: Int? = nil, palette: Palette,
    text: TextStyle, phrases: Phrases
  ) {
    self.axis = axis
    self.width = width
    self.gutter = gutter
    self.workingMinutes = workingMinutes
    self.isWeekend = isWeekend
    self.clockChanges = clockChanges
    self.now = now
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// The width in px that the gutter needs for the labels of that text and clock.
  public static func gutterWidth(text: TextStyle, phrases: Phrases) -> Double {
    let widest = (0..<24).map { label(phrases.hourLabel($0), text).size.width }.max() ?? 0
    // The present time stands in the gutter too, with minutes and in semibold.
    let now =
      [WallTime(seconds: 0), WallTime(seconds: 22 * 3600)]
      .map { nowLabel(phrases.time($0), text).size.width }.max() ?? 0
    let needed = max(widest, now) + leadingSpace + labelSpace
    return (needed / 6).rounded(.up) * 6
  }

  /// The column beside the gutter, over the sheet's whole height.
  public var column: Rectangle {
    Rectangle(
      x: text.isRightToLeft ? 0 : gutter, y: 0, width: max(0, width - gutter), height: axis.contentHeight)
  }

  /// Paints the part of the sheet from `top` to `bottom`, in px from the sheet's upper edge.
  ///
  /// The canvas's origin is the part's own upper left corner. Its ground is left as it is: the background is the
  /// widget's, or `paintBackground` of whoever has none.
  public func paint(from top: Double, to bottom: Double, on canvas: Canvas) {
    let part = Rectangle(x: 0, y: top, width: width, height: bottom - top)
    canvas.translated(x: 0, y: -top) {
      canvas.clipped(to: part) {
        paintShades(on: canvas)
        paintClockChanges(in: part, on: canvas)
        paintLines(in: part, on: canvas)
        paintLabels(in: part, on: canvas)
      }
    }
  }

  /// Paints line, dot and time of the present moment, on a canvas whose origin is the sheet's upper left corner.
  ///
  /// Nothing is painted if the day is not today. It goes over the events, so that it is seen in the midst of one.
  public func paintNow(on canvas: Canvas) {
    guard let now else { return }
    let y = canvas.snapped(axis.y(ofSecond: Double(now)))
    let column = column
    canvas.fill(Rectangle(x: column.x, y: y - 1, width: column.width, height: 2), palette.now)
    let edge = text.isRightToLeft ? column.maxX : column.x
    canvas.fillCircle(x: edge, y: y, radius: GridPainter.dotRadius, palette.now)
    let time = WallTime(seconds: now)
    showInGutter(GridPainter.nowLabel(phrases.time(time), text), centre: y, palette.now, on: canvas)
  }

  /// How far in px above and below its line the mark of the present moment reaches.
  public var nowReach: Double { TextMetrics.lineHeight(text) / 2 + 1 }

  // MARK: Parts

  /// From the window's edge to the labels in px.
  private static let leadingSpace = 9.0
  /// From the labels to the column in px; the now dot reaches into it.
  static let labelSpace = 10.0
  private static let dotRadius = 5.0

  private func paintShades(on canvas: Canvas) {
    let column = column
    if isWeekend { canvas.fill(column, palette.weekend) }
    guard !workingMinutes.isEmpty else { return }
    let begin = canvas.snapped(axis.y(ofSecond: Double(workingMinutes.lowerBound * 60)))
    let end = canvas.snapped(axis.y(ofSecond: Double(workingMinutes.upperBound * 60)))
    canvas.fill(Rectangle(x: column.x, y: 0, width: column.width, height: begin), palette.offHours)
    canvas.fill(
      Rectangle(x: column.x, y: end, width: column.width, height: axis.contentHeight - end), palette.offHours)
  }

  private func paintLines(in part: Rectangle, on canvas: Canvas) {
    let column = column
    for half in 0...48 {
      let y = canvas.snapped(axis.y(ofSecond: Double(half * 1800)))
      guard y + 1 > part.y, y < part.maxY else { continue }
      let color = half.isMultiple(of: 2) ? palette.hourLine : palette.halfHourLine
      canvas.fill(Rectangle(x: column.x, y: y, width: column.width, height: 1), color)
    }
  }

  private func paintLabels(in part: Rectangle, on canvas: Canvas) {
    let reach = TextMetrics.smallLineHeight(text)
    let nowY = now.map { axis.y(ofSecond: Double($0)) }
    for hour in 0...24 {
      let y = canvas.snapped(axis.y(ofSecond: Double(hour * 3600)))
      guard y + reach > part.y, y - reach < part.maxY else { continue }
      if let nowY, abs(nowY - y) < reach { continue }
      showInGutter(
        GridPainter.label(phrases.hourLabel(hour), text), centre: y, palette.dimForeground, on: canvas)
    }
  }

  private func paintClockChanges(in part: Rectangle, on canvas: Canvas) {
    for change in clockChanges {
      let top = canvas.snapped(axis.y(ofSecond: Double(change.seconds.lowerBound)))
      let bottom = canvas.snapped(axis.y(ofSecond: Double(change.seconds.upperBound)))
      var area = column
      area.y = top
      area.height = bottom - top
      if change.kind == .repeated {
        let band = 12.0
        if text.isRightToLeft { area.x = area.maxX - band }
        area.width = band
      }
      guard area.maxY > part.y, area.y < part.maxY else { continue }
      Hatch.paint(area, palette.foreground.faded(0.12), on: canvas)
    }
  }

  private func showInGutter(
    _ label: TextLayout, centre y: Double, _ color: PaintColor, on canvas: Canvas
  ) {
    let x =
      text.isRightToLeft
      ? width - gutter + GridPainter.labelSpace : gutter - GridPainter.labelSpace - label.size.width
    // The middle of a figure, not of the line's box, belongs on the line: figures are about 0.7 em high.
    let top = canvas.snapped(y + 0.35 * text.smallSize - label.baseline)
    canvas.showOutlines(of: label, x: x, y: top, color)
  }

  private static func label(_ words: String, _ text: TextStyle) -> TextLayout {
    TextLayout(words, style: text, size: text.size * 0.82, hasTabularFigures: true)
  }

  private static func nowLabel(_ words: String, _ text: TextStyle) -> TextLayout {
    TextLayout(
      words, style: text, size: text.size * 0.82, weight: .semibold, hasTabularFigures: true)
  }
}

/// Slanted lines over a part of the sheet that is not an ordinary one.
enum Hatch {
  /// Between two lines, along the horizontal, in px.
  private static let spacing = 8.0

  /// Hatches a rectangle. Lines lie on one raster for the whole sheet, so that parts meet.
  static func paint(_ area: Rectangle, _ color: PaintColor, on canvas: Canvas) {
    canvas.clipped(to: area) {
      var sum = ((area.x + area.y) / spacing).rounded(.down) * spacing
      while sum < area.maxX + area.maxY {
        canvas.stroke([(x: sum - area.y, y: area.y), (x: sum - area.maxY, y: area.maxY)], width: 1, color)
        sum += spacing
      }
    }
  }
}
