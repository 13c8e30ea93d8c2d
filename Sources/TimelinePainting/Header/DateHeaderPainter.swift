import CalendarModel
import CalendarText

/// Paints the dates of a week side by side, each with its weekday and with dots that show how busy the day
/// is.
///
/// Today has a filled circle, as in the header of a page. The selected date has a ring, so that it differs
/// from today by more than its color. If the timeline shows only some days of the week, a band marks them.
package struct DateHeaderPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases
  private let circleRadius: Double
  private let circleCenterY: Double

  package init(palette: Palette, text: TextStyle, phrases: Phrases) {
    self.palette = palette
    self.text = text
    self.phrases = phrases
    circleRadius = (text.size * 1.1).rounded()
    circleCenterY = (space + TextMetrics.smallLineHeight(text) + ringReach + circleRadius + 1).rounded()
  }

  /// The height of a date header in px. It does not depend on the width.
  package var height: Double { ((dotsCenterY + dotRadius + space) / 6).rounded(.up) * 6 }

  /// Paints the dates into columns of equal width, in the reading direction.
  ///
  /// - Parameter days: the days in chronological order; nil leaves a column empty.
  package func paint(_ days: [DateHeaderDay?], width: Double, on canvas: Canvas) {
    paintBand(under: days, width: width, on: canvas)
    let columns = columns(days.count, width: width)
    let columnWidth = width / Double(max(1, days.count))
    let look = look(columnWidth: columnWidth)
    for (day, column) in zip(days, columns) {
      guard let day else { continue }
      canvas.translated(x: column.lowerBound, y: 0) { paint(day, look, width: columnWidth, on: canvas) }
    }
  }

  /// The appearance that all dates of a week share.
  package struct Look: Hashable, Sendable {
    /// The labels of the weekdays: short names such as "Tue" if all of them fit, otherwise narrow names such
    /// as "T".
    fileprivate let names: [Weekday: String]
    /// The radius in px of the circle around a date.
    fileprivate let radius: Double
    /// The em size of a date in px.
    fileprivate let dateSize: Double
    /// The radius of a dot in px. Three dots and the spaces between them are nine radii wide.
    fileprivate let dotRadius: Double
  }

  /// Returns the appearance of dates in columns of the given width in px. Computing it takes as long as
  /// painting three dates.
  package func look(columnWidth: Double) -> Look {
    let radius = min(circleRadius, columnWidth / 2 - ringReach - 1)
    // All dates have the size at which the widest one fits.
    let widestDate = FittedText(
      "30", style: text, size: text.size * 1.1, weight: .bold, maximumWidth: radius * 1.6)
    return Look(
      names: names(maximumWidth: columnWidth - 4), radius: radius, dateSize: widestDate.size,
      dotRadius: min(dotRadius, (columnWidth - 4) / 9))
  }

  /// Paints a date into a column that starts at the canvas's origin.
  package func paint(_ day: DateHeaderDay, _ look: Look, width: Double, on canvas: Canvas) {
    paint(day, name: look.names[day.day.weekday] ?? "", x: width / 2, look, on: canvas)
  }

  /// Paints the band under the dates that the timeline shows, unless it shows all of them.
  package func paintBand(under days: [DateHeaderDay?], width: Double, on canvas: Canvas) {
    guard DateHeaderPainter.hasBand(days) else { return }
    let columns = columns(days.count, width: width)
    paintBand(zip(days, columns).filter { $0.0?.isShown == true }.map(\.1), on: canvas)
  }

  /// Returns whether there is a band. There is one if the timeline shows some of the dates, but not all.
  package static func hasBand(_ days: [DateHeaderDay?]) -> Bool {
    (1..<max(1, days.count)).contains(days.count { $0?.isShown == true })
  }

  private func columns(_ count: Int, width: Double) -> [Range<Double>] {
    let columnWidth = width / Double(max(1, count))
    return (0..<count).map { index in
      let position = Double(text.isRightToLeft ? count - 1 - index : index)
      return position * columnWidth..<(position + 1) * columnWidth
    }
  }

  /// Paints the number of a week in the gutter beside its dates.
  package func paintWeekNumber(_ week: Int, width: Double, on canvas: Canvas) {
    let label = FittedText(
      phrases.shortWeekNumber(week), style: text, size: text.smallSize, maximumWidth: width - 12)
    label.draw(centerX: width / 2, centerY: circleCenterY, palette.dimForeground, on: canvas)
  }

  // MARK: Parts of a date

  private func paint(_ day: DateHeaderDay, name: String, x: Double, _ look: Look, on canvas: Canvas) {
    let isStrong = day.isToday || day.isSelected
    let weekday = TextLayout(
      name, style: text, size: text.smallSize, weight: isStrong ? .semibold : .regular)
    canvas.draw(
      weekday, x: x - weekday.size.width / 2, y: space,
      isStrong ? palette.foreground : palette.dimForeground)

    if day.isToday { canvas.fillCircle(x: x, y: circleCenterY, radius: look.radius, palette.accentFill) }
    if day.isSelected { paintRing(x: x, radius: look.radius, on: canvas) }
    let date = FittedText(
      String(day.day.dayOfMonth), style: text, size: look.dateSize, weight: isStrong ? .bold : .regular)
    date.draw(
      centerX: x, centerY: circleCenterY, day.isToday ? palette.accentForeground : palette.foreground,
      on: canvas)
    for index in 0..<day.dotCount {
      let offset = (Double(index) - Double(day.dotCount - 1) / 2) * look.dotRadius * 3.5
      canvas.fillCircle(x: x + offset, y: dotsCenterY, radius: look.dotRadius, palette.dimForeground)
    }
  }

  /// Paints the ring of the selected date. If that date is today, a gap separates the ring from the circle.
  private func paintRing(x: Double, radius: Double, on canvas: Canvas) {
    let outerRadius = radius + ringReach
    let square = Rectangle(
      x: x - outerRadius, y: circleCenterY - outerRadius, width: 2 * outerRadius, height: 2 * outerRadius)
    let shape = RoundedRectangle(
      square, topLeft: outerRadius, topRight: outerRadius, bottomRight: outerRadius, bottomLeft: outerRadius)
    canvas.outline(shape, width: 2, palette.isHighContrast ? palette.foreground : palette.accentMark)
  }

  private func paintBand(_ columns: [Range<Double>], on canvas: Canvas) {
    guard let left = columns.map(\.lowerBound).min(), let right = columns.map(\.upperBound).max()
    else { return }
    let (start, end) = (canvas.snapped(left), canvas.snapped(right))
    let band = Rectangle(x: start, y: 3, width: end - start, height: height - 6)
    let shape = RoundedRectangle(band, topLeft: 12, topRight: 12, bottomRight: 12, bottomLeft: 12)
    canvas.fill(shape, palette.foreground.faded(palette.isDark ? 0.1 : 0.07))
    if palette.isHighContrast { canvas.outline(shape, width: 1, palette.foreground) }
  }

  // MARK: Sizes

  /// The space in px above the weekdays and below the dots.
  private let space = 6.0
  /// The distance in px by which the ring extends beyond the circle.
  private let ringReach = 4.0
  private var dotRadius: Double { (text.size / 7.3).rounded() }
  private var dotsCenterY: Double { circleCenterY + circleRadius + ringReach + dotRadius + 3 }

  /// Returns short names such as "Tue" if all of them fit, otherwise narrow names such as "T".
  private func names(maximumWidth: Double) -> [Weekday: String] {
    let shortNames = Weekday.allCases.map { ($0, phrases.shortWeekday($0)) }
    let fits = shortNames.allSatisfy { _, name in
      TextLayout(name, style: text, size: text.smallSize, weight: .semibold).size.width <= maximumWidth
    }
    let names = fits ? shortNames : Weekday.allCases.map { ($0, phrases.narrowWeekday($0)) }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }
}
