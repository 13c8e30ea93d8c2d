/// The position of a small widget beside the event it belongs to, without covering the start of the event.
package enum CardPlacement {
  /// px between the two.
  package static let gap = 6.0

  /// The upper edge of a widget of that height: below the event if it fits there, else above it, else over
  /// the event's end.
  ///
  /// - Parameters:
  ///   - event: the vertical extent of the event, visible or not.
  ///   - rows: the visible extent, in the same px.
  package static func top(of height: Double, beside event: Range<Double>, in rows: Range<Double>) -> Double {
    let below = event.upperBound + gap
    let above = event.lowerBound - gap - height
    let top =
      if below >= rows.lowerBound, below + height <= rows.upperBound {
        below
      } else if above >= rows.lowerBound, above + height <= rows.upperBound {
        above
      } else {
        rows.upperBound - gap - height
      }
    return max(rows.lowerBound, top)
  }

  /// The left edge of a widget of that width: it starts where the event does, in the reading direction, as
  /// far as the area allows.
  package static func left(
    of width: Double, beside event: ClosedRange<Double>, in area: ClosedRange<Double>, isRightToLeft: Bool
  ) -> Double {
    let start = isRightToLeft ? event.upperBound - width : event.lowerBound
    return max(area.lowerBound, min(start, area.upperBound - width))
  }
}
