/// Pinch to zoom: keeps the same time under the midpoint between the fingers.
package struct PinchZoom: Hashable, Sendable {
  /// The axis at the beginning of the pinch.
  private let axis: DayAxis
  /// The second of the day that stays under the midpoint.
  private let anchorSecond: Double

  /// Begins a pinch with the midpoint between the fingers at `centerY`, in viewport coordinates.
  package init(axis: DayAxis, centerY: Double, scroll: Double) {
    self.axis = axis
    anchorSecond = axis.second(atY: centerY + scroll)
  }

  /// Returns the zoom and the scroll offset for fingers that are `factor` times as far apart as at the
  /// beginning, with their midpoint at `centerY`.
  ///
  /// - Precondition: `factor` is positive.
  package func update(factor: Double, centerY: Double, viewportHeight: Double) -> (
    axis: DayAxis, scroll: Double
  ) {
    let axis = Zoom.scaled(axis, by: factor)
    let scroll = axis.y(ofSecond: anchorSecond) - centerY
    return (axis, scroll.clamped(to: 0...axis.scrollMax(viewportHeight: viewportHeight)))
  }
}
