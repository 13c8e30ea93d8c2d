import GtkSupport
import TimelineInteraction

/// Makes pages in small steps (`PageBuilder`), so that a week of hundreds of events costs no frame.
@MainActor
final class PageBuildQueue {
  private let deck: PageDeck
  /// Puts a page there.
  private let begin: (Int) -> Void
  private var builder = PageBuilder()
  private var budget = FrameBudget()

  /// - Parameter begin: puts a page there, with its days and its grid.
  init(deck: PageDeck, begin: @escaping (Int) -> Void) {
    self.deck = deck
    self.begin = begin
  }

  // MARK: Frame by frame

  /// Does what there is time for in a frame whose work began at `start`.
  ///
  /// - Parameters:
  ///   - interval: seconds from one frame of the monitor to the next.
  ///   - rest: what is to be made when the pages are ready; nil if nothing is.
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

  /// Nothing may be made in this frame.
  func pass(frameTime: Double) { budget.pass(frameTime: frameTime) }

  /// Does a step if there is time for one of its kind. Returns false if there is not, or if the step has to wait.
  private func spend(_ kind: PageBuilder.Step.Kind, _ step: () -> Bool) -> Bool {
    let start = SteadyClock.seconds
    guard budget.allows(kind, at: start), step() else { return false }
    budget.spent(kind, from: start, to: SteadyClock.seconds)
    return true
  }

  // MARK: At once

  /// Knows of a page where its events lie, without waiting for a frame.
  func lay(_ index: Int) {
    while let step = builder.nextNow(of: index, until: .laid), perform(step) {}
  }

  /// Makes all of a page without waiting for a frame; it is painted when it is shown.
  func complete(_ index: Int) {
    while let step = builder.nextNow(of: index, until: .made), perform(step) {}
    deck.pages[index]?.blocks.forEach { $0.showWhole() }
  }

  /// Does a step. Returns false if it has to wait for another frame.
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

  // MARK: What is made

  /// Whether every event of a page has its block.
  func isMade(_ index: Int) -> Bool { builder.isMade(index) }

  /// What takes place on the pages may be something else now.
  func askAgain() { deck.pages.keys.forEach { builder.ask(again: $0) } }

  /// A page is no longer there.
  func forget(_ index: Int) { builder.forget(index) }

  /// The pages look otherwise: what is not visible is painted again before it is seen.
  func looksOtherwise(inSight: ClosedRange<Int>) {
    for (index, page) in deck.pages {
      builder.moved(index, page.extents)
      guard !inSight.contains(index) else { continue }
      page.blocks.forEach { $0.waitsForPaint = true }
    }
  }
}
