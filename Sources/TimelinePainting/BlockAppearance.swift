import CalendarModel
import CalendarText

/// The current appearance of a block.
package struct BlockAppearance: Hashable, Sendable {
  /// Where the block stands in a drag.
  package enum Pose: Hashable, Sendable {
    /// In its place.
    case resting
    /// In the hand: risen, with a shadow.
    case lifted
    /// The place that a lifted event came from: at 35 %.
    case original
    /// The place where a lifted event would be dropped: an outline.
    case dropOutline
  }

  /// Where the block stands in a drag.
  package var pose: Pose
  /// Whether its two handles show.
  package var isSelected: Bool
  /// Whether the pointer is over it.
  package var isHovered: Bool
  /// Whether it has the keyboard's focus and that is to be seen.
  package var isFocused: Bool

  package init(
    _ pose: Pose = .resting, isSelected: Bool = false, isHovered: Bool = false, isFocused: Bool = false
  ) {
    self.pose = pose
    self.isSelected = isSelected
    self.isHovered = isHovered
    self.isFocused = isFocused
  }

  /// In its place.
  package static let resting = BlockAppearance(.resting)
  /// In the hand.
  package static let lifted = BlockAppearance(.lifted)
  /// Where a lifted event came from.
  package static let original = BlockAppearance(.original)
  /// Where it would be dropped.
  package static let dropOutline = BlockAppearance(.dropOutline)
}
