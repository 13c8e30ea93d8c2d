/// Where a popover points within a part of a window, and how tall it can be, so that all of it is visible.
///
/// A compositor turns a popover over that does not fit below what it points to. Where it fits on neither side, it is made
/// less tall than what is in it: a popover of a part that fills the window would be a strip. All values are px, down
/// positive.
package struct PopoverPlacement: Equatable, Sendable {
  /// What it points to: the whole part, or only the beginning of it.
  package let pointing: Range<Double>
  /// How tall it can be there, at least.
  package let height: Double

  /// How much of a part is not covered at least, so that it is seen what the popover belongs to.
  package static let uncovered = 24.0

  /// - Parameters:
  ///   - part: What it belongs to, as far as it is in sight.
  ///   - window: What it is to be within.
  ///   - wanted: How tall it would be, with its arrow.
  package init(beside part: Range<Double>, in window: Range<Double>, natural: Double) {
    let above = part.lowerBound - window.lowerBound
    let below = window.upperBound - part.upperBound
    let beginning = min(part.lowerBound + PopoverPlacement.uncovered, part.upperBound)
    if max(above, below) >= natural || above >= window.upperBound - beginning {
      pointing = part
      height = max(above, below)
    } else {
      let end = min(max(window.upperBound - natural, beginning), part.upperBound)
      pointing = part.lowerBound..<end
      height = window.upperBound - end
    }
  }
}
