import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The contents of the pages: the blocks of events, and the grid behind them.
extension PageDeck {
  // MARK: Planning and creating blocks

  /// Fetches the events of a page.
  func plan(_ page: TimelinePage) {
    // The last page may have columns beyond the calendar's last day.
    let days = page.days.clamped(to: Day.earliest..<Day.latest.adding(days: 1))
    page.plan(content?.occurrences(in: days) ?? [])
    refreshBlocks(above: page)
  }

  /// Lays out the next column of a page.
  func layOut(_ offset: Int, of page: TimelinePage) {
    let hasChanged = page.layOut(offset)
    let column = page.columns[offset]
    let count = column.count + page.allDay.count(on: column.day)
    column.accessibleName = style.phrases.dayListName(column.day, events: count)
    gtk_widget_set_focusable(column.pointer, (count == 0).gboolean)
    if hasChanged {
      refreshBlocks(of: column, on: page)
    } else {
      // The change may have restyled the column, and GTK warns if it is drawn before another allocation.
      column.queueBlockAllocation()
    }
  }

  /// The block of an event, created now if it does not exist; nil without content.
  @discardableResult
  func make(_ item: BuildItem, of page: TimelinePage) -> EventBlock? {
    guard let content else { return page.block(of: item) }
    return page.makeBlock(
      of: item,
      make: { occurrence, day in
        let block = content.blocks.make(occurrence, on: day, dayCount: page.days.count)
        block.isPaintDeferred = true
        content.blocks.updateAppearance(block)
        return block
      },
      reuse: { block, occurrence, day in
        block.isPaintDeferred = true
        content.blocks.refresh(block, occurrence, on: day, dayCount: page.days.count)
      })
  }

  /// The block of an occurrence on the current page: on `day`, if it has a part there. Created now if it does
  /// not exist.
  func block(for id: Occurrence.ID, on day: Day) -> EventBlock? {
    page.item(of: id, on: day).flatMap { make($0, of: page) }
  }

  /// The block of the first event to focus on a day of the current page, as chosen by
  /// `TimelinePage.firstItem`.
  func firstBlock(on day: Day, in range: ClosedRange<Double>) -> EventBlock? {
    page.firstItem(on: day, in: range).flatMap { make($0, of: page) }
  }

  // MARK: Updates

  /// Updates the contents of all blocks.
  func refreshBlocks() {
    for page in pages.values {
      for column in page.columns { refreshBlocks(of: column, on: page) }
      refreshBlocks(above: page)
    }
  }

  private func refreshBlocks(of column: DayColumn, on page: TimelinePage) {
    column.forEachBlock { content?.blocks.refresh($0, $1, on: column.day, dayCount: page.days.count) }
  }

  private func refreshBlocks(above page: TimelinePage) {
    page.allDay.forEachBlock {
      content?.blocks.refresh($0, $1, on: page.days.lowerBound, dayCount: page.days.count)
    }
  }

  /// Updates the appearance of these events: lifted, selected or focused.
  func updateAppearances(of events: Set<Occurrence.ID>) {
    guard let content else { return }
    for id in events {
      for page in pages.values { page.blocks(for: id).forEach(content.blocks.updateAppearance) }
    }
  }

  // MARK: Grid

  /// Updates the grid and the present time on all pages.
  func refreshGrids() { pages.values.forEach(refreshGrid) }

  func refreshGrid(of page: TimelinePage) {
    guard let content else { return }
    page.workingMinutes = content.workingMinutes
    if let grid = content.grid(of: page.columns.map(\.day)) { page.gridColumns = grid }
  }

  // MARK: All-day events

  /// Gives the all-day events as many lanes as fit into `room` px, but at most `maximum`.
  func setLaneCount(fitting room: Double, maximum: Int) {
    for page in pages.values {
      page.allDay.lanes = max(1, min(maximum, page.allDay.lanes(in: room)))
    }
  }
}
