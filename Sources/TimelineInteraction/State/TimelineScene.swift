import CalendarModel

/// The current display, as far as the timeline's state depends on it. The host creates a new one for every
/// input.
package struct TimelineScene: Hashable, Sendable {
  /// Hours, days and scroll offset.
  package var viewport: TimelineViewport
  /// The occurrences on the shown page, in reading order.
  package var occurrences: [Occurrence]
  /// The blocks of timed events, by days; x from the first column, y on the sheet.
  package var blocks: [[BlockFrame]]
  /// The bars of all-day events; y from the top of the row.
  package var bars: [AllDayFrame]
  /// The selected day.
  package var day: Day
  /// Whether the pages are moving.
  package var isTurning: Bool
  /// Seconds, maximum time between the two clicks of a double click.
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

  /// The position of an occurrence's bar, in px of the viewport; nil if none is visible.
  package func bar(of id: Occurrence.ID) -> Bar? {
    let (x, y) = (viewport.columns.left, viewport.allDayRowHeight)
    return bars.first { $0.bar.id == id }.map { Bar(left: $0.left + x, right: $0.right + x, top: $0.top - y) }
  }

  /// The point at which an event is picked up if the pointer is not over the days: the middle of its bar, or
  /// its start.
  package func pickUpPoint(of id: Occurrence.ID) -> Point {
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
