/// Computes the smallest scroll that makes an event visible.
package enum ScrollIntoView {
  /// The space above and below an event that should also be visible, in px.
  private static let margin = 12.0

  /// Returns the scroll offset at which an event is visible, or nil if the event is already visible, or if it
  /// is taller than the viewport and partly visible.
  ///
  /// - Parameters:
  ///   - event: the vertical extent of the event, in px of the content.
  ///   - scroll: the current scroll offset.
  ///   - viewportHeight: the height of the viewport, in px.
  package static func offset(showing event: ClosedRange<Double>, from scroll: Double, viewportHeight: Double)
    -> Double?
  {
    let (top, bottom) = (event.lowerBound - margin, event.upperBound + margin)
    if bottom - top > viewportHeight, top < scroll + viewportHeight, bottom > scroll { return nil }
    if top < scroll || bottom - top > viewportHeight { return top }
    return bottom > scroll + viewportHeight ? bottom - viewportHeight : nil
  }
}
