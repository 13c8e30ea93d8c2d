import CalendarModel

/// How a picker's item looks. It is painted around the canvas's origin, as large as it is in the centre; the picker
/// moves it to its place, makes it smaller beside the centre and lets it fade.
public protocol PickerFace: Sendable {
  /// Paints the item.
  func paint(in look: PickerLook, on canvas: Canvas)
}

/// What the faces of a picker have in common.
public struct PickerLook: Hashable, Sendable {
  /// The colours.
  public let palette: Palette
  /// The text's face and its usual size.
  public let text: TextStyle
  /// px that an item may take along the row.
  public let extent: Double
  /// px that it may take across the row.
  public let breadth: Double
  /// Whether the items are below each other.
  let isVertical: Bool

  /// px of an item's place.
  var size: (width: Double, height: Double) {
    let (along, across) = (extent.rounded(.up), breadth.rounded(.up))
    return isVertical ? (across, along) : (along, across)
  }
}

/// A few words or figures.
public struct TextFace: PickerFace {
  private let label: String

  /// That text.
  public init(_ label: String) {
    self.label = label
  }

  /// px that it takes in the centre.
  public func width(text: TextStyle) -> Double { layout(text).size.width }

  private func layout(_ text: TextStyle) -> TextLayout {
    let size = text.size * PickerLook.textScale
    return TextLayout(label, style: text, size: size, weight: .semibold, hasTabularFigures: true)
  }

  /// Paints it.
  public func paint(in look: PickerLook, on canvas: Canvas) {
    let size = look.text.size * PickerLook.textScale
    let layout = layout(look.text)
    // A text that is too long for the wheel becomes smaller, for it must not be cut.
    let share = min(1, (look.breadth - 12) / max(1, layout.size.width))
    canvas.scaled(share) {
      // Figures are about 0.7 em high: their middle, not the line's, is put there.
      canvas.show(
        layout, x: -layout.size.width / 2, y: 0.35 * size - layout.baseline, look.palette.foreground)
    }
  }
}

/// An emoji.
public struct IconFace: PickerFace {
  private let icon: Character

  /// That emoji.
  public init(_ icon: Character) {
    self.icon = icon
  }

  /// Paints it.
  public func paint(in look: PickerLook, on canvas: Canvas) {
    let layout = TextLayout(String(icon), style: look.text, size: look.extent * 0.5)
    let (width, height) = layout.size
    canvas.show(layout, x: -width / 2, y: -height / 2, look.palette.foreground)
  }
}

/// A filled circle of a colour.
public struct ColorFace: PickerFace {
  private let color: EventColor?
  private let isInherited: Bool

  /// A colour, or the accent where there is none.
  ///
  /// - Parameter isInherited: whether it is the calendar's and not of the event's own choice: it is then a ring.
  public init(_ color: EventColor?, isInherited: Bool = false) {
    self.color = color
    self.isInherited = isInherited
  }

  /// Paints it.
  public func paint(in look: PickerLook, on canvas: Canvas) {
    let radius = look.extent * 0.29
    // A bar's colour: a white one on a white sheet still has an edge.
    let tint = EventTint(color, palette: look.palette)
    let own = color.map { PaintColor($0) } ?? look.palette.accent
    if isInherited {
      canvas.strokeCircle(radius: radius - 2, width: 4, tint.bar)
      canvas.fillCircle(x: 0, y: 0, radius: radius * 0.4, tint.bar)
    } else {
      canvas.fillCircle(x: 0, y: 0, radius: radius, tint.bar)
      canvas.fillCircle(x: 0, y: 0, radius: radius - 1, own)
    }
  }
}

/// No item at all: an empty circle, crossed out.
public struct NothingFace: PickerFace {
  /// It.
  public init() {}

  /// Paints it.
  public func paint(in look: PickerLook, on canvas: Canvas) {
    let radius = look.extent * 0.21
    let reach = radius * 0.7
    canvas.strokeCircle(radius: radius, width: 2, look.palette.dimForeground)
    canvas.stroke([(-reach, reach), (reach, -reach)], width: 2, look.palette.dimForeground)
  }
}
