import CalendarModel
import CalendarText

/// Paints the dates of a week side by side: weekday, date, and dots for how busy the day is.
///
/// Today is a filled circle, as in the header of a page; the selected date has a ring, so that it differs
/// from today by more than a colour. Where the timeline shows fewer days than the week has, those are marked
/// by a band.
package struct DateHeaderPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases
  private let circleRadius: Double
  private let circleMiddle: Double

  package init(palette: Palette, text: TextStyle, phrases: Phrases) {
    self.palette = palette
    self.text = text
    self.phrases = phrases
    circleRadius = (text.size * 1.1).rounded()
    circleMiddle = (space + TextMetrics.smallLineHeight(text) + ringReach + circleRadius + 1).rounded()
  }

  /// Height of a date header in px, at any width.
  package var height: Double { ((dotsMiddle + dotRadius + space) / 6).rounded(.up) * 6 }

  /// Paints the dates into columns of equal width, in the reading direction.
  ///
  /// - Parameter days: In chronological order; nil leaves a column empty.
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

  /// The common appearance of the dates of a week.
  package struct Look: Hashable, Sendable {
    /// The labels of the weekdays: "Tue" if every name fits, otherwise "T" for all of them.
    fileprivate let names: [Weekday: String]
    /// Radius of the circle around a date in px.
    fileprivate let radius: Double
    /// Em size of a date in px.
    fileprivate let dateSize: Double
    /// Radius of a dot in px. Three of them, with their spaces, are nine radii wide.
    fileprivate let dots: Double
  }

  /// The look of dates in columns of that width in px; computing it costs as much as painting three of them.
  package func look(columnWidth: Double) -> Look {
    let radius = min(circleRadius, columnWidth / 2 - ringReach - 1)
    // All dates have the size at which the widest one fits.
    let widest = FittedText(
      "30", style: text, size: text.size * 1.1, weight: .bold, maximumWidth: radius * 1.6)
    return Look(
      names: names(maximumWidth: columnWidth - 4), radius: radius, dateSize: widest.size,
      dots: min(dotRadius, (columnWidth - 4) / 9))
  }

  /// Paints a date into a column that starts at the canvas's origin.
  package func paint(_ day: DateHeaderDay, _ look: Look, width: Double, on canvas: Canvas) {
    paint(day, name: look.names[day.day.weekday] ?? "", x: width / 2, look, on: canvas)
  }

  /// Paints the band under the dates that the timeline shows, unless it shows them all.
  package func paintBand(under days: [DateHeaderDay?], width: Double, on canvas: Canvas) {
    guard DateHeaderPainter.hasBand(days) else { return }
    let columns = columns(days.count, width: width)
    paintBand(zip(days, columns).filter { $0.0?.isShown == true }.map(\.1), on: canvas)
  }

  /// Whether there is a band: some of the dates are shown, but not all.
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

  /// Paints the number of a week into the gutter beside its dates.
  package func paintWeekNumber(_ week: Int, width: Double, on canvas: Canvas) {
    let label = FittedText(
      phrases.shortWeekNumber(week), style: text, size: text.smallSize, maximumWidth: width - 12)
    label.draw(x: width / 2, middle: circleMiddle, palette.dimForeground, on: canvas)
  }

  // MARK: Parts of a date

  private func paint(_ day: DateHeaderDay, name: String, x: Double, _ look: Look, on canvas: Canvas) {
    let isStrong = day.isToday || day.isSelected
    let weekday = TextLayout(
      name, style: text, size: text.smallSize, weight: isStrong ? .semibold : .regular)
    canvas.draw(
      weekday, x: x - weekday.size.width / 2, y: space,
      isStrong ? palette.foreground : palette.dimForeground)

    if day.isToday { canvas.fillCircle(x: x, y: circleMiddle, radius: look.radius, palette.accent) }
    if day.isSelected { paintRing(x: x, radius: look.radius, on: canvas) }
    let date = FittedText(
      String(day.day.dayOfMonth), style: text, size: look.dateSize, weight: isStrong ? .bold : .regular)
    date.draw(
      x: x, middle: circleMiddle, day.isToday ? palette.accentForeground : palette.foreground, on: canvas)
    for index in 0..<day.dots {
      let offset = (Double(index) - Double(day.dots - 1) / 2) * look.dots * 3.5
      canvas.fillCircle(x: x + offset, y: dotsMiddle, radius: look.dots, palette.dimForeground)
    }
  }

  /// Paints a ring around the circle of today, with a gap that separates the two whatever their colours are.
  private func paintRing(x: Double, radius: Double, on canvas: Canvas) {
    let outer = radius + ringReach
    let square = Rectangle(x: x - outer, y: circleMiddle - outer, width: 2 * outer, height: 2 * outer)
    let shape = RoundedRectangle(
      square, topLeft: outer, topRight: outer, bottomRight: outer, bottomLeft: outer)
    canvas.outline(shape, width: 2, palette.isHighContrast ? palette.foreground : palette.accent)
  }

  private func paintBand(_ shown: [Range<Double>], on canvas: Canvas) {
    guard let left = shown.map(\.lowerBound).min(), let right = shown.map(\.upperBound).max() else { return }
    let (start, end) = (canvas.snapped(left), canvas.snapped(right))
    let band = Rectangle(x: start, y: 3, width: end - start, height: height - 6)
    let shape = RoundedRectangle(band, topLeft: 12, topRight: 12, bottomRight: 12, bottomLeft: 12)
    canvas.fill(shape, palette.foreground.faded(palette.isDark ? 0.1 : 0.07))
    if palette.isHighContrast { canvas.outline(shape, width: 1, palette.foreground) }
  }

  // MARK: Sizes

  private let space = 6.0
  private let ringReach = 4.0
  private var dotRadius: Double { (text.size / 7.3).rounded() }
  private var dotsMiddle: Double { circleMiddle + circleRadius + ringReach + dotRadius + 3 }

  /// "Tue" if every name fits, otherwise "T" for all of them.
  private func names(maximumWidth: Double) -> [Weekday: String] {
    let short = Weekday.allCases.map { ($0, phrases.shortWeekday($0)) }
    let fits = short.allSatisfy { _, name in
      TextLayout(name, style: text, size: text.smallSize, weight: .semibold).size.width <= maximumWidth
    }
    let names = fits ? short : Weekday.allCases.map { ($0, phrases.narrowWeekday($0)) }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }
}

/// A short text of digits that shrinks to fit, because it cannot be truncated.
private struct FittedText {
  let layout: TextLayout
  let size: Double

  init(
    _ label: String, style: TextStyle, size: Double, weight: TextLayout.Weight = .regular,
    maximumWidth: Double = .infinity
  ) {
    func laidOut(_ size: Double) -> TextLayout {
      TextLayout(label, style: style, size: size, weight: weight, hasTabularFigures: true)
    }
    let natural = laidOut(size)
    let share = max(0.1, min(1, maximumWidth / max(1, natural.size.width)))
    self.size = size * share
    layout = share < 1 ? laidOut(size * share) : natural
  }

  /// Draws it centred on a point. Digits are about 0.7 em high: their middle is centred, not that of the
  /// line.
  func draw(x: Double, middle: Double, _ color: PaintColor, on canvas: Canvas) {
    canvas.draw(layout, x: x - layout.size.width / 2, y: middle + 0.35 * size - layout.baseline, color)
  }
}
