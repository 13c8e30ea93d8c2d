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
      guard spend(step.kind, { perform(step) }) else { return true }
    }
    guard let rest = rest() else { return false }
    _ = spend(.week) {
      rest()
      return true
    }
    return true
  }

  /// Skips this frame: no step may be performed in it.
  func pass(frameTime: Double) { budget.pass(frameTime: frameTime) }

  /// Performs a step if there is time for one of its kind. Returns false if there is not, or if the step has
  /// to wait.
  private func spend(_ kind: PageBuilder.Step.Kind, _ step: () -> Bool) -> Bool {
    let start = SteadyClock.seconds
    guard budget.allows(kind, at: start), step() else { return false }
    budget.spent(kind, from: start, to: SteadyClock.seconds)
    return true
  }

  // MARK: Building immediately

  /// Computes the frames of a page's events immediately.
  func lay(_ index: Int) {
    while let step = builder.nextNow(of: index, until: .laid), perform(step) {}
  }

  /// Builds a whole page immediately. It is painted when it is shown.
  func complete(_ index: Int) {
    while let step = builder.nextNow(of: index, until: .made), perform(step) {}
    deck.pages[index]?.blocks.forEach { $0.showWhole() }
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
    case .lay(let index, let column):
      deck.lay(column, of: page)
      builder.laid(index, page.columns[column].extents)
    case .make(_, let item): deck.make(item, of: page)
    case .paint(_, let item): page.block(of: item)?.paintAhead()
    case .gather(_, let column): guard page.gather(column) else { return false }
    }
    builder.done(step)
    return true
  }

  // MARK: Status

  /// Whether every event of a page has its block.
  func isMade(_ index: Int) -> Bool { builder.isMade(index) }

  /// Called when the events on the pages may have changed.
  func askAgain() { deck.pages.keys.forEach { builder.ask(again: $0) } }

  /// Forgets a page that was removed.
  func forget(_ index: Int) { builder.forget(index) }

  /// Called when the look of the pages has changed. Pages out of view are painted again before they become
  /// visible.
  func looksOtherwise(inSight: ClosedRange<Int>) {
    for (index, page) in deck.pages {
      builder.moved(index, page.extents)
      guard !inSight.contains(index) else { continue }
      page.blocks.forEach { $0.waitsForPaint = true }
    }
  }
}
