/// The vertical axis of a day: seconds on the wall to px of the sheet and back.
///
/// The axis is wall time: every day has 24 rows of the same height, also where the clocks change. Seconds count
/// from the shown day's midnight and may be negative or more than 86,400, for what began yesterday or ends
/// tomorrow.
package struct DayAxis: Hashable, Sendable {
  /// px per hour; positive.
  package let pixelsPerHour: Double
  /// px of sheet above 0:00 and below 24:00.
  package let margin: Double

  /// An axis of that zoom.
  ///
  /// - Precondition: `pixelsPerHour` is positive and `margin` is not negative.
  package init(pixelsPerHour: Double, margin: Double = Feel.sheetMargin) {
    precondition(pixelsPerHour > 0 && margin >= 0)
    self.pixelsPerHour = pixelsPerHour
    self.margin = margin
  }

  /// px of the whole sheet, margins included.
  package var contentHeight: Double { 24 * pixelsPerHour + 2 * margin }

  /// px of a length of time.
  package func height(ofSeconds seconds: Double) -> Double { seconds / 3600 * pixelsPerHour }

  /// px below the sheet's top at which that second lies.
  package func y(ofSecond second: Double) -> Double { margin + height(ofSeconds: second) }

  /// The second that lies `y` px below the sheet's top.
  package func second(atY y: Double) -> Double { (y - margin) / pixelsPerHour * 3600 }

  /// The farthest that the sheet scrolls in a viewport of that height, in px.
  package func scrollMax(viewportHeight: Double) -> Double { max(0, contentHeight - viewportHeight) }
}
