/// Scrolls to an event by the smallest distance necessary.
package enum ScrollIntoView {
  /// px above and below an event that should be visible too.
  private static let margin = 12.0

  /// The offset at which an event is visible; nil if it already is, or if it is taller than the viewport and
  /// partly visible.
  ///
  /// - Parameters:
  ///   - event: the vertical extent of the event, in px of the content.
  ///   - scroll: the current offset.
  ///   - height: height of the viewport in px.
  package static func offset(showing event: ClosedRange<Double>, from scroll: Double, height: Double)
    -> Double?
  {
    let (top, bottom) = (event.lowerBound - margin, event.upperBound + margin)
    if bottom - top > height, top < scroll + height, bottom > scroll { return nil }
    if top < scroll || bottom - top > height { return top }
    return bottom > scroll + height ? bottom - height : nil
  }
}
