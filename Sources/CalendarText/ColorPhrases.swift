import CalendarModel

/// A colour that an event can have, with its name.
package struct NamedColor: Hashable, Sendable {
  package let color: EventColor
  package let name: String

  package init(color: EventColor, name: String) {
    self.color = color
    self.name = name
  }
}

extension Phrases {
  /// The colours offered for events: first those around the colour wheel, then the muted ones.
  ///
  /// COLOR holds a CSS colour name (RFC 7986 5.9), so each colour has such a name. CSS Color Module Level 4,
  /// 6.1, defines the values.
  package var colors: [NamedColor] {
    let t = translator
    return [
      (0xDC143C, t.trc("colour", "Crimson")), (0xFF6347, t.trc("colour", "Tomato")),
      (0xFFA500, t.trc("colour", "Orange")), (0xFFD700, t.trc("colour", "Gold")),
      (0x9ACD32, t.trc("colour", "Lime green")), (0x2E8B57, t.trc("colour", "Sea green")),
      (0x20B2AA, t.trc("colour", "Turquoise")), (0x00BFFF, t.trc("colour", "Sky blue")),
      (0x4169E1, t.trc("colour", "Royal blue")), (0x6A5ACD, t.trc("colour", "Slate blue")),
      (0xBA55D3, t.trc("colour", "Orchid")), (0xFF69B4, t.trc("colour", "Pink")),
      (0xA0522D, t.trc("colour", "Sienna")), (0x708090, t.trc("colour", "Slate gray")),
    ].map { NamedColor(color: EventColor(rgb: $0), name: $1) }
  }

  /// The colours offered for calendars: those that calendars without a colour are assigned.
  package var calendarColors: [NamedColor] {
    let t = translator
    let names = [
      t.trc("colour", "Blue"), t.trc("colour", "Orange"), t.trc("colour", "Green"), t.trc("colour", "Purple"),
      t.trc("colour", "Yellow"), t.trc("colour", "Pink"), t.trc("colour", "Teal"), t.trc("colour", "Brown"),
      t.trc("colour", "Red"), t.trc("colour", "Gray"),
    ]
    return zip(CalendarColors.palette, names).map { NamedColor(color: $0, name: $1) }
  }
}
