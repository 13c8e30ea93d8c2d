/// Taller and lower hours, with a time that stays where it is.
public enum Zoom {
  /// px per hour within which one can zoom.
  public static let range = Feel.smallestZoom...Feel.largestZoom

  /// The zoom so many steps taller, or lower if negative.
  public static func stepped(_ axis: DayAxis, by steps: Double) -> DayAxis {
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
  public static func scaled(_ axis: DayAxis, by factor: Double) -> DayAxis {
    precondition(factor > 0)
    return DayAxis(pixelsPerHour: (axis.pixelsPerHour * factor).clamped(to: range), margin: axis.margin)
  }

  /// The scroll offset with which the time under `anchorY` (viewport px) is still there in the new zoom, as far as
  /// the sheet reaches.
  public static func scroll(
    from old: DayAxis, to new: DayAxis, anchorY: Double, scroll: Double, viewportHeight: Double
  ) -> Double {
    let second = old.second(atY: anchorY + scroll)
    return (new.y(ofSecond: second) - anchorY).clamped(to: 0...new.scrollMax(viewportHeight: viewportHeight))
  }
}

/// Two fingers that spread or close: the time between them stays between them.
public struct PinchZoom: Hashable, Sendable {
  private let axis: DayAxis
  private let second: Double

  /// Begins with the fingers' middle at `centreY` (viewport px).
  public init(axis: DayAxis, centreY: Double, scroll: Double) {
    self.axis = axis
    second = axis.second(atY: centreY + scroll)
  }

  /// Zoom and scroll offset once the fingers are `factor` times as far apart and their middle is at `centreY`.
  ///
  /// - Precondition: `factor` is positive.
  public func update(factor: Double, centreY: Double, viewportHeight: Double) -> (
    axis: DayAxis, scroll: Double
  ) {
    let axis = Zoom.scaled(axis, by: factor)
    let scroll = axis.y(ofSecond: second) - centreY
    return (axis, scroll.clamped(to: 0...axis.scrollMax(viewportHeight: viewportHeight)))
  }
}
