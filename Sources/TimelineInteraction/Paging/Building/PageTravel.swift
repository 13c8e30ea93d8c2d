/// Determines which pages a pager shows and will show next.
package struct PageTravel: Hashable, Sendable {
  private var last: PagePosition
  private var isBack = false

  /// Starts at rest. Forward is assumed, because people mostly turn forward.
  package init(at position: PagePosition) { last = position }

  /// Records the current position, and the direction of travel.
  package mutating func recordTravel(_ position: PagePosition) {
    let move = last.distance(to: position.page) + position.fraction
    if move != 0 { isBack = move < 0 }
    last = position
  }

  /// The visible part of the pages, and the pages needed next: while they move, the target page and the one
  /// after it; at rest, those on both sides.
  ///
  /// - Parameters:
  ///   - sight: the visible vertical extent of the pages in px.
  ///   - visibleOnly: whether only visible pages may be prepared. After a mere touch, nothing else is
  ///     prepared either.
  package func scene(of pager: Pager, visibleRange: ClosedRange<Double>, visibleOnly: Bool)
    -> PageBuilder.Scene
  {
    let visible = Array(pager.visiblePages).sorted {
      abs(pager.position.distance(to: $0)) < abs(pager.position.distance(to: $1))
    }
    let isTouched = pager.isHeld && !pager.isMoving
    return PageBuilder.Scene(
      visible: visible, upcoming: visibleOnly || isTouched ? [] : upcoming(of: pager),
      visibleRange: visibleRange)
  }

  private func upcoming(of pager: Pager) -> [Int] {
    let use = pager.pagesInUse
    let sides = isBack ? [use.lowerBound - 1, use.upperBound + 1] : [use.upperBound + 1, use.lowerBound - 1]
    let turned = pager.visiblePages.contains(pager.targetPage) ? [] : [pager.targetPage]
    return (turned + (pager.isMoving ? [sides[0]] : sides)).filter(pager.pages.contains)
  }
}

extension Pager {
  /// The first and the last page that are at least partly visible.
  package var visiblePages: ClosedRange<Int> {
    position.page...(position.fraction > 0 ? position.page + 1 : position.page)
  }

  /// The pages from the visible ones to the target page: at most three are passed.
  package var pagesInUse: ClosedRange<Int> {
    min(visiblePages.lowerBound, targetPage)...max(visiblePages.upperBound, targetPage)
  }
}
