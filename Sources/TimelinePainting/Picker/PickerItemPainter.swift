import CalendarModel

/// Paints a picker item, centred on the origin and at its size in the centre of the picker; the picker moves,
/// shrinks and fades it.
package protocol PickerItemPainter: Sendable {
  func paint(in look: PickerLook, on canvas: Canvas)
}

/// The common appearance of the items of a picker.
package struct PickerLook: Hashable, Sendable {
  package let palette: Palette
  /// The text style, in its usual size.
  package let text: TextStyle
  /// Maximum length of an item along the row in px.
  package let extent: Double
  /// Maximum size across the row in px.
  package let breadth: Double
  /// Whether the row is vertical.
  let isVertical: Bool

  /// The size of an item's cell in px.
  var size: (width: Double, height: Double) {
    let (along, across) = (extent.rounded(.up), breadth.rounded(.up))
    return isVertical ? (across, along) : (along, across)
  }
}
