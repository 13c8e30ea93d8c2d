/// A place between two pages: a whole page, and the part of the way from it to the next.
///
/// The page is never rounded from a floating-point number that carries it, so a page as far as year 9999 is exact.
package struct PagePosition: Hashable, Sendable {
  /// The page at or before the place.
  package let page: Int
  /// The part of the way to the next page, from 0 to below 1; exactly 0 on a page.
  package let fraction: Double

  /// The place so many pages after a page, or before it if negative.
  package init(_ page: Int, offset: Double = 0) {
    let whole = offset.rounded(.down)
    let rest = offset - whole
    // The rest of a tiny negative offset rounds to 1.
    (self.page, fraction) = rest < 1 ? (page + Int(whole), rest) : (page + Int(whole) + 1, 0)
  }

  /// The page that is most visible.
  package var nearest: Int { fraction < 0.5 ? page : page + 1 }

  /// How many pages another one lies ahead, or behind if negative: times the width of a page, it is where to show it.
  package func distance(to page: Int) -> Double { Double(page - self.page) - fraction }
}
