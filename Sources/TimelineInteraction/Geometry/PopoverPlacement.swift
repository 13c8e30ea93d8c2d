/// Chooses what a popover points to within a widget, and its height, so that all of it is visible.
///
/// A compositor flips a popover that does not fit below its target. If it fits on neither side, the
/// compositor makes it smaller than its content: beside a target that fills the window, it would become a
/// thin strip. All values are px, positive downwards.
package struct PopoverPlacement: Equatable, Sendable {
  /// The extent that it points to: all of the target, or only its beginning.
  package let target: Range<Double>
  /// The minimum height that is available there.
  package let height: Double

  /// px of a target that stay uncovered, so that it is clear what the popover belongs to.
  package static let uncovered = 24.0

  /// - Parameters:
  ///   - part: the visible part of the target.
  ///   - window: the extent of the window.
  ///   - natural: the popover's natural height, including its arrow.
  package init(beside part: Range<Double>, in window: Range<Double>, natural: Double) {
    let above = part.lowerBound - window.lowerBound
    let below = window.upperBound - part.upperBound
    let beginning = min(part.lowerBound + PopoverPlacement.uncovered, part.upperBound)
    if max(above, below) >= natural || above >= window.upperBound - beginning {
      target = part
      height = max(above, below)
    } else {
      let end = min(max(window.upperBound - natural, beginning), part.upperBound)
      target = part.lowerBound..<end
      height = window.upperBound - end
    }
  }
}
