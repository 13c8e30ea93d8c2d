import CalendarModel

/// The position of a bar in the all-day row, in px. The x coordinates start at the left edge of the page's
/// columns, and the y coordinates at the top of the row.
package struct AllDayBarFrame: Hashable, Sendable {
  /// The largest fraction of a bar's width that the grab band at each end can take up.
  private static let maximumBandFraction = 1.0 / 3

  package let bar: AllDayLayout.Bar
  package let left: Double
  package let right: Double
  package let top: Double
  package let bottom: Double

  package init(bar: AllDayLayout.Bar, left: Double, right: Double, top: Double, bottom: Double) {
    (self.bar, self.left, self.right, self.top, self.bottom) = (bar, left, right, top, bottom)
  }

  /// Returns whether the bar contains a point that has the same origin as the edges of the bar.
  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x < right && top <= point.y && point.y < bottom
  }

  /// Returns the part that a press at `x` grabs.
  func part(atX x: Double, by pointer: PointerKind, isSelected: Bool, isRightToLeft: Bool) -> EventPart {
    // A long press by touch grabs the whole bar, as it does with a short block. The ends can be grabbed once the
    // bar is selected.
    if pointer == .touch, !isSelected { return .body }
    let maximumBand = pointer == .mouse ? Feel.maximumMouseBand : Feel.maximumTouchBand
    let band = min(maximumBand, (right - left) * AllDayBarFrame.maximumBandFraction)
    let (distanceFromStart, distanceFromEnd) = isRightToLeft ? (right - x, x - left) : (x - left, right - x)
    if !bar.continuesBefore, distanceFromStart < band { return .start }
    return !bar.continuesAfter && distanceFromEnd < band ? .end : .body
  }
}
