import CalendarModel

/// Paints a short label, such as a number.
package struct TextItemPainter: PickerItemPainter {
  private let label: String

  package init(_ label: String) {
    self.label = label
  }

  /// Returns the width in px that the text has in the center of the picker.
  package func width(text: TextStyle) -> Double { layout(text).size.width }

  private func layout(_ text: TextStyle) -> TextLayout {
    let size = text.size * PickerItemStyle.textScale
    return TextLayout(label, style: text, size: size, weight: .semibold, hasTabularFigures: true)
  }

  package func paint(in style: PickerItemStyle, on canvas: Canvas) {
    let size = style.text.size * PickerItemStyle.textScale
    let layout = layout(style.text)
    // Text that is too long for the wheel is scaled down, because it must not be truncated.
    let scale = min(1, (style.breadth - 12) / max(1, layout.size.width))
    canvas.scaled(scale) {
      // Centers the digits, rather than the line box. Digits are about 0.7 em high.
      canvas.draw(
        layout, x: -layout.size.width / 2, y: 0.35 * size - layout.baseline, style.palette.foreground)
    }
  }
}

/// Paints an emoji.
package struct IconItemPainter: PickerItemPainter {
  private let icon: Character

  package init(_ icon: Character) {
    self.icon = icon
  }

  package func paint(in style: PickerItemStyle, on canvas: Canvas) {
    let layout = TextLayout(String(icon), style: style.text, size: style.itemExtent * 0.5)
    let (width, height) = layout.size
    canvas.draw(layout, x: -width / 2, y: -height / 2, style.palette.foreground)
  }
}

/// Paints a filled circle in a color.
package struct ColorItemPainter: PickerItemPainter {
  private let color: EventColor?
  private let isInherited: Bool

  /// Creates a painter for a color; nil stands for the accent color.
  ///
  /// - Parameter isInherited: whether the color is that of the calendar rather than the event's own. It is
  ///   then painted as a ring around a dot.
  package init(_ color: EventColor?, isInherited: Bool = false) {
    self.color = color
    self.isInherited = isInherited
  }

  package func paint(in style: PickerItemStyle, on canvas: Canvas) {
    let radius = style.itemExtent * 0.29
    // The edge has the color of a block's stripe, so that a white circle is visible on a white background.
    let tint = EventTint(color, palette: style.palette)
    let fullColor = color.map { PaintColor($0) } ?? style.palette.accent
    if isInherited {
      canvas.strokeCircle(radius: radius - 2, width: 4, tint.mark)
      canvas.fillCircle(x: 0, y: 0, radius: radius * 0.4, tint.mark)
    } else {
      canvas.fillCircle(x: 0, y: 0, radius: radius, tint.mark)
      canvas.fillCircle(x: 0, y: 0, radius: radius - 1, fullColor)
    }
  }
}

/// Paints the item that stands for no choice, as a crossed-out circle.
package struct NoneItemPainter: PickerItemPainter {
  package init() {}

  package func paint(in style: PickerItemStyle, on canvas: Canvas) {
    let radius = style.itemExtent * 0.21
    let reach = radius * 0.7
    canvas.strokeCircle(radius: radius, width: 2, style.palette.dimForeground)
    canvas.stroke([(-reach, reach), (reach, -reach)], width: 2, style.palette.dimForeground)
  }
}
