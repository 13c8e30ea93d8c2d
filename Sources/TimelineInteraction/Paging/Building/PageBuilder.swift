/// Decides which part of which page is built next, so that a page is complete before it is seen, without delaying a
/// frame.
///
/// Pages are made in small steps. Visible content comes first, from the middle of the sight outward, then the page
/// that is ahead in the direction of travel, and only when nothing moves the one on the other side.
///
/// It knows no widgets and no clock. The host asks for the next step, does it and says that it is done.
package struct PageBuilder: Sendable {
  /// A part of the work.
  package enum Step: Hashable, Sendable {
    /// The page is given its days.
    case begin(page: Int)
    /// What takes place in them is asked for.
    case plan(page: Int)
    /// The events of one day are laid out.
    case lay(page: Int, column: Int)
    /// An event is given its widget.
    case make(page: Int, BuildItem)
    /// An event is painted.
    case paint(page: Int, BuildItem)
    /// What was painted of one column is put together, so that showing it for the first time costs nothing.
    case gather(page: Int, column: Int)

    /// What a step is like, by which its cost is expected.
    package enum Kind: Hashable, Sendable {
      case begin, plan, lay, make, paint, gather
      /// No step of a page: a week of the dates above the pages, which the host makes ready by the same budget.
      case week
    }

    /// What the step is like.
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

  /// What of the pages is looked at.
  package struct Scene: Hashable, Sendable {
    /// Pages that are partly visible, the nearest first.
    package var inSight: [Int]
    /// Pages that are needed next, the most urgent first.
    package var coming: [Int]
    /// px of the pages that are visible, from top to bottom.
    package var sight: ClosedRange<Double>

    package init(inSight: [Int], coming: [Int], sight: ClosedRange<Double>) {
      (self.inSight, self.coming, self.sight) = (inSight, coming, sight)
    }
  }

  private var works: [Int: PageWork] = [:]

  package init() {}

  // MARK: What is to be done

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

  /// The next step of a page that is needed now, up to its widgets; nil if it has them all.
  package mutating func nextNow(of page: Int, until depth: Urgency) -> Step? {
    let limit: PageWork.Depth = depth == .laid ? .laid : .made
    return works[page, default: PageWork()].next(limit, sight: 0...0, of: page)
  }

  /// How much of a page is needed now.
  package enum Urgency: Sendable {
    /// Where its events lie.
    case laid
    /// All of its widgets.
    case made
  }

  // MARK: What is done

  /// A page has so many bars above its hours, and so many columns.
  package mutating func planned(_ page: Int, bars: Int, columns: Int) {
    works[page] = PageWork(bars: bars, columns: columns)
  }

  /// The next column of a page has events there, in px.
  package mutating func laid(_ page: Int, _ extents: [ClosedRange<Double>]) {
    works[page]?.lay(extents)
  }

  /// A step is done; those of planning and laying tell more.
  package mutating func done(_ step: Step) {
    switch step {
    case .plan, .lay: break
    case .begin(let page): works[page] = PageWork(hasBegun: true)
    case .make(let page, let item): works[page]?.made(item)
    case .paint(let page, let item): works[page]?.painted(item)
    case .gather(let page, _): works[page]?.gathered()
    }
  }

  /// What takes place on a page may be something else now.
  package mutating func ask(again page: Int) {
    if works[page] != nil { works[page] = PageWork(hasBegun: true) }
  }

  /// A page is no longer there.
  package mutating func forget(_ page: Int) { works[page] = nil }

  /// A page looks otherwise: its columns have their events there now, in px, and all of them are painted again.
  package mutating func moved(_ page: Int, _ extents: [[ClosedRange<Double>]]) { works[page]?.move(extents) }

  // MARK: How far it is

  /// Whether it is known where the events of a page lie.
  package func isLaid(_ page: Int) -> Bool { works[page]?.isLaid ?? false }
  /// Whether every event of a page has its widget.
  package func isMade(_ page: Int) -> Bool { works[page]?.isMade ?? false }
  /// Whether nothing is left to do for a page.
  package func isReady(_ page: Int) -> Bool { works[page]?.isReady ?? false }
}

/// An event on a page that is being made: a bar above the hours, or one of a column.
package struct BuildItem: Hashable, Sendable {
  /// The column in the order of time; nil for what stands above the hours.
  package let column: Int?
  /// Its place in the column, in reading order.
  package let index: Int

  package init(column: Int?, index: Int) {
    (self.column, self.index) = (column, index)
  }
}
