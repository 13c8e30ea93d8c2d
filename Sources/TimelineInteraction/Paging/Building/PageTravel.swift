/// Determines which pages a pager shows and will show next.
package struct PageTravel: Hashable, Sendable {
  private var last: PagePosition
  private var isBack = false

  /// Starts at rest. Forward is assumed, because people mostly turn forward.
  package init(at position: PagePosition) { last = position }

  /// Records the current position, and the direction of travel.
  package mutating func follow(_ position: PagePosition) {
    let move = last.distance(to: position.page) + position.fraction
    if move != 0 { isBack = move < 0 }
    last = position
  }

  /// The visible part of the pages, and the pages needed next: while they move, the target page and the one
  /// after it; at rest, those on both sides.
  ///
  /// - Parameters:
  ///   - sight: the visible vertical extent of the pages in px.
  ///   - isAlone: whether only visible pages may be prepared. After a mere touch, nothing else is prepared
  ///     either.
  package func scene(of pager: Pager, sight: ClosedRange<Double>, isAlone: Bool) -> PageBuilder.Scene {
    let inSight = Array(pager.pagesInSight).sorted {
      abs(pager.position.distance(to: $0)) < abs(pager.position.distance(to: $1))
    }
    let isTouched = pager.isHeld && !pager.isMoving
    return PageBuilder.Scene(
      inSight: inSight, coming: isAlone || isTouched ? [] : coming(of: pager), sight: sight)
  }

  private func coming(of pager: Pager) -> [Int] {
    let use = pager.pagesInUse
    let sides = isBack ? [use.lowerBound - 1, use.upperBound + 1] : [use.upperBound + 1, use.lowerBound - 1]
    let turned = pager.pagesInSight.contains(pager.targetPage) ? [] : [pager.targetPage]
    return (turned + (pager.isMoving ? [sides[0]] : sides)).filter(pager.pages.contains)
  }
}

extension Pager {
  /// The first and the last page that are at least partly visible.
  package var pagesInSight: ClosedRange<Int> {
    position.page...(position.fraction > 0 ? position.page + 1 : position.page)
  }

  /// The pages from the visible ones to the target page: at most three are passed.
  package var pagesInUse: ClosedRange<Int> {
    min(pagesInSight.lowerBound, targetPage)...max(pagesInSight.upperBound, targetPage)
  }
}
