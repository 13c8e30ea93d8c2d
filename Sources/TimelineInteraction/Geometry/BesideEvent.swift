/// The position of a small widget beside the event it belongs to, without covering the start of the event.
package enum BesideEvent {
  /// px between both.
  package static let gap = 6.0

  /// The upper edge of something so high: below the event where there is room for it, else above, else over the event's end.
  ///
  /// - Parameters:
  ///   - event: the event's rows, in or out of sight.
  ///   - rows: those that are in sight, in the same px.
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

  /// The left edge of something so wide: it begins with the event in the direction of reading, as far as the area allows.
  package static func left(
    of width: Double, beside event: ClosedRange<Double>, in area: ClosedRange<Double>, isRightToLeft: Bool
  ) -> Double {
    let start = isRightToLeft ? event.upperBound - width : event.lowerBound
    return max(area.lowerBound, min(start, area.upperBound - width))
  }
}
