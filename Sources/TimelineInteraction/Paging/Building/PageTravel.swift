/// Which pages a pager shows and will show next.
package struct PageTravel: Hashable, Sendable {
  private var last: PagePosition
  private var isBack = false

  /// Nothing has moved yet: people mostly turn on.
  package init(at position: PagePosition) { last = position }

  /// The pages are there now; which way they last went counts.
  package mutating func follow(_ position: PagePosition) {
    let move = last.distance(to: position.page) + position.fraction
    if move != 0 { isBack = move < 0 }
    last = position
  }

  /// What of the pages is looked at, and which are needed next: while they move the one that is turned to and the one
  /// after it, at rest those on both sides.
  ///
  /// - Parameters:
  ///   - sight: px of the pages that are in sight, from top to bottom.
  ///   - isAlone: whether nothing but what is in sight may be thought of. A finger that has only touched has the frame for
  ///     itself too.
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
  /// The first and the last page that are partly visible.
  package var pagesInSight: ClosedRange<Int> {
    position.page...(position.fraction > 0 ? position.page + 1 : position.page)
  }

  /// The pages from the visible ones to the one that is turned to: at most three are flown over.
  package var pagesInUse: ClosedRange<Int> {
    min(pagesInSight.lowerBound, targetPage)...max(pagesInSight.upperBound, targetPage)
  }
}
