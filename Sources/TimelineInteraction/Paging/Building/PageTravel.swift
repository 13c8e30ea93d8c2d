/// Determines which pages a pager shows, and which it will probably show next.
package struct PageTravel: Hashable, Sendable {
  /// The position that was last recorded.
  private var lastPosition: PagePosition
  /// Whether the last movement was toward earlier pages.
  private var isBackward = false

  /// Starts at rest. The first turn is assumed to be forward, as most turns are.
  package init(at position: PagePosition) { lastPosition = position }

  /// Records the current position, and the direction of travel.
  package mutating func recordTravel(_ position: PagePosition) {
    let distance = lastPosition.distance(to: position.page) + position.fraction
    if distance != 0 { isBackward = distance < 0 }
    lastPosition = position
  }

  /// Returns the visible part of the pages, and the pages needed next. While the pages move, the target page
  /// and the one after it are needed next; at rest, the pages on both sides are.
  ///
  /// - Parameters:
  ///   - visibleRange: the visible vertical extent of the pages, in px.
  ///   - omitsUpcomingPages: whether no page may be prepared before it is visible. While a finger is touching the
  ///     pages without moving them, no other pages are prepared in any case.
  package func scene(of pager: Pager, visibleRange: ClosedRange<Double>, omitsUpcomingPages: Bool)
    -> PageBuilder.Scene
  {
    let visiblePages = Array(pager.visiblePages).sorted {
      abs(pager.position.distance(to: $0)) < abs(pager.position.distance(to: $1))
    }
    let isTouched = pager.isHeld && !pager.isMoving
    return PageBuilder.Scene(
      visiblePages: visiblePages,
      upcomingPages: omitsUpcomingPages || isTouched ? [] : upcomingPages(of: pager),
      visibleRange: visibleRange)
  }

  private func upcomingPages(of pager: Pager) -> [Int] {
    let pagesInUse = pager.pagesInUse
    let sides =
      isBackward
      ? [pagesInUse.lowerBound - 1, pagesInUse.upperBound + 1]
      : [pagesInUse.upperBound + 1, pagesInUse.lowerBound - 1]
    let hiddenTargets = pager.visiblePages.contains(pager.targetPage) ? [] : [pager.targetPage]
    return (hiddenTargets + (pager.isMoving ? [sides[0]] : sides)).filter(pager.pages.contains)
  }
}

extension Pager {
  /// The first and the last page that are at least partly visible.
  package var visiblePages: ClosedRange<Int> {
    position.page...(position.fraction > 0 ? position.page + 1 : position.page)
  }

  /// The pages from the visible ones to the target page. The position is never more than
  /// `Feel.maximumAnimatedPages` pages from the target page.
  package var pagesInUse: ClosedRange<Int> {
    min(visiblePages.lowerBound, targetPage)...max(visiblePages.upperBound, targetPage)
  }
}
