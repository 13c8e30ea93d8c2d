import CalendarModel
import CalendarText

/// Paints the head of a day's page: the date, in a filled circle if it is today, with weekday and month beside it.
public struct HeaderPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let phrases: Phrases

  /// A painter in those colours, that face and those words.
  public init(palette: Palette, text: TextStyle, phrases: Phrases) {
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Height in px that the head needs.
  public var height: Double { ((diameter + 24) / 6).rounded(.up) * 6 }

  /// Paints it into a rectangle at the origin.
  public func paint(_ day: Day, isToday: Bool, width: Double, on canvas: Canvas) {
    let centre = (x: mirrored(sideSpace + diameter / 2, in: width), y: height / 2)
    if isToday {
      canvas.fillCircle(x: centre.x, y: centre.y, radius: diameter / 2, palette.accent)
    }
    let date = TextLayout(
      String(day.dayOfMonth), style: text, size: text.size * 1.5, weight: isToday ? .bold : .semibold)
    // Figures are about 0.7 em high: their middle, not the line's, belongs into the circle's.
    canvas.show(
      date, x: centre.x - date.size.width / 2, y: centre.y + 0.35 * text.size * 1.5 - date.baseline,
      isToday ? palette.accentForeground : palette.foreground)

    let start = sideSpace + diameter + 12
    let room = max(0, width - start - sideSpace)
    let weekday = TextLayout(phrases.weekday(day.weekday), style: text, size: text.size * 1.1, weight: .bold)
    let month = TextLayout(phrases.monthAndYear(day), style: text, size: text.size * 0.9)
    weekday.fit(width: room, lines: 1)
    month.fit(width: room, lines: 1)
    let x = text.isRightToLeft ? sideSpace : start
    let top = canvas.snapped((height - weekday.size.height - month.size.height) / 2)
    canvas.show(weekday, x: x, y: top, palette.foreground)
    canvas.show(month, x: x, y: canvas.snapped(top + weekday.size.height), palette.dimForeground)
  }

  private var diameter: Double { (text.size * 2.9).rounded() }
  private let sideSpace = 12.0

  private func mirrored(_ x: Double, in width: Double) -> Double { text.isRightToLeft ? width - x : x }
}
