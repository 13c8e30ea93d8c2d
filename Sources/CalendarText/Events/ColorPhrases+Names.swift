import CalendarModel

extension Phrases {
  /// Returns the name of a color that CSS names, such as "Dodger blue"; nil for any other color.
  ///
  /// Other programs write the CSS names into COLOR (RFC 7986 5.9). The names here describe what a color looks
  /// like. The CSS names do not always: the color "darkgray" is lighter than "gray".
  package func name(of color: EventColor) -> String? {
    (eventColors.first { $0.color == color } ?? otherColors.first { $0.color == color })?.name
  }

  /// The colors of CSS Color Module Level 4, 6.1, that are not among `eventColors`.
  private var otherColors: [NamedColor] {
    let t = translator
    let names: [(UInt32, String)] = [
      (0xF0F8FF, t.trc("color", "Alice blue")), (0xFAEBD7, t.trc("color", "Antique white")),
      (0x7FFFD4, t.trc("color", "Aquamarine")), (0xF0FFFF, t.trc("color", "Azure white")),
      (0xF5F5DC, t.trc("color", "Beige")), (0xFFE4C4, t.trc("color", "Bisque")),
      (0x000000, t.trc("color", "Black")), (0xFFEBCD, t.trc("color", "Almond")),
      (0x0000FF, t.trc("color", "Blue")), (0x8A2BE2, t.trc("color", "Blue violet")),
      (0xA52A2A, t.trc("color", "Red brown")), (0xDEB887, t.trc("color", "Light wood")),
      (0x5F9EA0, t.trc("color", "Cadet blue")), (0x7FFF00, t.trc("color", "Chartreuse")),
      (0xD2691E, t.trc("color", "Chocolate")), (0xFF7F50, t.trc("color", "Coral")),
      (0x6495ED, t.trc("color", "Cornflower blue")), (0xFFF8DC, t.trc("color", "Cornsilk")),
      (0x00FFFF, t.trc("color", "Cyan")), (0x00008B, t.trc("color", "Dark blue")),
      (0x008B8B, t.trc("color", "Dark cyan")), (0xB8860B, t.trc("color", "Dark gold")),
      (0xA9A9A9, t.trc("color", "Medium gray")), (0x006400, t.trc("color", "Dark green")),
      (0xBDB76B, t.trc("color", "Dark khaki")), (0x8B008B, t.trc("color", "Dark magenta")),
      (0x556B2F, t.trc("color", "Dark olive green")), (0xFF8C00, t.trc("color", "Dark orange")),
      (0x9932CC, t.trc("color", "Dark orchid")), (0x8B0000, t.trc("color", "Dark red")),
      (0xE9967A, t.trc("color", "Dark salmon")), (0x8FBC8F, t.trc("color", "Gray green")),
      (0x483D8B, t.trc("color", "Dark slate blue")), (0x2F4F4F, t.trc("color", "Dark slate gray")),
      (0x00CED1, t.trc("color", "Dark turquoise")), (0x9400D3, t.trc("color", "Dark violet")),
      (0xFF1493, t.trc("color", "Deep pink")), (0x696969, t.trc("color", "Dark gray")),
      (0x1E90FF, t.trc("color", "Dodger blue")), (0xB22222, t.trc("color", "Brick red")),
      (0xFFFAF0, t.trc("color", "Floral white")), (0x228B22, t.trc("color", "Forest green")),
      (0xDCDCDC, t.trc("color", "Pale gray")), (0xF8F8FF, t.trc("color", "Ghost white")),
      (0xDAA520, t.trc("color", "Golden yellow")), (0x808080, t.trc("color", "Gray")),
      (0x008000, t.trc("color", "Green")), (0xADFF2F, t.trc("color", "Green yellow")),
      (0xF0FFF0, t.trc("color", "Honeydew")), (0xCD5C5C, t.trc("color", "Indian red")),
      (0x4B0082, t.trc("color", "Indigo")), (0xFFFFF0, t.trc("color", "Ivory")),
      (0xF0E68C, t.trc("color", "Khaki")), (0xE6E6FA, t.trc("color", "Lavender")),
      (0xFFF0F5, t.trc("color", "Lavender blush")), (0x7CFC00, t.trc("color", "Lawn green")),
      (0xFFFACD, t.trc("color", "Lemon cream")), (0xADD8E6, t.trc("color", "Light blue")),
      (0xF08080, t.trc("color", "Light coral")), (0xE0FFFF, t.trc("color", "Light cyan")),
      (0xFAFAD2, t.trc("color", "Light golden yellow")), (0xD3D3D3, t.trc("color", "Light gray")),
      (0x90EE90, t.trc("color", "Light green")), (0xFFB6C1, t.trc("color", "Light pink")),
      (0xFFA07A, t.trc("color", "Light salmon")), (0x87CEFA, t.trc("color", "Light sky blue")),
      (0x778899, t.trc("color", "Light slate gray")), (0xB0C4DE, t.trc("color", "Light steel blue")),
      (0xFFFFE0, t.trc("color", "Light yellow")), (0x00FF00, t.trc("color", "Bright green")),
      (0x32CD32, t.trc("color", "Grass green")), (0xFAF0E6, t.trc("color", "Linen")),
      (0xFF00FF, t.trc("color", "Magenta")), (0x800000, t.trc("color", "Maroon")),
      (0x66CDAA, t.trc("color", "Medium aquamarine")), (0x0000CD, t.trc("color", "Medium blue")),
      (0x9370DB, t.trc("color", "Medium purple")), (0x3CB371, t.trc("color", "Medium sea green")),
      (0x7B68EE, t.trc("color", "Medium slate blue")), (0x00FA9A, t.trc("color", "Medium spring green")),
      (0x48D1CC, t.trc("color", "Medium turquoise")), (0xC71585, t.trc("color", "Violet red")),
      (0x191970, t.trc("color", "Midnight blue")), (0xF5FFFA, t.trc("color", "Mint cream")),
      (0xFFE4E1, t.trc("color", "Misty rose")), (0xFFE4B5, t.trc("color", "Moccasin")),
      (0xFFDEAD, t.trc("color", "Navajo white")), (0x000080, t.trc("color", "Navy blue")),
      (0xFDF5E6, t.trc("color", "Old lace")), (0x808000, t.trc("color", "Olive")),
      (0x6B8E23, t.trc("color", "Olive green")), (0xFF4500, t.trc("color", "Orange red")),
      (0xDA70D6, t.trc("color", "Light orchid")), (0xEEE8AA, t.trc("color", "Pale gold")),
      (0x98FB98, t.trc("color", "Pale green")), (0xAFEEEE, t.trc("color", "Pale turquoise")),
      (0xDB7093, t.trc("color", "Pale violet red")), (0xFFEFD5, t.trc("color", "Papaya cream")),
      (0xFFDAB9, t.trc("color", "Peach")), (0xCD853F, t.trc("color", "Light brown")),
      (0xFFC0CB, t.trc("color", "Pale pink")), (0xDDA0DD, t.trc("color", "Plum")),
      (0xB0E0E6, t.trc("color", "Powder blue")), (0x800080, t.trc("color", "Purple")),
      (0x663399, t.trc("color", "Rebecca purple")), (0xFF0000, t.trc("color", "Red")),
      (0xBC8F8F, t.trc("color", "Rosy brown")), (0x8B4513, t.trc("color", "Saddle brown")),
      (0xFA8072, t.trc("color", "Salmon")), (0xF4A460, t.trc("color", "Sandy brown")),
      (0xFFF5EE, t.trc("color", "Seashell")), (0xC0C0C0, t.trc("color", "Silver")),
      (0x87CEEB, t.trc("color", "Pale sky blue")), (0xFFFAFA, t.trc("color", "Snow white")),
      (0x00FF7F, t.trc("color", "Spring green")), (0x4682B4, t.trc("color", "Steel blue")),
      (0xD2B48C, t.trc("color", "Tan")), (0x008080, t.trc("color", "Teal")),
      (0xD8BFD8, t.trc("color", "Thistle")), (0x40E0D0, t.trc("color", "Bright turquoise")),
      (0xEE82EE, t.trc("color", "Violet")), (0xF5DEB3, t.trc("color", "Wheat")),
      (0xFFFFFF, t.trc("color", "White")), (0xF5F5F5, t.trc("color", "White smoke")),
      (0xFFFF00, t.trc("color", "Yellow")),
    ]
    return names.map { NamedColor(color: EventColor(rgb: $0), name: $1) }
  }
}
