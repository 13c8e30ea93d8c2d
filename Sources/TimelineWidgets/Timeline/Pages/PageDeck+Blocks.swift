import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The contents of the pages: the blocks of events, and the grid behind them.
extension PageDeck {
  // MARK: Planning and creating blocks

  /// Fetches the events of a page.
  ///
  /// - Returns: whether they differ from the ones that the page already shows.
  func fetchEvents(of page: TimelinePage) -> Bool {
    // The last page may have columns after `Day.latest`.
    let days = page.days.clamped(to: Day.earliest..<Day.latest.adding(days: 1))
    let occurrences = content?.occurrences(in: days) ?? []
    let hasChanged = !page.shows(occurrences)
    if hasChanged { page.setOccurrences(occurrences) }
    refreshAllDayBlocks(of: page)
    return hasChanged
  }

  /// Lays out the column at `offset`, which must be the next one of the page.
  ///
  /// - Parameter movesGradually: whether blocks with new positions stay at their old ones at first; see
  ///   `DayColumn.moveNextBlock`.
  /// - Returns: whether the column has changed.
  func layOutColumn(at offset: Int, of page: TimelinePage, movesGradually: Bool) -> Bool {
    let hasChanged = page.layOutColumn(at: offset, movesGradually: movesGradually)
    let column = page.columns[offset]
    let allDayCount = page.allDay.count(on: column.day)
    column.accessibleName = style.phrases.dayListName(column.day, events: column.count, allDay: allDayCount)
    gtk_widget_set_focusable(column.gtkWidget, (column.count + allDayCount == 0).gboolean)
    if hasChanged {
      column.forEachOutdatedBlock {
        content?.blocks?.refresh($0, $1, on: column.day, dayCount: page.days.count)
      }
    } else {
      // GTK may have restyled the column, and warns if the column is drawn before it is allocated again.
      column.queueBlockAllocation()
    }
    return hasChanged
  }

  /// Returns the block of an event, and creates it if it does not exist. Without `content`, no block is
  /// created.
  @discardableResult
  func createBlock(for position: BlockPosition, of page: TimelinePage) -> EventBlock? {
    guard let blocks = content?.blocks else { return page.block(of: position) }
    return page.createBlock(
      of: position,
      make: { occurrence, day in
        let block = blocks.createBlock(occurrence, on: day, dayCount: page.days.count)
        block.isPaintDeferred = true
        blocks.updateAppearance(block)
        return block
      },
      reuse: { block, occurrence, day in
        blocks.refresh(block, occurrence, on: day, dayCount: page.days.count)
        block.deferPaint()
      })
  }

  /// Returns the block of an occurrence on the current page, preferably the one on `day`. Creates the block
  /// if it does not exist.
  func block(for id: Occurrence.ID, on day: Day) -> EventBlock? {
    page.blockPosition(of: id, on: day).flatMap { createBlock(for: $0, of: page) }
  }

  /// Returns the block of the event to focus first on a day of the current page, as determined by
  /// `TimelinePage.firstBlockPosition`.
  func firstBlock(on day: Day, in range: ClosedRange<Double>) -> EventBlock? {
    page.firstBlockPosition(on: day, in: range).flatMap { createBlock(for: $0, of: page) }
  }

  // MARK: Updates

  /// Updates the contents of all blocks.
  func refreshBlocks() {
    for page in pages.values {
      for column in page.columns { refreshBlocks(of: column, on: page) }
      refreshAllDayBlocks(of: page)
    }
  }

  private func refreshBlocks(of column: DayColumn, on page: TimelinePage) {
    column.forEachBlock { content?.blocks?.refresh($0, $1, on: column.day, dayCount: page.days.count) }
  }

  private func refreshAllDayBlocks(of page: TimelinePage) {
    page.allDay.forEachBlock {
      content?.blocks?.refresh($0, $1, on: page.days.lowerBound, dayCount: page.days.count)
    }
  }

  /// Returns the existing blocks of an occurrence on all pages.
  func blocks(for id: Occurrence.ID) -> [EventBlock] { pages.values.flatMap { $0.blocks(for: id) } }

  // MARK: Grid

  /// Updates the grid, and the line at the current time, on all pages.
  func refreshGrids() { pages.values.forEach(refreshGrid) }

  func refreshGrid(of page: TimelinePage) {
    guard let content else { return }
    page.workingMinutes = content.workingMinutes
    if let gridColumns = content.gridColumns(of: page.columns.map(\.day)) { page.gridColumns = gridColumns }
  }

  // MARK: All-day events

  /// Sets the number of lanes for all-day events to as many as fit into `height` px, but at least one, and at
  /// most `maximum`.
  func setLaneCount(fitting height: Double, maximum: Int) {
    for page in pages.values {
      page.allDay.availableLaneCount = max(1, min(maximum, page.allDay.laneCount(fitting: height)))
    }
  }
}
