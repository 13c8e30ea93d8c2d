/// The part of a page that is drawn: the visible content and a margin, rounded outward to multiples of a step.
///
/// A region that followed every pixel of scrolling would have to be redrawn in each frame. This region stays
/// the same until scrolling passes a multiple of the step. Content outside the region exists but costs
/// nothing while a page turns or the hours scroll.
package enum DrawnRegion {
  /// The step, in px.
  package static let step = 160.0
  /// The distance by which a ring, a handle or a shadow may be painted beyond the bounds of its widget, in
  /// px.
  package static let overhang = 24.0

  /// Returns the vertical extent that is drawn for a visible extent, in px of the page.
  package static func verticalExtent(for visibleRange: ClosedRange<Double>) -> ClosedRange<Double> {
    let top = ((visibleRange.lowerBound - overhang) / step).rounded(.down) * step
    let bottom = ((visibleRange.upperBound + overhang) / step).rounded(.up) * step
    return top...bottom
  }

  /// Returns the columns of a page that are drawn, in chronological order.
  ///
  /// - Parameters:
  ///   - count: the number of columns.
  ///   - distance: the distance from the shown position to the page, in pages; negative for an earlier page.
  ///   - width: the width of the page, in px.
  package static func columns(_ count: Int, distance: Double, width: Double) -> Range<Int> {
    let margin = overhang / max(1, width)
    let start = ((-distance - margin) * Double(count)).rounded(.down)
    let end = ((1 - distance + margin) * Double(count)).rounded(.up)
    let first = Int(min(max(start, 0), Double(count)))
    return first..<max(first, Int(min(max(end, 0), Double(count))))
  }
}
