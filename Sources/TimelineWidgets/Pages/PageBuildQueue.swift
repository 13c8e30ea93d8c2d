import GtkSupport
import TimelineInteraction

/// Builds pages in small steps (`PageBuilder`), so that a week of hundreds of events does not delay a frame.
@MainActor
final class PageBuildQueue {
  private let deck: PageDeck
  /// Adds an empty page.
  private let begin: (Int) -> Void
  private var builder = PageBuilder()
  private var budget = FrameBudget()

  /// - Parameter begin: adds a page with its days and its grid.
  init(deck: PageDeck, begin: @escaping (Int) -> Void) {
    self.deck = deck
    self.begin = begin
  }

  // MARK: Frame by frame

  /// Performs the steps that there is time for in a frame whose work began at `start`.
  ///
  /// - Parameters:
  ///   - interval: seconds from one frame of the monitor to the next.
  ///   - rest: the work to do when the pages are ready; nil if there is none.
  /// - Returns: whether there is more to do.
  func build(
    _ scene: PageBuilder.Scene, frameTime: Double, interval: Double, from start: Double,
    then rest: () -> (() -> Void)?
  ) -> Bool {
    budget.begin(frameTime: frameTime, interval: interval, from: start, now: SteadyClock.seconds)
    while let step = builder.next(in: scene) {
      guard performIfAllowed(step.kind, { perform(step) }) else { return true }
    }
    guard let rest = rest() else { return false }
    _ = performIfAllowed(.week) {
      rest()
      return true
    }
    return true
  }

  /// Skips this frame: no step may be performed in it.
  func skip(frameTime: Double) { budget.skip(frameTime: frameTime) }

  /// Performs a step if there is time for one of its kind. Returns false if there is not, or if the step has
  /// to wait.
  private func performIfAllowed(_ kind: PageBuilder.Step.Kind, _ step: () -> Bool) -> Bool {
    let start = SteadyClock.seconds
    guard budget.allows(kind, at: start), step() else { return false }
    budget.record(kind, from: start, to: SteadyClock.seconds)
    return true
  }

  // MARK: Building immediately

  /// Computes the frames of a page's events immediately.
  func layOut(_ index: Int) {
    while let step = builder.nextImmediateStep(of: index, until: .laidOut), perform(step) {}
  }

  /// Builds a whole page immediately. It is painted when it is shown.
  func complete(_ index: Int) {
    while let step = builder.nextImmediateStep(of: index, until: .made), perform(step) {}
    deck.pages[index]?.blocks.forEach { $0.showFully() }
  }

  /// Performs a step. Returns false if it has to wait for another frame.
  private func perform(_ step: PageBuilder.Step) -> Bool {
    guard let page = deck.pages[step.page] else {
      begin(step.page)
      builder.done(step)
      return true
    }
    switch step {
    case .begin: break
    case .plan(let index):
      deck.plan(page)
      builder.planned(index, bars: page.allDay.count, columns: page.columns.count)
    case .layOut(let index, let column):
      deck.layOut(column, of: page)
      builder.laidOut(index, page.columns[column].extents)
    case .make(_, let item): deck.make(item, of: page)
    case .paint(_, let item): page.block(of: item)?.paintInAdvance()
    case .combine(_, let column): guard page.cacheDrawing(ofColumn: column) else { return false }
    }
    builder.done(step)
    return true
  }

  // MARK: Status

  /// Whether every event of a page has its block.
  func isFullyCreated(_ index: Int) -> Bool { builder.isFullyCreated(index) }

  /// Called when the events on the pages may have changed.
  func invalidateAll() { deck.pages.keys.forEach { builder.invalidate($0) } }

  /// Forgets a page that was removed.
  func forget(_ index: Int) { builder.forget(index) }

  /// Called when the look of the pages has changed. Pages out of view are painted again before they become
  /// visible.
  func appearanceChanged(visible: ClosedRange<Int>) {
    for (index, page) in deck.pages {
      builder.layoutChanged(of: index, to: page.extents)
      guard !visible.contains(index) else { continue }
      page.blocks.forEach { $0.isPaintDeferred = true }
    }
  }
}
