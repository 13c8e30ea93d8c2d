import CalendarModel

/// The position of a bar in the all-day row, in px of its page: x from the first column, y from the top of
/// the row.
package struct AllDayFrame: Hashable, Sendable {
  /// Largest share of a bar's width for the edge at each end.
  private static let edgeShare = 1.0 / 3

  package let bar: AllDayLayout.Bar
  /// px.
  package let left: Double
  /// px.
  package let right: Double
  /// px.
  package let top: Double
  /// px.
  package let bottom: Double

  package init(bar: AllDayLayout.Bar, left: Double, right: Double, top: Double, bottom: Double) {
    (self.bar, self.left, self.right, self.top, self.bottom) = (bar, left, right, top, bottom)
  }

  /// Whether the bar contains a point of the page.
  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x < right && top <= point.y && point.y < bottom
  }

  /// The part that a press there grabs.
  func part(atX x: Double, by pointer: PointerKind, isSelected: Bool, isRightToLeft: Bool) -> EventPart {
    // A long press by touch takes the whole bar, as it takes a whole short block; the ends can be grabbed
    // once it is selected.
    if pointer == .touch, !isSelected { return .body }
    let widest = pointer == .mouse ? Feel.mouseBand : Feel.touchBand
    let band = min(widest, (right - left) * AllDayFrame.edgeShare)
    let (fromStart, fromEnd) = isRightToLeft ? (right - x, x - left) : (x - left, right - x)
    if !bar.continuesBefore, fromStart < band { return .start }
    return !bar.continuesAfter && fromEnd < band ? .end : .body
  }
}
