import CalendarModel

extension Phrases {
  /// Returns the name of a colour that CSS names, such as "Dodger blue"; nil for any other colour.
  ///
  /// Other programs write the CSS names into COLOR (RFC 7986 5.9). The names here describe what a colour
  /// looks like, unlike those of CSS, in which "darkgray" is lighter than "gray".
  package func name(of color: EventColor) -> String? {
    (colors.first { $0.color == color } ?? otherColors.first { $0.color == color })?.name
  }

  /// The colours of CSS Color Module Level 4, 6.1, that are not among `colors`.
  private var otherColors: [NamedColor] {
    let t = translator
    let names: [(UInt32, String)] = [
      (0xF0F8FF, t.trc("colour", "Alice blue")), (0xFAEBD7, t.trc("colour", "Antique white")),
      (0x7FFFD4, t.trc("colour", "Aquamarine")), (0xF0FFFF, t.trc("colour", "Azure white")),
      (0xF5F5DC, t.trc("colour", "Beige")), (0xFFE4C4, t.trc("colour", "Bisque")),
      (0x000000, t.trc("colour", "Black")), (0xFFEBCD, t.trc("colour", "Almond")),
      (0x0000FF, t.trc("colour", "Blue")), (0x8A2BE2, t.trc("colour", "Blue violet")),
      (0xA52A2A, t.trc("colour", "Red brown")), (0xDEB887, t.trc("colour", "Light wood")),
      (0x5F9EA0, t.trc("colour", "Cadet blue")), (0x7FFF00, t.trc("colour", "Chartreuse")),
      (0xD2691E, t.trc("colour", "Chocolate")), (0xFF7F50, t.trc("colour", "Coral")),
      (0x6495ED, t.trc("colour", "Cornflower blue")), (0xFFF8DC, t.trc("colour", "Corn silk")),
      (0x00FFFF, t.trc("colour", "Cyan")), (0x00008B, t.trc("colour", "Dark blue")),
      (0x008B8B, t.trc("colour", "Dark cyan")), (0xB8860B, t.trc("colour", "Dark gold")),
      (0xA9A9A9, t.trc("colour", "Medium gray")), (0x006400, t.trc("colour", "Dark green")),
      (0xBDB76B, t.trc("colour", "Dark khaki")), (0x8B008B, t.trc("colour", "Dark magenta")),
      (0x556B2F, t.trc("colour", "Dark olive green")), (0xFF8C00, t.trc("colour", "Dark orange")),
      (0x9932CC, t.trc("colour", "Dark orchid")), (0x8B0000, t.trc("colour", "Dark red")),
      (0xE9967A, t.trc("colour", "Dark salmon")), (0x8FBC8F, t.trc("colour", "Gray green")),
      (0x483D8B, t.trc("colour", "Dark slate blue")), (0x2F4F4F, t.trc("colour", "Dark slate gray")),
      (0x00CED1, t.trc("colour", "Dark turquoise")), (0x9400D3, t.trc("colour", "Dark violet")),
      (0xFF1493, t.trc("colour", "Deep pink")), (0x696969, t.trc("colour", "Dark gray")),
      (0x1E90FF, t.trc("colour", "Dodger blue")), (0xB22222, t.trc("colour", "Brick red")),
      (0xFFFAF0, t.trc("colour", "Floral white")), (0x228B22, t.trc("colour", "Forest green")),
      (0xDCDCDC, t.trc("colour", "Pale gray")), (0xF8F8FF, t.trc("colour", "Ghost white")),
      (0xDAA520, t.trc("colour", "Golden yellow")), (0x808080, t.trc("colour", "Gray")),
      (0x008000, t.trc("colour", "Green")), (0xADFF2F, t.trc("colour", "Green yellow")),
      (0xF0FFF0, t.trc("colour", "Honeydew")), (0xCD5C5C, t.trc("colour", "Indian red")),
      (0x4B0082, t.trc("colour", "Indigo")), (0xFFFFF0, t.trc("colour", "Ivory")),
      (0xF0E68C, t.trc("colour", "Khaki")), (0xE6E6FA, t.trc("colour", "Lavender")),
      (0xFFF0F5, t.trc("colour", "Lavender blush")), (0x7CFC00, t.trc("colour", "Lawn green")),
      (0xFFFACD, t.trc("colour", "Lemon cream")), (0xADD8E6, t.trc("colour", "Light blue")),
      (0xF08080, t.trc("colour", "Light coral")), (0xE0FFFF, t.trc("colour", "Light cyan")),
      (0xFAFAD2, t.trc("colour", "Light golden yellow")), (0xD3D3D3, t.trc("colour", "Light gray")),
      (0x90EE90, t.trc("colour", "Light green")), (0xFFB6C1, t.trc("colour", "Light pink")),
      (0xFFA07A, t.trc("colour", "Light salmon")), (0x87CEFA, t.trc("colour", "Light sky blue")),
      (0x778899, t.trc("colour", "Light slate gray")), (0xB0C4DE, t.trc("colour", "Light steel blue")),
      (0xFFFFE0, t.trc("colour", "Light yellow")), (0x00FF00, t.trc("colour", "Bright green")),
      (0x32CD32, t.trc("colour", "Grass green")), (0xFAF0E6, t.trc("colour", "Linen")),
      (0xFF00FF, t.trc("colour", "Magenta")), (0x800000, t.trc("colour", "Maroon")),
      (0x66CDAA, t.trc("colour", "Medium aquamarine")), (0x0000CD, t.trc("colour", "Medium blue")),
      (0x9370DB, t.trc("colour", "Medium purple")), (0x3CB371, t.trc("colour", "Medium sea green")),
      (0x7B68EE, t.trc("colour", "Medium slate blue")), (0x00FA9A, t.trc("colour", "Medium spring green")),
      (0x48D1CC, t.trc("colour", "Medium turquoise")), (0xC71585, t.trc("colour", "Violet red")),
      (0x191970, t.trc("colour", "Midnight blue")), (0xF5FFFA, t.trc("colour", "Mint cream")),
      (0xFFE4E1, t.trc("colour", "Misty rose")), (0xFFE4B5, t.trc("colour", "Moccasin")),
      (0xFFDEAD, t.trc("colour", "Navajo white")), (0x000080, t.trc("colour", "Navy blue")),
      (0xFDF5E6, t.trc("colour", "Old lace")), (0x808000, t.trc("colour", "Olive")),
      (0x6B8E23, t.trc("colour", "Olive green")), (0xFF4500, t.trc("colour", "Orange red")),
      (0xDA70D6, t.trc("colour", "Light orchid")), (0xEEE8AA, t.trc("colour", "Pale gold")),
      (0x98FB98, t.trc("colour", "Pale green")), (0xAFEEEE, t.trc("colour", "Pale turquoise")),
      (0xDB7093, t.trc("colour", "Pale violet red")), (0xFFEFD5, t.trc("colour", "Papaya cream")),
      (0xFFDAB9, t.trc("colour", "Peach")), (0xCD853F, t.trc("colour", "Light brown")),
      (0xFFC0CB, t.trc("colour", "Pale pink")), (0xDDA0DD, t.trc("colour", "Plum")),
      (0xB0E0E6, t.trc("colour", "Powder blue")), (0x800080, t.trc("colour", "Purple")),
      (0x663399, t.trc("colour", "Rebecca purple")), (0xFF0000, t.trc("colour", "Red")),
      (0xBC8F8F, t.trc("colour", "Rosy brown")), (0x8B4513, t.trc("colour", "Saddle brown")),
      (0xFA8072, t.trc("colour", "Salmon")), (0xF4A460, t.trc("colour", "Sandy brown")),
      (0xFFF5EE, t.trc("colour", "Seashell")), (0xC0C0C0, t.trc("colour", "Silver")),
      (0x87CEEB, t.trc("colour", "Pale sky blue")), (0xFFFAFA, t.trc("colour", "Snow white")),
      (0x00FF7F, t.trc("colour", "Spring green")), (0x4682B4, t.trc("colour", "Steel blue")),
      (0xD2B48C, t.trc("colour", "Tan")), (0x008080, t.trc("colour", "Teal")),
      (0xD8BFD8, t.trc("colour", "Thistle")), (0x40E0D0, t.trc("colour", "Bright turquoise")),
      (0xEE82EE, t.trc("colour", "Violet")), (0xF5DEB3, t.trc("colour", "Wheat")),
      (0xFFFFFF, t.trc("colour", "White")), (0xF5F5F5, t.trc("colour", "White smoke")),
      (0xFFFF00, t.trc("colour", "Yellow")),
    ]
    return names.map { NamedColor(color: EventColor(rgb: $0), name: $1) }
  }
}
