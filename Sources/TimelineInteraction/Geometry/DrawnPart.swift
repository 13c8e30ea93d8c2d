/// Which part of a page is drawn: visible content and a little more, in steps.
///
/// A part that went with every pixel of a scroll would be put together again at each frame; this one stays as it is
/// until a step is passed. What is beyond it costs nothing while a page turns or the hours scroll, though it is
/// there.
package enum DrawnPart {
  /// px down from one step to the next.
  package static let step = 160.0
  /// px beyond its place that something may be painted: a ring, a handle, a shadow.
  package static let overhang = 24.0

  /// From where to where in px of the page it is drawn down, for the visible part of it.
  package static func down(_ sight: ClosedRange<Double>) -> ClosedRange<Double> {
    let top = ((sight.lowerBound - overhang) / step).rounded(.down) * step
    let bottom = ((sight.upperBound + overhang) / step).rounded(.up) * step
    return top...bottom
  }

  /// The columns of a page that are drawn, in the order of time.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - distance: how many pages it is ahead of what is shown; behind if negative.
  ///   - width: px of the page.
  package static func columns(_ count: Int, distance: Double, width: Double) -> Range<Int> {
    let margin = overhang / max(1, width)
    let start = ((-distance - margin) * Double(count)).rounded(.down)
    let end = ((1 - distance + margin) * Double(count)).rounded(.up)
    let first = Int(min(max(start, 0), Double(count)))
    return first..<max(first, Int(min(max(end, 0), Double(count))))
  }
}
