import CalendarModel
import CalendarText

/// The current appearance of a block.
package struct BlockAppearance: Hashable, Sendable {
  /// The role of the block in a drag.
  package enum Pose: Hashable, Sendable {
    /// In its normal position.
    case resting
    /// Being dragged: raised, with a shadow.
    case lifted
    /// The original position of a lifted event: at 35 % opacity.
    case original
    /// The position where a lifted event would be dropped: an outline.
    case dropOutline
  }

  /// The role of the block in a drag.
  package var pose: Pose
  /// Whether its two handles are shown.
  package var isSelected: Bool
  /// Whether the pointer is over it.
  package var isHovered: Bool
  /// Whether it has the keyboard focus and shows it.
  package var isFocused: Bool

  package init(
    _ pose: Pose = .resting, isSelected: Bool = false, isHovered: Bool = false, isFocused: Bool = false
  ) {
    self.pose = pose
    self.isSelected = isSelected
    self.isHovered = isHovered
    self.isFocused = isFocused
  }

  /// In its normal position.
  package static let resting = BlockAppearance(.resting)
  /// Being dragged.
  package static let lifted = BlockAppearance(.lifted)
  /// The original position of a lifted event.
  package static let original = BlockAppearance(.original)
  /// The position where it would be dropped.
  package static let dropOutline = BlockAppearance(.dropOutline)
}
