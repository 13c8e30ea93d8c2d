/// Chooses the part of a widget to which a popover points, and the height available to the popover, so that
/// the whole popover is visible.
///
/// A compositor flips a popover that does not fit below its target. If the popover fits on neither side, the
/// compositor makes it smaller than its content. Next to a target that fills the window, the popover would
/// become a thin strip. All values are in px, increasing downward.
package struct PopoverPlacement: Equatable, Sendable {
  /// The extent to which the popover points: the whole target, only its beginning or, if the popover must
  /// cover that too, an empty extent.
  package let target: Range<Double>
  /// The height available to the popover above or below `target`.
  package let height: Double

  /// The height of the part at the beginning of a target that stays uncovered, in px. This part shows to
  /// which widget the popover belongs.
  package static let uncoveredHeight = 24.0

  /// - Parameters:
  ///   - visiblePart: the visible part of the target.
  ///   - window: the extent of the window.
  ///   - naturalHeight: the popover's natural height, including its arrow.
  ///   - minimumHeight: the height below which the popover's contents would be cut off. If this height is available
  ///     nowhere else, the popover also covers the beginning of the target.
  package init(
    beside visiblePart: Range<Double>, in window: Range<Double>, naturalHeight: Double,
    minimumHeight: Double = 0
  ) {
    let spaceAbove = visiblePart.lowerBound - window.lowerBound
    let spaceBelow = window.upperBound - visiblePart.upperBound
    let uncoveredEnd = min(
      visiblePart.lowerBound + PopoverPlacement.uncoveredHeight, visiblePart.upperBound)
    if max(spaceAbove, spaceBelow, window.upperBound - uncoveredEnd) < minimumHeight {
      let end = max(window.lowerBound, window.upperBound - minimumHeight)
      target = end..<end
      height = window.upperBound - end
    } else if max(spaceAbove, spaceBelow) >= naturalHeight || spaceAbove >= window.upperBound - uncoveredEnd {
      target = visiblePart
      height = max(spaceAbove, spaceBelow)
    } else {
      let end = min(max(window.upperBound - naturalHeight, uncoveredEnd), visiblePart.upperBound)
      target = visiblePart.lowerBound..<end
      height = window.upperBound - end
    }
  }
}
