import CalendarModel

/// Where a bar lies above the hours, in px of its page: x from the first column, y from the top of the row.
package struct AllDayFrame: Hashable, Sendable {
  /// px from the end of a bar that are an edge of it: a third of it at most.
  private static let edgeShare = 1.0 / 3

  /// Of which event, on which days.
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

  /// Whether a point of the page is on it.
  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x < right && top <= point.y && point.y < bottom
  }

  /// The part that a press there takes.
  func part(atX x: Double, by pointer: PointerKind, isSelected: Bool, isRightToLeft: Bool) -> EventPart {
    // A finger's long press takes the whole bar, as it does a low block; once it is selected its ends can be taken.
    if pointer == .touch, !isSelected { return .body }
    let widest = pointer == .mouse ? Feel.mouseBand : Feel.touchBand
    let band = min(widest, (right - left) * AllDayFrame.edgeShare)
    let (fromStart, fromEnd) = isRightToLeft ? (right - x, x - left) : (x - left, right - x)
    if !bar.continuesBefore, fromStart < band { return .start }
    return !bar.continuesAfter && fromEnd < band ? .end : .body
  }
}
