/// Changes the height of the hours while one time stays in place.
package enum Zoom {
  /// The range of the zoom, in px per hour.
  package static let range = Feel.minimumZoom...Feel.maximumZoom

  /// Returns the axis zoomed in by a number of steps, or zoomed out if `steps` is negative.
  package static func stepped(_ axis: DayAxis, by steps: Double) -> DayAxis {
    // Keys send only whole steps. Touchpads send fractions, for which linear interpolation between two steps
    // is good enough.
    let wholeSteps = Int(steps.rounded(.towardZero))
    var factor = 1.0
    for _ in 0..<min(abs(wholeSteps), 32) { factor *= wholeSteps > 0 ? Feel.zoomStep : 1 / Feel.zoomStep }
    let fraction = steps - Double(wholeSteps)
    factor *= fraction >= 0 ? 1 + fraction * (Feel.zoomStep - 1) : 1 / (1 - fraction * (Feel.zoomStep - 1))
    return scaled(axis, by: factor)
  }

  /// Returns the axis zoomed by a factor, within the range.
  ///
  /// - Precondition: `factor` is positive.
  package static func scaled(_ axis: DayAxis, by factor: Double) -> DayAxis {
    precondition(factor > 0)
    return DayAxis(pixelsPerHour: (axis.pixelsPerHour * factor).clamped(to: range), margin: axis.margin)
  }

  /// Returns the scroll offset at which the new zoom shows the same time at `anchorY` (in viewport
  /// coordinates) as the old zoom, as far as the scroll range allows.
  package static func scrollOffset(
    from oldAxis: DayAxis, to newAxis: DayAxis, anchorY: Double, scroll: Double, viewportHeight: Double
  ) -> Double {
    let second = oldAxis.second(atY: anchorY + scroll)
    return (newAxis.y(ofSecond: second) - anchorY).clamped(
      to: 0...newAxis.scrollMax(viewportHeight: viewportHeight))
  }
}
