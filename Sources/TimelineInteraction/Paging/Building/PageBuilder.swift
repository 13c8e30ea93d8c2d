/// Decides which part of which page to build next, so that pages are complete before they become visible and
/// no frame is delayed.
///
/// Pages are built in small steps. Visible content comes first, from the middle of the viewport outward. It
/// is followed by the next page in the direction of travel and, only while nothing moves, by the page on the
/// other side.
///
/// The builder does not depend on widgets or a clock. The host requests the next step, carries it out and
/// reports that the step is done.
package struct PageBuilder: Sendable {
  /// A step in building a page.
  package enum Step: Hashable, Sendable {
    /// Assign the days to the page.
    case begin(page: Int)
    /// Query the events of the page's days.
    case query(page: Int)
    /// Lay out the events of one day.
    case layOut(page: Int, column: Int)
    /// Create the widget of an event.
    case create(page: Int, BlockPosition)
    /// Paint an event.
    case paint(page: Int, BlockPosition)
    /// Combine the paintings of one column, so that the column can be shown without delay.
    case combine(page: Int, column: Int)

    /// The kind of a step. The cost of a step is estimated from earlier steps of the same kind.
    package enum Kind: Hashable, Sendable {
      case begin, query, layOut, create, paint, combine
      /// A week of the date header. It is not part of a page, but the host prepares it within the same
      /// budget.
      case week
      /// Move the widget of an event to its new place. This is not a step of building a page.
      case move
      /// Tell assistive technology that the widget of an event is no longer shown, or is shown again.
      case updateListing
      /// Remove the widget of an event that is no longer shown. Neither this nor `updateListing` is a step of
      /// building a page.
      case remove
    }

    package var kind: Kind {
      switch self {
      case .begin: .begin
      case .query: .query
      case .layOut: .layOut
      case .create: .create
      case .paint: .paint
      case .combine: .combine
      }
    }

    /// The page to which the step belongs.
    package var page: Int {
      switch self {
      case .begin(let page), .query(let page), .layOut(let page, _), .create(let page, _),
        .paint(let page, _),
        .combine(let page, _):
        page
      }
    }
  }

  /// The visible part of the pages, and the pages needed next.
  package struct Scene: Hashable, Sendable {
    /// The pages that are at least partly visible, nearest first.
    package var visiblePages: [Int]
    /// The pages that are needed next, most urgent first.
    package var upcomingPages: [Int]
    /// The visible vertical extent of the pages, in px.
    package var visibleRange: ClosedRange<Double>

    package init(visiblePages: [Int], upcomingPages: [Int], visibleRange: ClosedRange<Double>) {
      (self.visiblePages, self.upcomingPages) = (visiblePages, upcomingPages)
      self.visibleRange = visibleRange
    }
  }

  private var progress: [Int: PageProgress] = [:]

  package init() {}

  // MARK: Next steps

  /// Returns the next step, or nil if everything needed is ready.
  package mutating func nextStep(in scene: Scene) -> Step? {
    for (pages, completeness) in [
      (scene.visiblePages, PageProgress.Completeness.visible),
      (Array(scene.upcomingPages.prefix(1)), .visible),
      (scene.visiblePages, .full),
      (scene.upcomingPages, .full),
    ] {
      for page in pages {
        if let step = progress[page, default: PageProgress()].nextStep(
          until: completeness, visibleRange: scene.visibleRange, of: page)
        {
          return step
        }
      }
    }
    return nil
  }

  /// Returns the next step of a page that is needed immediately, or nil if the page is as complete as
  /// required. Visible events come first.
  package mutating func nextImmediateStep(
    of page: Int, until completeness: Completeness, visibleRange: ClosedRange<Double>
  ) -> Step? {
    let requiredCompleteness: PageProgress.Completeness = completeness == .laidOut ? .laidOut : .created
    return progress[page, default: PageProgress()].nextStep(
      until: requiredCompleteness, visibleRange: visibleRange, of: page)
  }

  /// How complete a page that is needed immediately must be.
  package enum Completeness: Sendable {
    /// Its events are laid out.
    case laidOut
    /// All of its widgets exist.
    case created
  }

  // MARK: Completed steps

  /// Reports the number of bars in a page's all-day row, and the number of the page's columns.
  package mutating func queried(_ page: Int, barCount: Int, columnCount: Int) {
    progress[page, default: PageProgress(hasBegun: true)].markQueried(
      barCount: barCount, columnCount: columnCount)
  }

  /// Reports that the events of an invalidated page have not changed. The page is as complete as before.
  package mutating func markUnchanged(_ page: Int) { progress[page]?.markUnchanged() }

  /// Reports the extents of the events in a page's next column, in px.
  ///
  /// - Parameter isUnchanged: whether the column shows the same events in the same places as before it was
  ///   invalidated. If so, it is as complete as before.
  package mutating func laidOut(_ page: Int, _ extents: [ClosedRange<Double>], isUnchanged: Bool = false) {
    progress[page]?.addColumn(extents, isUnchanged: isUnchanged)
  }

  /// Reports that a step is done. Steps of kind `query` and `layOut` are reported with `queried` and `laidOut`
  /// instead.
  package mutating func completed(_ step: Step) {
    switch step {
    case .query, .layOut: break
    case .begin(let page): progress[page] = PageProgress(hasBegun: true)
    case .create(let page, let position): progress[page]?.markCreated(position)
    case .paint(let page, let position): progress[page]?.markPainted(position)
    case .combine(let page, let column): progress[page]?.markCombined(column)
    }
  }

  /// Marks the events of a page as possibly changed, so that they are queried again. Columns that turn out to be
  /// unchanged stay complete.
  package mutating func invalidate(_ page: Int) { progress[page]?.invalidate() }

  /// Discards the progress of a page that no longer exists.
  package mutating func forget(_ page: Int) { progress[page] = nil }

  /// Reports that the layout of a page has changed. The events of its columns now have the given extents, in
  /// px, and all of them must be painted again.
  package mutating func layoutChanged(of page: Int, to extents: [[ClosedRange<Double>]]) {
    progress[page]?.updateLayout(to: extents)
  }

  // MARK: Progress

  /// Returns whether the events of a page are laid out.
  package func isLaidOut(_ page: Int) -> Bool { progress[page]?.isLaidOut ?? false }
  /// Returns whether every event of a page has its widget.
  package func isFullyCreated(_ page: Int) -> Bool { progress[page]?.isFullyCreated ?? false }
  /// Returns whether a page is complete.
  package func isReady(_ page: Int) -> Bool { progress[page]?.isReady ?? false }
}

/// The position of an event on a page that is being built: among the all-day bars, or among the blocks of a column.
package struct BlockPosition: Hashable, Sendable {
  /// The column, in chronological order; nil for an all-day bar.
  package let column: Int?
  /// The index among the bars or in the column, in reading order.
  package let index: Int

  package init(column: Int?, index: Int) {
    (self.column, self.index) = (column, index)
  }
}
