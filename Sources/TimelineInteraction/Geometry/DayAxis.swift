/// The vertical axis of a day: converts seconds of wall time to px of the sheet and back.
///
/// The axis is wall time: every day has 24 rows of the same height, even when the clocks change. Seconds
/// count from midnight of the shown day and may be negative or above 86,400, for events that began yesterday
/// or end tomorrow.
package struct DayAxis: Hashable, Sendable {
  /// px per hour; positive.
  package let pixelsPerHour: Double
  /// px of sheet above 0:00 and below 24:00.
  package let margin: Double

  /// - Precondition: `pixelsPerHour` is positive and `margin` is not negative.
  package init(pixelsPerHour: Double, margin: Double = Feel.sheetMargin) {
    precondition(pixelsPerHour > 0 && margin >= 0)
    self.pixelsPerHour = pixelsPerHour
    self.margin = margin
  }

  /// px, height of the whole sheet including margins.
  package var contentHeight: Double { 24 * pixelsPerHour + 2 * margin }

  /// px of a length of time.
  package func height(ofSeconds seconds: Double) -> Double { seconds / 3600 * pixelsPerHour }

  /// px from the top of the sheet to that second.
  package func y(ofSecond second: Double) -> Double { margin + height(ofSeconds: second) }

  /// The second that lies `y` px below the sheet's top.
  package func second(atY y: Double) -> Double { (y - margin) / pixelsPerHour * 3600 }

  /// The maximum scroll offset in px, in a viewport of that height.
  package func scrollMax(viewportHeight: Double) -> Double { max(0, contentHeight - viewportHeight) }
}
