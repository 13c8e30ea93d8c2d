import CalendarModel

/// Paints a calendar as a dot in its color, with its name below the dot on one or two lines.
package struct CalendarItemPainter: PickerItemPainter {
  private let name: String
  private let color: EventColor?

  /// The size of the name in the center of the picker, as a multiple of the text size.
  private static let textScale = 1.05
  /// The radius of the dot, the gap between the dot and the name, and the padding around both, as multiples of
  /// the text size.
  private static let (radius, gap, padding) = (0.44, 0.1, 0.5)
  /// The maximum length of an item, as a multiple of the text size.
  private static let maximumLength = 7.0
  /// The minimum size of a name whose words do not fit otherwise, as a fraction of its normal size.
  private static let minimumScale = 0.65
  /// The total width in px of the margins beside a name, which separate it from the next one.
  private static let margins = 12.0

  /// Creates a painter for a calendar with the given name and color; nil stands for the accent color.
  package init(_ name: String, color: EventColor?) {
    (self.name, self.color) = (name, color)
  }

  /// Returns the size in px that the item has in the center of the picker, along the row and across it.
  package func size(text: TextStyle) -> (along: Double, across: Double) {
    let along = min(layout(text).size.width + Self.margins, Self.maximumLength * text.size).rounded(.up)
    let name = layout(text).fit(width: along - Self.margins, lines: 2)
    return (along, (height(name, text) + 2 * Self.padding * text.size).rounded(.up))
  }

  /// Returns the total height in px of the dot and the name.
  private func height(_ name: TextLayout, _ text: TextStyle) -> Double {
    (2 * Self.radius + Self.gap) * text.size + name.size.height
  }

  private func layout(_ text: TextStyle) -> TextLayout { layout(name, text, scale: 1) }

  /// Returns a layout in which the longest word fits into a width in px. The name is made smaller if necessary,
  /// unless it would be too small to read.
  private func layout(_ text: TextStyle, fittingWordsTo width: Double) -> TextLayout {
    let wordWidths = name.split(separator: " ").map { layout(String($0), text, scale: 1).size.width }
    let widestWord = wordWidths.max() ?? 0
    guard widestWord > width else { return layout(text) }
    // Glyphs of a smaller font may be slightly wider in proportion.
    let scale = 0.98 * width / widestWord
    return layout(name, text, scale: scale < Self.minimumScale ? 1 : scale)
  }

  private func layout(_ name: String, _ text: TextStyle, scale: Double) -> TextLayout {
    TextLayout(name, style: text, size: text.size * Self.textScale * scale, weight: .semibold)
  }

  package func paint(in style: PickerItemStyle, on canvas: Canvas) {
    let (size, tint) = (style.text.size, EventTint(color, palette: style.palette))
    let width = style.itemExtent - Self.margins
    let name = layout(style.text, fittingWordsTo: width).fit(width: width, lines: 2).centered()
    let height = height(name, style.text)
    let (dotY, radius) = (Self.radius * size - height / 2, Self.radius * size)
    canvas.fillCircle(x: 0, y: dotY, radius: radius, tint.mark)
    canvas.fillCircle(
      x: 0, y: dotY, radius: radius - 1, color.map { PaintColor($0) } ?? style.palette.accent)
    canvas.draw(name, x: -width / 2, y: height / 2 - name.size.height, style.palette.foreground)
  }
}
