/// Pinch to zoom: the time under the midpoint between the fingers stays under it.
package struct PinchZoom: Hashable, Sendable {
  private let axis: DayAxis
  private let second: Double

  /// Begins with the midpoint between the fingers at `centreY` (viewport px).
  package init(axis: DayAxis, centreY: Double, scroll: Double) {
    self.axis = axis
    second = axis.second(atY: centreY + scroll)
  }

  /// The zoom and scroll offset when the fingers are `factor` times as far apart as at the beginning, with
  /// their midpoint at `centreY`.
  ///
  /// - Precondition: `factor` is positive.
  package func update(factor: Double, centreY: Double, viewportHeight: Double) -> (
    axis: DayAxis, scroll: Double
  ) {
    let axis = Zoom.scaled(axis, by: factor)
    let scroll = axis.y(ofSecond: second) - centreY
    return (axis, scroll.clamped(to: 0...axis.scrollMax(viewportHeight: viewportHeight)))
  }
}
