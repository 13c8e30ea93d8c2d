/// How a timeline scrolls to an event: as little as is needed.
package enum IntoSight {
  /// px above and below an event that are to be visible too.
  private static let margin = 12.0

  /// The offset at which an event is visible; nil if it is already, or if it is taller than the viewport and some of
  /// it is.
  ///
  /// - Parameters:
  ///   - event: the event's rows, in px of the content.
  ///   - scroll: the present offset.
  ///   - height: px of the viewport.
  package static func scroll(to event: ClosedRange<Double>, from scroll: Double, height: Double) -> Double? {
    let (top, bottom) = (event.lowerBound - margin, event.upperBound + margin)
    if bottom - top > height, top < scroll + height, bottom > scroll { return nil }
    if top < scroll || bottom - top > height { return top }
    return bottom > scroll + height ? bottom - height : nil
  }
}
