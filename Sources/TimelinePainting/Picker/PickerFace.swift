import CalendarModel

/// The face of a picker item. It is painted around the origin of the canvas at its size in the centre; the picker
/// moves, shrinks and fades it.
package protocol PickerFace: Sendable {
  /// Paints the item.
  func paint(in look: PickerLook, on canvas: Canvas)
}

/// The common appearance of the faces of a picker.
package struct PickerLook: Hashable, Sendable {
  package let palette: Palette
  /// The text's face and its usual size.
  package let text: TextStyle
  /// px that an item may take along the row.
  package let extent: Double
  /// px that it may take across the row.
  package let breadth: Double
  /// Whether the items are below each other.
  let isVertical: Bool

  /// px of an item's place.
  var size: (width: Double, height: Double) {
    let (along, across) = (extent.rounded(.up), breadth.rounded(.up))
    return isVertical ? (across, along) : (along, across)
  }
}
