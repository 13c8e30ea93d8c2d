/// The vertical axis of a day: converts seconds of wall time to px from the top of the scrolled hours, and back.
///
/// The axis shows wall time: every day has 24 rows of the same height, even when the clocks change. Seconds
/// are counted from midnight of the shown day. They may be negative or greater than 86,400, for events that
/// begin on an earlier day or end on a later one.
package struct DayAxis: Hashable, Sendable {
  /// The height of an hour, in px; positive.
  package let pixelsPerHour: Double
  /// The space above 0:00 and below 24:00, in px.
  package let margin: Double

  /// - Precondition: `pixelsPerHour` is positive and `margin` is not negative.
  package init(pixelsPerHour: Double, margin: Double = Feel.hoursMargin) {
    precondition(pixelsPerHour > 0 && margin >= 0)
    self.pixelsPerHour = pixelsPerHour
    self.margin = margin
  }

  /// The height of the whole day, including the margins, in px.
  package var contentHeight: Double { 24 * pixelsPerHour + 2 * margin }

  /// Returns the height of a duration, in px.
  package func height(ofSeconds seconds: Double) -> Double { seconds / 3600 * pixelsPerHour }

  /// Returns the distance from the top of the hours to a second of the day, in px.
  package func y(ofSecond second: Double) -> Double { margin + height(ofSeconds: second) }

  /// Returns the second of the day that is `y` px from the top of the hours.
  package func second(atY y: Double) -> Double { (y - margin) / pixelsPerHour * 3600 }

  /// Returns the maximum scroll offset in a viewport of the given height, in px.
  package func scrollMax(viewportHeight: Double) -> Double { max(0, contentHeight - viewportHeight) }
}
