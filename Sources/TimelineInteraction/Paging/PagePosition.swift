/// A position between two pages: a whole page, and the fraction of the way to the next.
///
/// The page is never derived from a floating-point number, so even a page in the year 9999 is exact.
package struct PagePosition: Hashable, Sendable {
  /// The page at or before the position.
  package let page: Int
  /// The fraction of the way to the next page, from 0 to below 1; exactly 0 on a page.
  package let fraction: Double

  /// Creates the position `offset` pages after a page, or before it if `offset` is negative.
  package init(_ page: Int, offset: Double = 0) {
    let wholePages = offset.rounded(.down)
    let remainder = offset - wholePages
    // For a tiny negative offset, the remainder rounds to 1.
    (self.page, fraction) =
      remainder < 1 ? (page + Int(wholePages), remainder) : (page + Int(wholePages) + 1, 0)
  }

  /// The most visible page.
  package var nearestPage: Int { fraction < 0.5 ? page : page + 1 }

  /// Returns the distance from the position to a page, in pages; negative for an earlier page. Multiplied by
  /// the width of a page, it is the x coordinate at which to show that page in a left-to-right layout.
  package func distance(to page: Int) -> Double { Double(page - self.page) - fraction }
}
