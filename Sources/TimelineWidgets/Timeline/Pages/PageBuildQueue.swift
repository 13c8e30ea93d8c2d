import GtkSupport
import TimelineInteraction

/// Builds pages in small steps, as determined by `PageBuilder`, so that a week with hundreds of events does
/// not delay a frame.
@MainActor
final class PageBuildQueue {
  private let deck: PageDeck
  /// Adds an empty page.
  private let addPage: (Int) -> Void
  private var builder = PageBuilder()
  private var budget = FrameBudget()
  /// Returns the current time, in seconds of `SteadyClock`. Tests can replace it to make every step take a long time.
  var clock: () -> Double = { SteadyClock.seconds }
  /// The time in seconds that GTK will need later in the current frame to allocate the blocks created or moved in that
  /// frame.
  private var allocationTime = 0.0
  /// Whether blocks with new positions stay at their old ones until there is time to move them.
  private var movesGradually = false

  /// - Parameter addPage: adds a page with its days and its grid.
  init(deck: PageDeck, addPage: @escaping (Int) -> Void) {
    self.deck = deck
    self.addPage = addPage
  }

  // MARK: Frame by frame

  /// Performs as many steps as there is time for in the current frame.
  ///
  /// - Parameters:
  ///   - frameTime: the frame time, in seconds.
  ///   - interval: the time from one frame of the monitor to the next, in seconds.
  ///   - start: the time at which work on the current frame began, in seconds of `SteadyClock`.
  ///   - isAtRest: whether nothing moves and the user holds nothing.
  ///   - isReloading: whether the events of the visible page are being fetched again while nothing moves.
  ///   - remainingWork: returns the work to do once the pages are ready, or nil if there is none.
  /// - Returns: whether there is more to do.
  func build(
    _ scene: PageBuilder.Scene, frameTime: Double, interval: Double, from start: Double, isAtRest: Bool,
    isReloading: Bool,
    then remainingWork: () -> (() -> Void)?
  ) -> Bool {
    allocationTime = 0
    movesGradually = !isAtRest
    defer { movesGradually = false }
    budget.begin(
      frameTime: frameTime, interval: interval, from: start, now: clock(), isAtRest: isAtRest,
      isReloading: isReloading)
    while true {
      if let column = column(on: scene.visiblePages, where: \.hasPendingMoves) {
        guard performIfAllowed(.move, { moveNextBlock(in: column) }) else { return true }
      } else if scene.visiblePages.allSatisfy(isFullyCreated),
        let column = column(on: scene.visiblePages, where: \.isListingOutdated)
      {
        guard performIfAllowed(.updateListing, { column.updateNextListing() }) else { return true }
      } else if let step = builder.nextStep(in: scene) {
        guard performIfAllowed(step.kind, { perform(step) }) else { return true }
      } else if let column = column(on: Array(deck.pages.keys), where: \.hasPendingMoves) {
        guard performIfAllowed(.move, { moveNextBlock(in: column) }) else { return true }
      } else if let column = column(on: Array(deck.pages.keys), where: \.isListingOutdated) {
        guard performIfAllowed(.updateListing, { column.updateNextListing() }) else { return true }
      } else if let column = column(on: Array(deck.pages.keys), where: \.hasRemovableBlocks) {
        guard performIfAllowed(.remove, { column.removeNextBlock() }) else { return true }
      } else {
        break
      }
    }
    guard let work = remainingWork() else { return false }
    _ = performIfAllowed(.week) { work() }
    return true
  }

  private func moveNextBlock(in column: DayColumn) {
    column.moveNextBlock()
    allocationTime += Feel.blockAllocationTime
  }

  /// Returns the first column that meets a condition.
  private func column(on pages: [Int], where condition: (DayColumn) -> Bool) -> DayColumn? {
    for index in pages {
      if let column = deck.pages[index]?.columns.first(where: condition) { return column }
    }
    return nil
  }

  /// Returns whether a page shows exactly its events: each has a block at its position, and assistive technology lists
  /// these blocks and no others.
  func isUpToDate(_ index: Int) -> Bool {
    isFullyCreated(index) && column(on: [index]) { $0.isListingOutdated || $0.hasPendingMoves } == nil
  }

