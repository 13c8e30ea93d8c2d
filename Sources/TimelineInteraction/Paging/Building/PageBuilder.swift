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
    case lay(page: Int, column: Int)
    /// Create the widget of an event.
    case make(page: Int, BuildItem)
    /// Paint an event.
    case paint(page: Int, BuildItem)
    /// Combine the paintings of one column, so that showing it for the first time takes no time.
    case gather(page: Int, column: Int)

    /// The kind of a step, from which its cost is estimated.
    package enum Kind: Hashable, Sendable {
      case begin, plan, lay, make, paint, gather
      /// Not a step of a page: a week of the date header, which the host prepares within the same budget.
      case week
    }

    package var kind: Kind {
      switch self {
      case .begin: .begin
      case .plan: .plan
      case .lay: .lay
      case .make: .make
      case .paint: .paint
      case .gather: .gather
      }
    }

    /// The page that it belongs to.
    package var page: Int {
      switch self {
      case .begin(let page), .plan(let page), .lay(let page, _), .make(let page, _), .paint(let page, _),
        .gather(let page, _):
        page
      }
    }
  }

  /// The visible part of the pages, and the pages needed next.
  package struct Scene: Hashable, Sendable {
    /// Pages that are at least partly visible, the nearest first.
    package var inSight: [Int]
    /// Pages that are needed next, the most urgent first.
    package var coming: [Int]
    /// The visible vertical extent of the pages in px.
    package var sight: ClosedRange<Double>

    package init(inSight: [Int], coming: [Int], sight: ClosedRange<Double>) {
      (self.inSight, self.coming, self.sight) = (inSight, coming, sight)
    }
  }

  private var works: [Int: PageWork] = [:]

  package init() {}

  // MARK: Next steps

  /// The next step; nil if everything needed is ready.
  package mutating func next(in scene: Scene) -> Step? {
    for (pages, depth) in [
      (scene.inSight, PageWork.Depth.sight), (Array(scene.coming.prefix(1)), .sight), (scene.inSight, .whole),
      (scene.coming, .whole),
    ] {
      for page in pages {
        if let step = works[page, default: PageWork()].next(depth, sight: scene.sight, of: page) {
          return step
        }
      }
    }
    return nil
  }

  /// The next step of a page that is needed now, up to its widgets; nil if there is none.
  package mutating func nextNow(of page: Int, until depth: Urgency) -> Step? {
    let limit: PageWork.Depth = depth == .laid ? .laid : .made
    return works[page, default: PageWork()].next(limit, sight: 0...0, of: page)
  }

  /// How complete a page must be now.
  package enum Urgency: Sendable {
    /// The layout of its events.
    case laid
    /// All of its widgets.
    case made
  }

  // MARK: Completed steps

  /// A page has this number of bars in the all-day row, and of columns.
  package mutating func planned(_ page: Int, bars: Int, columns: Int) {
    works[page] = PageWork(bars: bars, columns: columns)
  }

  /// The next column of a page has events with these extents, in px.
  package mutating func laid(_ page: Int, _ extents: [ClosedRange<Double>]) {
    works[page]?.lay(extents)
  }

  /// A step is done. Steps of kind `plan` and `lay` are reported by `planned` and `laid` instead.
  package mutating func done(_ step: Step) {
    switch step {
    case .plan, .lay: break
    case .begin(let page): works[page] = PageWork(hasBegun: true)
    case .make(let page, let item): works[page]?.made(item)
    case .paint(let page, let item): works[page]?.painted(item)
    case .gather(let page, _): works[page]?.gathered()
    }
  }

  /// The events of a page may have changed.
  package mutating func ask(again page: Int) {
    if works[page] != nil { works[page] = PageWork(hasBegun: true) }
  }

  /// A page no longer exists.
  package mutating func forget(_ page: Int) { works[page] = nil }

  /// The layout of a page has changed: the events of its columns now have these extents, in px, and all of
  /// them must be painted again.
  package mutating func moved(_ page: Int, _ extents: [[ClosedRange<Double>]]) { works[page]?.move(extents) }

  // MARK: Progress

  /// Whether the events of a page are laid out.
  package func isLaid(_ page: Int) -> Bool { works[page]?.isLaid ?? false }
  /// Whether every event of a page has its widget.
  package func isMade(_ page: Int) -> Bool { works[page]?.isMade ?? false }
  /// Whether a page is complete.
  package func isReady(_ page: Int) -> Bool { works[page]?.isReady ?? false }
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
