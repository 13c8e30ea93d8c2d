/// Positions a small widget next to the event to which it belongs, without covering the start of the event.
package enum CardPlacement {
  /// The gap between the event and the widget, in px.
  package static let gap = 6.0

  /// Returns the upper edge of a widget of the given height. The widget is placed below the event if it fits
  /// there, otherwise above the event if it fits there, otherwise at the bottom of the visible range.
  ///
  /// - Parameters:
  ///   - event: the vertical extent of the event, visible or not.
  ///   - visibleRange: the visible vertical extent, in the coordinates of `event`.
  package static func top(
    forHeight height: Double, beside event: Range<Double>, in visibleRange: Range<Double>
  )
    -> Double
  {
    let topBelow = event.upperBound + gap
    let topAbove = event.lowerBound - gap - height
    let top =
      if topBelow >= visibleRange.lowerBound, topBelow + height <= visibleRange.upperBound {
        topBelow
      } else if topAbove >= visibleRange.lowerBound, topAbove + height <= visibleRange.upperBound {
        topAbove
      } else {
        visibleRange.upperBound - gap - height
      }
    return max(visibleRange.lowerBound, top)
  }

  /// Returns the left edge of a widget of the given width. In the reading direction, the widget starts where
  /// the event does, as far as the area allows.
  package static func left(
    forWidth width: Double, beside event: ClosedRange<Double>, in area: ClosedRange<Double>,
    isRightToLeft: Bool
  ) -> Double {
    let start = isRightToLeft ? event.upperBound - width : event.lowerBound
    return max(area.lowerBound, min(start, area.upperBound - width))
  }
}
