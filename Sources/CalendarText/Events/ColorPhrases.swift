import CalendarModel

/// A color that an event can have, with its name.
package struct NamedColor: Hashable, Sendable {
  package let color: EventColor
  package let name: String

  package init(color: EventColor, name: String) {
    self.color = color
    self.name = name
  }
}

extension Phrases {
  /// The colors offered for events: first those around the color wheel, then the muted ones.
  ///
  /// COLOR contains a CSS color name (RFC 7986 5.9), so each of these colors has a CSS name. CSS Color Module
  /// Level 4, 6.1, defines the values.
  package var eventColors: [NamedColor] {
    let t = translator
    return [
      (0xDC143C, t.trc("color", "Crimson")), (0xFF6347, t.trc("color", "Tomato")),
      (0xFFA500, t.trc("color", "Orange")), (0xFFD700, t.trc("color", "Gold")),
      (0x9ACD32, t.trc("color", "Lime green")), (0x2E8B57, t.trc("color", "Sea green")),
      (0x20B2AA, t.trc("color", "Turquoise")), (0x00BFFF, t.trc("color", "Sky blue")),
      (0x4169E1, t.trc("color", "Royal blue")), (0x6A5ACD, t.trc("color", "Slate blue")),
      (0xBA55D3, t.trc("color", "Orchid")), (0xFF69B4, t.trc("color", "Pink")),
      (0xA0522D, t.trc("color", "Sienna")), (0x708090, t.trc("color", "Slate gray")),
    ].map { NamedColor(color: EventColor(rgb: $0), name: $1) }
  }

  /// The colors offered for calendars, which are also assigned to calendars without a color.
  package var calendarColors: [NamedColor] {
    let t = translator
    let names = [
      t.trc("color", "Blue"), t.trc("color", "Orange"), t.trc("color", "Green"), t.trc("color", "Purple"),
      t.trc("color", "Yellow"), t.trc("color", "Pink"), t.trc("color", "Teal"), t.trc("color", "Brown"),
      t.trc("color", "Red"), t.trc("color", "Gray"),
    ]
    return zip(CalendarColors.palette, names).map { NamedColor(color: $0, name: $1) }
  }
}
