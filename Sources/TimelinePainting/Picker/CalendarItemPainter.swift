import CalendarModel

/// Paints a calendar: a dot of its colour, with its name below on one or two lines.
package struct CalendarItemPainter: PickerItemPainter {
  private let name: String
  private let color: EventColor?

  /// Size of the name in the centre, as a factor of the text size.
  private static let textScale = 1.05
  /// Radius of the dot, space between it and the name, and space around both, as factors of the text size.
  private static let (radius, between, around) = (0.44, 0.1, 0.5)
  /// Maximum length of an item, as a factor of the text size.
  private static let longest = 7.0
  /// px beside a name, so that the next one is recognized as separate.
  private static let margins = 12.0

  /// A calendar with that name and colour; nil stands for the accent colour.
  package init(_ name: String, color: EventColor?) {
    (self.name, self.color) = (name, color)
  }

  /// Its size in the centre in px, along the row and across it.
  package func size(text: TextStyle) -> (along: Double, across: Double) {
    let along = min(layout(text).size.width + Self.margins, Self.longest * text.size).rounded(.up)
    let name = layout(text).fit(width: along - Self.margins, lines: 2)
    return (along, (height(name, text) + 2 * Self.around * text.size).rounded(.up))
  }

  /// Height of the dot and the name in px.
  private func height(_ name: TextLayout, _ text: TextStyle) -> Double {
    (2 * Self.radius + Self.between) * text.size + name.size.height
  }

  private func layout(_ text: TextStyle) -> TextLayout {
    TextLayout(name, style: text, size: text.size * Self.textScale, weight: .semibold)
  }

  package func paint(in look: PickerLook, on canvas: Canvas) {
    let (size, tint) = (look.text.size, EventTint(color, palette: look.palette))
    let width = look.extent - Self.margins
    let name = layout(look.text).fit(width: width, lines: 2).centred()
    let height = height(name, look.text)
    let (middle, radius) = (Self.radius * size - height / 2, Self.radius * size)
    canvas.fillCircle(x: 0, y: middle, radius: radius, tint.bar)
    canvas.fillCircle(
      x: 0, y: middle, radius: radius - 1, color.map { PaintColor($0) } ?? look.palette.accent)
    canvas.draw(name, x: -width / 2, y: height / 2 - name.size.height, look.palette.foreground)
  }
}