  /// Skips a frame, so that no step is performed in it.
  func skip(frameTime: Double) { budget.skip(frameTime: frameTime) }

  /// Performs a step if there is time for one of its kind. Returns false if there is not enough time, or if
  /// the step must wait.
  private func performIfAllowed(_ kind: PageBuilder.Step.Kind, _ step: () -> Bool) -> Bool {
    let startTime = clock()
    guard budget.allows(kind, at: startTime + allocationTime), step() else { return false }
    budget.record(kind, from: startTime, to: clock())
    return true
  }

  // MARK: Building immediately

  /// Computes the frames of a page's events immediately.
  func layOut(_ index: Int) {
    while let step = immediateStep(of: index, until: .laidOut), perform(step) {}
  }

  /// Builds a page immediately. Its blocks are painted when it is shown. On a page with more than
  /// `Feel.immediateBlockCount` blocks, only that many are created, visible ones first; the rest are created, and all
  /// are painted, frame by frame.
  func complete(_ index: Int) {
    layOut(index)
    for _ in 0..<Feel.immediateBlockCount {
      guard let step = immediateStep(of: index, until: .created), perform(step) else { break }
    }
    guard builder.isFullyCreated(index), let blocks = deck.pages[index]?.blocks,
      blocks.count <= Feel.immediateBlockCount
    else { return }
    blocks.forEach { $0.showFully() }
  }

  private func immediateStep(of index: Int, until completeness: PageBuilder.Completeness) -> PageBuilder.Step?
  {
    builder.nextImmediateStep(
      of: index, until: completeness, visibleRange: deck.content?.visibleRange ?? 0...0)
  }

  /// Performs a step that need not wait, if there is time for one of its kind. Returns false if there is not enough
  /// time.
  private func performIfAllowed(_ kind: PageBuilder.Step.Kind, _ step: () -> Void) -> Bool {
    performIfAllowed(kind) {
      step()
      return true
    }
  }

  /// Performs a step. Returns false if the step must wait for a later frame.
  private func perform(_ step: PageBuilder.Step) -> Bool {
    guard let page = deck.pages[step.page] else {
      addPage(step.page)
      builder.completed(step)
      return true
    }
    switch step {
    case .begin: break
    case .query(let index):
      if deck.fetchEvents(of: page) {
        builder.queried(index, barCount: page.allDay.count, columnCount: page.columns.count)
      } else {
        builder.markUnchanged(index)
      }
    case .layOut(let index, let column):
      let hasChanged = deck.layOutColumn(at: column, of: page, movesGradually: movesGradually)
      builder.laidOut(index, page.columns[column].extents, isUnchanged: !hasChanged)
    case .create(_, let position):
      // A block that is used again was allocated before.
      let block = deck.createBlock(for: position, of: page)
      if block?.width == 0 { allocationTime += Feel.blockAllocationTime }
    case .paint(_, let position): page.block(of: position)?.paintInAdvance()
    case .combine(_, let column): guard page.cacheDrawing(ofColumn: column) else { return false }
    }
    builder.completed(step)
    return true
  }

  // MARK: Status

  /// Returns whether the events of a page are laid out and up to date.
  func isLaidOut(_ index: Int) -> Bool { builder.isLaidOut(index) }

  /// Returns whether a page is complete.
  func isReady(_ index: Int) -> Bool { builder.isReady(index) }

  /// Returns whether every event of a page has a block.
  func isFullyCreated(_ index: Int) -> Bool { builder.isFullyCreated(index) }

  /// Called when the events on the pages may have changed.
  func invalidateAll() { deck.pages.keys.forEach { builder.invalidate($0) } }

  /// Discards the progress of a page that was removed.
  func forget(_ index: Int) { builder.forget(index) }

  /// Called when the appearance of the pages has changed. Pages that are out of view are repainted before
  /// they become visible.
  func appearanceChanged(visible: ClosedRange<Int>) {
    for (index, page) in deck.pages {
      builder.layoutChanged(of: index, to: page.extents)
      guard !visible.contains(index) else { continue }
      page.blocks.forEach { $0.isPaintDeferred = true }
    }
  }
}
