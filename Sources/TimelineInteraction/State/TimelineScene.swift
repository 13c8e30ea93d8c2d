import CalendarModel

/// The part of the current display on which the timeline's state depends. The host creates a new one for
/// every input.
package struct TimelineScene: Hashable, Sendable {
  /// The hours, the days and the scroll offset.
  package var viewport: TimelineViewport
  /// The occurrences on the shown page, in reading order.
  package var occurrences: [Occurrence]
  /// The blocks of timed events, grouped by day. Their x coordinates start at the left edge of the columns,
  /// and their y coordinates at the top of the scrolled hours.
  package var blocks: [[BlockFrame]]
  /// The bars of all-day events. Their y coordinates start at the top of the all-day row.
  package var bars: [AllDayBarFrame]
  /// The events among the state's `handleCandidates` that cannot be changed and therefore show no handles.
  package var lockedEvents: Set<Occurrence.ID>
  /// The selected day.
  package var selectedDay: Day
  /// Whether the pages are moving.
  package var isTurning: Bool
  /// The maximum time between the two clicks of a double click, in seconds.
  package var doubleClickTime: Double

  package init(
    _ viewport: TimelineViewport, occurrences: [Occurrence] = [], blocks: [[BlockFrame]] = [],
    bars: [AllDayBarFrame] = [], lockedEvents: Set<Occurrence.ID> = [], selectedDay: Day? = nil,
    isTurning: Bool = false,
    doubleClickTime: Double = 0.4
  ) {
    self.lockedEvents = lockedEvents
    (self.viewport, self.occurrences, self.blocks, self.bars) = (viewport, occurrences, blocks, bars)
    self.selectedDay = selectedDay ?? viewport.columns.firstDay
    (self.isTurning, self.doubleClickTime) = (isTurning, doubleClickTime)
  }

  /// The scroll offset and the page to restore if a change is canceled.
  var restorePoint: DraggedEvent.RestorePoint {
    DraggedEvent.RestorePoint(scroll: viewport.scroll, columns: viewport.columns)
  }

  /// Whether later days are to the left.
  var isRightToLeft: Bool { viewport.columns.isRightToLeft }

  /// Returns the position of an occurrence's bar in viewport coordinates, or nil if it has no visible bar.
  package func bar(of id: Occurrence.ID) -> BarPosition? {
    let (x, y) = (viewport.columns.left, viewport.allDayRowHeight)
    return bars.first { $0.bar.id == id }.map {
      BarPosition(left: $0.left + x, right: $0.right + x, top: $0.top - y)
    }
  }

  /// Returns the point at which an event is picked up if the pointer is not over the days: the middle of its
  /// bar, or the middle of its block's upper edge.
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
