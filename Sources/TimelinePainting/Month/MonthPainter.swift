import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints the days of a month calendar, and the names of the weekdays above them.
///
/// Today has a filled circle, and the selected day has a ring, as in the date header.
package struct MonthPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases
  /// Whether there is room for dots below the dates.
  private let showsDots: Bool

  package init(palette: Palette, text: TextStyle, phrases: Phrases, showsDots: Bool) {
    (self.palette, self.text, self.phrases) = (palette, text, phrases)
    self.showsDots = showsDots
  }

  // MARK: Sizes

  /// The minimum width and height of a day in px, which are large enough for a pointer (WCAG 2.2, 2.5.8).
  package static let minimumDaySize = 24.0
  /// The natural width of a day in px, which is comfortable for a finger.
  private static let comfortableDayWidth = 40.0
  /// The maximum natural width of the calendar in px, at which it fits into the narrowest window.
  package static let maximumNaturalWidth = 322.0

  /// Returns the natural width in px of a calendar with the given number of columns.
  package func naturalWidth(columns: Int) -> Double {
    let dayWidth = max(MonthPainter.comfortableDayWidth, (text.size * 2.75).rounded())
    return min(Double(columns) * dayWidth, MonthPainter.maximumNaturalWidth)
  }

  /// Returns the natural height of a week in px, for columns of the given width in px.
  package func naturalRowHeight(columnWidth: Double) -> Double {
    let ringHeight = 2 * (radius(columnWidth: columnWidth) + ringReach + focusSpace)
    return max(ringHeight + (showsDots ? dotsHeight : 0), 36).rounded(.up)
  }

  /// The height of the names of the weekdays in px.
  package var weekdayHeight: Double { (TextMetrics.smallLineHeight(text) + 8).rounded(.up) }

  /// The distance in px by which the ring of the selected day extends beyond the circle.
  private let ringReach = 3.0
  /// The distance in px from the ring and the dots to the edges of the day. It leaves space for the focus frame,
  /// which is 2 px wide.
  private let focusSpace = 3.0
  private var dotRadius: Double { min(max((text.size / 7.3).rounded(), 2), 3) }
  private var dotsHeight: Double { 2 * dotRadius + 2 }

  private func radius(columnWidth: Double) -> Double {
    min((text.size * 0.95).rounded(), columnWidth / 2 - ringReach - focusSpace)
  }

  // MARK: Painting

  /// Paints the names of the weekdays at the top of the columns.
  package func paintWeekdays(_ weekdays: [Weekday], in geometry: MonthGeometry, on canvas: Canvas) {
    let names = phrases.weekdayNames(weekdays) { name in
      TextLayout(name, style: text, size: text.smallSize, weight: .semibold).size.width
        <= geometry.columnWidth - 4
    }
    for (column, name) in names.enumerated() {
      let label = TextLayout(name, style: text, size: text.smallSize, weight: .semibold)
      let x = geometry.x(ofColumn: column) + (geometry.columnWidth - label.size.width) / 2
      canvas.draw(label, x: x, y: 4, palette.dimForeground)
    }
  }

  /// Paints the weeks of a month.
  ///
  /// - Parameters:
  ///   - days: the days in chronological order, seven for each week; nil leaves a position empty.
  ///   - weekNumbers: the numbers of the weeks; empty if they are not shown.
  package func paint(
    _ days: [MonthDay?], weekNumbers: [Int], in geometry: MonthGeometry, on canvas: Canvas
  ) {
    let height = min(geometry.rowHeight, naturalRowHeight(columnWidth: geometry.columnWidth))
    let radius = min(
      radius(columnWidth: geometry.columnWidth),
      (height - (showsDots ? dotsHeight : 0)) / 2 - ringReach - focusSpace)
    // All dates have the size at which the widest one fits.
    let widestDate = FittedText(
      "30", style: text, size: text.size, weight: .bold, maximumWidth: radius * 1.68)
    for (index, day) in days.enumerated() {
      guard let day else { continue }
      let x = geometry.x(ofColumn: index % 7) + geometry.columnWidth / 2
      let top = geometry.y(ofRow: index / 7) + (geometry.rowHeight - height) / 2
      let centerY = canvas.snapped(top + focusSpace + ringReach + radius)
      paint(day, x: x, centerY: centerY, radius: radius, size: widestDate.size, on: canvas)
    }
    for (row, number) in weekNumbers.enumerated() {
      let centerY =
        geometry.y(ofRow: row) + (geometry.rowHeight - height) / 2 + focusSpace + ringReach + radius
      FittedText(
        String(number), style: text, size: min(text.smallSize, widestDate.size),
        maximumWidth: geometry.columnWidth - 8
      )
      .draw(
        centerX: geometry.weekNumberX + geometry.columnWidth / 2, centerY: centerY, color(.faint), on: canvas)
    }
  }

  private func paint(
    _ day: MonthDay, x: Double, centerY: Double, radius: Double, size: Double, on canvas: Canvas
  ) {
    if day.isToday { canvas.fillCircle(x: x, y: centerY, radius: radius, palette.accentFill) }
    if day.isSelected {
      let outerRadius = radius + ringReach
      let square = Rectangle(
        x: x - outerRadius, y: centerY - outerRadius, width: 2 * outerRadius, height: 2 * outerRadius)
      let ring = RoundedRectangle(
        square, topLeft: outerRadius, topRight: outerRadius, bottomRight: outerRadius, bottomLeft: outerRadius
      )
      canvas.outline(ring, width: 2, palette.isHighContrast ? palette.foreground : palette.accentMark)
    }
    let isStrong = day.isToday || day.isSelected
    let date = FittedText(
      String(day.dayOfMonth), style: text, size: size, weight: isStrong ? .bold : .regular,
      maximumWidth: radius * 1.68)
    let emphasis: Emphasis = day.isInMonth ? (day.isWeekend && !isStrong ? .dim : .full) : .faint
    date.draw(
      centerX: x, centerY: centerY, day.isToday ? palette.accentForeground : color(emphasis), on: canvas)
    guard showsDots else { return }
    let dotsCenterY = centerY + radius + ringReach + 1 + dotRadius
    for (index, dot) in day.dots.enumerated() {
      let offset = (Double(index) - Double(day.dots.count - 1) / 2) * dotRadius * 3
      canvas.fillCircle(
        x: x + offset, y: dotsCenterY, radius: dotRadius, dotColor(dot, isFaint: !day.isInMonth))
    }
  }

  // MARK: Colors

  private enum Emphasis {
    /// A working day of the month.
    case full
    /// A day of the weekend.
    case dim
    /// A day of another month, or the number of a week.
    case faint
  }

  /// Returns a color for text. Even faint text has the contrast that WCAG AA requires, because days of other
  /// months can be chosen as well.
  private func color(_ emphasis: Emphasis) -> PaintColor {
    let fullColor = palette.foreground.over(palette.background)
    switch emphasis {
    case .full: return fullColor
    case .dim:
      return palette.isHighContrast ? fullColor : palette.foreground.faded(0.8).over(palette.background)
    case .faint:
      let ratio = palette.isHighContrast ? 7 : EventTint.minimumContrast + 0.1
      return palette.foreground.faded(0.45).over(palette.background)
        .legible(on: palette.background, ratio: ratio, toward: fullColor)
    }
  }

  /// Returns the color of a dot. Unless the dot is faint, its contrast with the background is at least 3:1.
  private func dotColor(_ color: EventColor?, isFaint: Bool) -> PaintColor {
    let fullColor = color.map { PaintColor($0) } ?? palette.accent
    let visibleColor = fullColor.legible(
      on: palette.background, ratio: 3.1, toward: palette.isDark ? .white : .black)
    return isFaint ? visibleColor.mixed(into: palette.background, share: 0.6) : visibleColor
  }
}
