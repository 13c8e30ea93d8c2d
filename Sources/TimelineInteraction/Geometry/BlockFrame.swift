import CalendarModel

/// The position of the block that shows an occurrence on one day. The y coordinates start at the top of the
/// scrolled hours; the x coordinates are those of the page's `DayColumns`.
///
/// Each edge is rounded to device pixels separately, so adjacent blocks have neither a gap nor an overlap.
package struct BlockFrame: Hashable, Sendable {
  package let id: Occurrence.ID
  /// The day in whose column the block is.
  package let day: Day
  /// The left edge, in px.
  package let left: Double
  /// The right edge, in px; greater than `left`.
  package let right: Double
  /// The upper edge, in px.
  package let top: Double
  /// The lower edge, in px; greater than `top`.
  package let bottom: Double
  /// Whether the occurrence began on an earlier day, so its start cannot be grabbed here.
  package let continuesBefore: Bool
  /// Whether the occurrence ends on a later day, so its end cannot be grabbed here.
  package let continuesAfter: Bool

  package var width: Double { right - left }
  package var height: Double { bottom - top }

  /// Returns the blocks of a day's timed occurrences, in the given order. All-day occurrences and occurrences
  /// on other days are ignored.
  ///
  /// - Parameters:
  ///   - minimumHeight: the minimum height of a block, in px: one line of text. Overlaps are computed with
  ///     this height.
  ///   - scale: the number of device pixels per px.
  package static func frames(
    of occurrences: [Occurrence], on day: Day, axis: DayAxis, columns: DayColumns, minimumHeight: Double,
    scale: Double
  ) -> [BlockFrame] {
    let wholeDay = TimeSpan(days: day..<day.adding(days: 1))
    let shownOccurrences = occurrences.filter { !$0.isAllDay && $0.span.overlaps(wholeDay) }
    let extents = shownOccurrences.map { occurrence in
      seconds(
        max(occurrence.span.start, wholeDay.start), on: day)..<seconds(
          min(occurrence.span.end, wholeDay.end), on: day)
    }
    let minimumSeconds = minimumHeight / axis.pixelsPerHour * 3600
    let column = columns.extent(of: day)
    return zip(
      OverlapColumns.placements(of: extents, minimumLength: minimumSeconds), zip(shownOccurrences, extents)
    ).map {
      placement, item in
      let (occurrence, extent) = item
      let top = axis.y(ofSecond: extent.lowerBound)
      let bottom = max(axis.y(ofSecond: extent.upperBound), top + minimumHeight)
      let fractions = placement.horizontalFractions
      let (leftFraction, rightFraction) =
        columns.isRightToLeft
        ? (1 - fractions.upperBound, 1 - fractions.lowerBound)
        : (fractions.lowerBound, fractions.upperBound)
      return BlockFrame(
        id: occurrence.id, day: day,
        left: DevicePixels.round(column.left + leftFraction * column.width, scale),
        right: DevicePixels.round(column.left + rightFraction * column.width, scale),
        top: DevicePixels.round(top, scale),
        bottom: DevicePixels.round(bottom, scale), continuesBefore: occurrence.span.start < wholeDay.start,
        continuesAfter: occurrence.span.end > wholeDay.end)
    }
  }

  private static func seconds(_ wall: WallTime, on day: Day) -> Double {
    Double(wall.seconds(since: WallTime(day)))
  }
}
