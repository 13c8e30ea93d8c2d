import CalendarModel

/// What the timeline's state needs to know about the current display. The host creates a new one for every input.
package struct TimelineScene: Hashable, Sendable {
  /// Hours, days and scroll.
  package var viewport: TimelineViewport
  /// What takes place on the shown page, in reading order.
  package var occurrences: [Occurrence]
  /// Where that of the hours lies, by days; x from the first column, y on the sheet.
  package var blocks: [[BlockFrame]]
  /// Where that above the hours lies; y from the top of the row.
  package var bars: [AllDayFrame]
  /// The day that the keyboard is on.
  package var day: Day
  /// Whether pages move.
  package var isTurning: Bool
  /// Seconds within which two clicks are one double click.
  package var doubleClickTime: Double

  package init(
    _ viewport: TimelineViewport, occurrences: [Occurrence] = [], blocks: [[BlockFrame]] = [],
    bars: [AllDayFrame] = [], day: Day? = nil, isTurning: Bool = false, doubleClickTime: Double = 0.4
  ) {
    (self.viewport, self.occurrences, self.blocks, self.bars) = (viewport, occurrences, blocks, bars)
    self.day = day ?? viewport.columns.first
    (self.isTurning, self.doubleClickTime) = (isTurning, doubleClickTime)
  }

  /// Whether later days are to the left.
  var isRightToLeft: Bool { viewport.columns.isRightToLeft }

  /// Where the bar of an occurrence is, in px of the viewport; nil if it has none visible.
  package func bar(of id: Occurrence.ID) -> Bar? {
    let (x, y) = (viewport.columns.left, viewport.allDayRowHeight)
    return bars.first { $0.bar.id == id }.map { Bar(left: $0.left + x, right: $0.right + x, top: $0.top - y) }
  }

  /// Where an event is picked up by a pointer that is nowhere over the days: at its bar's middle, or at its start.
  package func carryingPoint(of id: Occurrence.ID) -> Point {
    if let bar = bar(of: id) {
      return Point(x: (bar.left + bar.right) / 2, y: bar.top + viewport.barHeight / 2)
    }
    let left = viewport.columns.left
    guard let frame = blocks.lazy.flatMap({ $0 }).first(where: { $0.id == id }) else {
      return Point(x: left, y: 0)
    }
    return Point(x: left + (frame.left + frame.right) / 2, y: frame.top - viewport.scroll)
  }

  func contains(_ id: Occurrence.ID) -> Bool { occurrences.contains { $0.id == id } }
}
