import CalendarModel
import TimelineInteraction

// How high a page has to be for all of its events, and what a lower page says about the others.
extension PagePainter {
  /// The default size of a page in px. It has space for all events.
  package func defaultSize(of page: CalendarPage) -> (width: Int, height: Int) {
    let (width, height) = page.defaultSize
    return (width, max(height, Int(minimumHeight(of: page).rounded(.up))))
  }

  /// The minimum height in px at which a page shows all of its events. It does not depend on the width.
  package func minimumHeight(of page: CalendarPage) -> Double {
    let layout = layout(of: page, width: Double(page.defaultSize.width))
    return HeaderPainter(page, layout, palette: palette, text: text, phrases: phrases).height
      + AllDayPainter(page, layout, palette: palette, text: text, phrases: phrases).height
      + HourFit.minimumHeight(
        of: page.relevantSeconds, defaultPixelsPerHour: TextMetrics.pixelsPerHour(text))
  }

  /// Returns the numbers of blocks whose first line is above or below the visible part, in px.
  func hiddenCounts(_ frames: [BlockFrame], in visiblePart: Range<Double>) -> (earlier: Int, later: Int) {
    let lineHeight = BlockPainter.minimumHeight(text: text)
    // The rounding to device pixels hides nothing.
    return (
      frames.count { $0.top < visiblePart.lowerBound - 1 },
      frames.count { $0.top + lineHeight > visiblePart.upperBound + 1 }
    )
  }

  /// Paints the number of a day's hidden events at the upper and lower edge of its column, on a canvas whose origin is
  /// the upper-left corner of the hours. `height` is that of the hours in px.
  func paintHiddenCounts(
    _ counts: (earlier: Int, later: Int), in column: DayColumns, height: Double, on canvas: Canvas
  ) {
    let area = column.extent(of: column.firstDay)
    func paint(_ string: String, isAtTop: Bool) {
      let (space, inset) = (3.0, 6.0)
      let label = TextLayout(string, style: text, size: text.smallSize, weight: .semibold)
        .fit(width: area.width - 2 * inset, lines: 1)
      let size = (width: label.size.width + 2 * inset, height: (label.size.height + 2).rounded())
      let x = text.isRightToLeft ? area.left + area.width - size.width : area.left
      let y = canvas.snapped(isAtTop ? space : height - space - size.height)
      let radius = size.height / 2
      let pill = RoundedRectangle(
        Rectangle(x: x, y: y, width: size.width, height: size.height), topLeft: radius, topRight: radius,
        bottomRight: radius, bottomLeft: radius)
      canvas.fill(pill, palette.background)
      canvas.outline(pill, width: 1, palette.hourLine)
      canvas.draw(label, x: x + inset, y: canvas.snapped(y + 1), palette.foreground)
    }
    if counts.earlier > 0 { paint(phrases.earlierCount(counts.earlier), isAtTop: true) }
    if counts.later > 0 { paint(phrases.laterCount(counts.later), isAtTop: false) }
  }
}
