import CalendarModel
import CalendarText

/// The current appearance of a block.
package struct BlockAppearance: Hashable, Sendable {
  /// The role of the block in a drag.
  package enum DragRole: Hashable, Sendable {
    /// The block is in its normal position.
    case resting
    /// The block is being dragged. It is raised and has a shadow.
    case lifted
    /// The original position of a lifted event, painted at 35% opacity.
    case original
    /// The position where a lifted event would be dropped, painted as an outline.
    case dropOutline
  }

  /// The role of the block in a drag.
  package var dragRole: DragRole
  /// Whether the block's two handles are shown.
  package var hasHandles: Bool
  /// Whether the pointer is over the block.
  package var isHovered: Bool
  /// Whether the block has the keyboard focus and shows a focus ring.
  package var isFocused: Bool
  /// Whether the event is selected together with others, shown by an outline and a check mark.
  package var isSelected = false

  package init(
    _ dragRole: DragRole = .resting, hasHandles: Bool = false, isHovered: Bool = false,
    isFocused: Bool = false
  ) {
    self.dragRole = dragRole
    self.hasHandles = hasHandles
    self.isHovered = isHovered
    self.isFocused = isFocused
  }

  /// A block in its normal position.
  package static let resting = BlockAppearance(.resting)
  /// A block that is being dragged.
  package static let lifted = BlockAppearance(.lifted)
  /// The original position of a lifted event.
  package static let original = BlockAppearance(.original)
  /// The position where a lifted event would be dropped.
  package static let dropOutline = BlockAppearance(.dropOutline)
}
