/// The part of a page that is drawn: the visible content and a little more, in steps.
///
/// A part that followed every pixel of scrolling would have to be composed again in each frame; this one
/// stays the same until a step is passed. Content beyond it exists but costs nothing while a page turns or
/// the hours scroll.
package enum DrawnRegion {
  /// px from one step to the next.
  package static let step = 160.0
  /// px beyond its bounds that something may paint: a ring, a handle, a shadow.
  package static let overhang = 24.0

  /// The vertical extent that is drawn, in px of the page, for its visible extent.
  package static func rows(_ visibleRange: ClosedRange<Double>) -> ClosedRange<Double> {
    let top = ((visibleRange.lowerBound - overhang) / step).rounded(.down) * step
    let bottom = ((visibleRange.upperBound + overhang) / step).rounded(.up) * step
    return top...bottom
  }

  /// The columns of a page that are drawn, in chronological order.
  ///
  /// - Parameters:
  ///   - count: the number of columns.
  ///   - distance: pages from the shown position to this page; negative if it is behind.
  ///   - width: width of the page in px.
  package static func columns(_ count: Int, distance: Double, width: Double) -> Range<Int> {
    let margin = overhang / max(1, width)
    let start = ((-distance - margin) * Double(count)).rounded(.down)
    let end = ((1 - distance + margin) * Double(count)).rounded(.up)
    let first = Int(min(max(start, 0), Double(count)))
    return first..<max(first, Int(min(max(end, 0), Double(count))))
  }
}
