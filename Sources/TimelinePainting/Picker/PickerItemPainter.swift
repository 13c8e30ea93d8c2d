import CalendarModel

/// Paints a picker item centered on the origin, at the size that it has in the center of the picker. The
/// picker moves, shrinks and fades the item.
package protocol PickerItemPainter: Sendable {
  func paint(in style: PickerItemStyle, on canvas: Canvas)
}

/// The common appearance of the items of a picker.
package struct PickerItemStyle: Hashable, Sendable {
  package let palette: Palette
  /// The text style at its normal size.
  package let text: TextStyle
  /// The maximum size of an item along the row, in px.
  package let itemExtent: Double
  /// The maximum size of an item across the row, in px.
  package let breadth: Double
  /// Whether the items are arranged vertically, as in a wheel.
  let isVertical: Bool

  /// The size of an item's cell in px.
  var size: (width: Double, height: Double) {
    let (along, across) = (itemExtent.rounded(.up), breadth.rounded(.up))
    return isVertical ? (across, along) : (along, across)
  }
}
