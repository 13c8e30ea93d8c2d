/// Changes the height of the hours while one time stays where it is.
package enum Zoom {
  /// px per hour within which one can zoom.
  package static let range = Feel.smallestZoom...Feel.largestZoom

  /// The zoom so many steps taller, or lower if negative.
  package static func stepped(_ axis: DayAxis, by steps: Double) -> DayAxis {
    // Whole steps alone come from keys; touchpads send parts of one, for which a straight line does between two.
    let whole = Int(steps.rounded(.towardZero))
    var factor = 1.0
    for _ in 0..<min(abs(whole), 32) { factor *= whole > 0 ? Feel.zoomStep : 1 / Feel.zoomStep }
    let rest = steps - Double(whole)
    factor *= rest >= 0 ? 1 + rest * (Feel.zoomStep - 1) : 1 / (1 - rest * (Feel.zoomStep - 1))
    return scaled(axis, by: factor)
  }

  /// The zoom so many times as tall, within the range.
  ///
  /// - Precondition: `factor` is positive.
  package static func scaled(_ axis: DayAxis, by factor: Double) -> DayAxis {
    precondition(factor > 0)
    return DayAxis(pixelsPerHour: (axis.pixelsPerHour * factor).clamped(to: range), margin: axis.margin)
  }

  /// The scroll offset with which the time under `anchorY` (viewport px) is still there in the new zoom, as far as
  /// the sheet reaches.
  package static func scroll(
    from old: DayAxis, to new: DayAxis, anchorY: Double, scroll: Double, viewportHeight: Double
  ) -> Double {
    let second = old.second(atY: anchorY + scroll)
    return (new.y(ofSecond: second) - anchorY).clamped(to: 0...new.scrollMax(viewportHeight: viewportHeight))
  }
}
