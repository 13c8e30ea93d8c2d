/// Decides which part of which page is built next, so that a page is complete before it becomes visible,
/// without delaying a frame.
///
/// Pages are built in small steps. Visible content comes first, from the middle of the viewport outward, then
/// the next page in the direction of travel, and only when nothing moves the page on the other side.
///
/// It does not depend on widgets or a clock. The host asks for the next step, carries it out and reports that
/// it is done.
package struct PageBuilder: Sendable {
  /// A step of the work.
  package enum Step: Hashable, Sendable {
    /// Give the page its days.
    case begin(page: Int)
    /// Query the events of these days.
    case plan(page: Int)
    /// Lay out the events of one day.
    case layOut(page: Int, column: Int)
    /// Create the widget of an event.
    case make(page: Int, BuildItem)
    /// Paint an event.
    case paint(page: Int, BuildItem)
    /// Combine the paintings of one column, so that showing it for the first time takes no time.
    case combine(page: Int, column: Int)

    /// The kind of a step, from which its cost is estimated.
    package enum Kind: Hashable, Sendable {
      case begin, plan, layOut, make, paint, combine
      /// Not a step of a page: a week of the date header, which the host prepares within the same budget.
      case week
    }

    package var kind: Kind {
      switch self {
      case .begin: .begin
      case .plan: .plan
      case .layOut: .layOut
      case .make: .make
      case .paint: .paint
      case .combine: .combine
      }
    }

    /// The page that it belongs to.
    package var page: Int {
      switch self {
      case .begin(let page), .plan(let page), .layOut(let page, _), .make(let page, _), .paint(let page, _),
        .combine(let page, _):
        page
      }
    }
  }

  /// The visible part of the pages, and the pages needed next.
  package struct Scene: Hashable, Sendable {
    /// Pages that are at least partly visible, the nearest first.
    package var visible: [Int]
    /// Pages that are needed next, the most urgent first.
    package var upcoming: [Int]
    /// The visible vertical extent of the pages in px.
    package var visibleRange: ClosedRange<Double>

    package init(visible: [Int], upcoming: [Int], visibleRange: ClosedRange<Double>) {
      (self.visible, self.upcoming, self.visibleRange) = (visible, upcoming, visibleRange)
    }
  }

  private var progress: [Int: PageProgress] = [:]

  package init() {}

  // MARK: Next steps

  /// The next step; nil if everything needed is ready.
  package mutating func next(in scene: Scene) -> Step? {
    for (pages, depth) in [
      (scene.visible, PageProgress.Depth.visible), (Array(scene.upcoming.prefix(1)), .visible),
      (scene.visible, .whole),
      (scene.upcoming, .whole),
    ] {
      for page in pages {
        if let step = progress[page, default: PageProgress()].next(
          depth, visibleRange: scene.visibleRange, of: page)
        {
          return step
        }
      }
    }
    return nil
  }

  /// The next step of a page that is needed now, up to its widgets; nil if there is none.
  package mutating func nextImmediateStep(of page: Int, until depth: Urgency) -> Step? {
    let limit: PageProgress.Depth = depth == .laidOut ? .laidOut : .made
    return progress[page, default: PageProgress()].next(limit, visibleRange: 0...0, of: page)
  }

  /// How complete a page must be now.
  package enum Urgency: Sendable {
    /// The layout of its events.
    case laidOut
    /// All of its widgets.
    case made
  }

  // MARK: Completed steps

  /// A page has this number of bars in the all-day row, and of columns.
  package mutating func planned(_ page: Int, bars: Int, columns: Int) {
    progress[page] = PageProgress(bars: bars, columns: columns)
  }

  /// The next column of a page has events with these extents, in px.
  package mutating func laidOut(_ page: Int, _ extents: [ClosedRange<Double>]) {
    progress[page]?.layOut(extents)
  }

  /// A step is done. Steps of kind `plan` and `layOut` are reported by `planned` and `laidOut` instead.
  package mutating func done(_ step: Step) {
    switch step {
    case .plan, .layOut: break
    case .begin(let page): progress[page] = PageProgress(hasBegun: true)
    case .make(let page, let item): progress[page]?.made(item)
    case .paint(let page, let item): progress[page]?.painted(item)
    case .combine(let page, _): progress[page]?.combined()
    }
  }

  /// The events of a page may have changed.
  package mutating func invalidate(_ page: Int) {
    if progress[page] != nil { progress[page] = PageProgress(hasBegun: true) }
  }

  /// A page no longer exists.
  package mutating func forget(_ page: Int) { progress[page] = nil }

  /// The layout of a page has changed: the events of its columns now have these extents, in px, and all of
  /// them must be painted again.
  package mutating func layoutChanged(of page: Int, to extents: [[ClosedRange<Double>]]) {
    progress[page]?.move(extents)
  }

  // MARK: Progress

  /// Whether the events of a page are laid out.
  package func isLaidOut(_ page: Int) -> Bool { progress[page]?.isLaidOut ?? false }
  /// Whether every event of a page has its widget.
  package func isFullyCreated(_ page: Int) -> Bool { progress[page]?.isFullyCreated ?? false }
  /// Whether a page is complete.
  package func isReady(_ page: Int) -> Bool { progress[page]?.isReady ?? false }
}

/// An event on a page that is being built: an all-day bar, or a block in a column.
package struct BuildItem: Hashable, Sendable {
  /// The column, in chronological order; nil for an all-day bar.
  package let column: Int?
  /// Its index in the column, in reading order.
  package let index: Int

  package init(column: Int?, index: Int) {
    (self.column, self.index) = (column, index)
  }
}
