import CalendarModel
import ICalendar

/// Colours as written in calendars.
extension EventColor {
  /// Reads a CSS3 colour name in any case, as in COLOR (RFC 7986 5.9), or `#rrggbb` or `#rrggbbaa`, as in
  /// X-APPLE-CALENDAR-COLOR. Alpha is ignored.
  init?(value: ArraySlice<UInt8>) {
    let value = TimeValue.trimmed(value)
    if value.first == 0x23 {
      let digits = value.dropFirst()
      guard digits.count == 6 || digits.count == 8,
        digits.allSatisfy({ $0 < 0x80 && $0 != 0x2B && $0 != 0x2D }),
        let number = UInt32(String(decoding: digits.prefix(6), as: UTF8.self), radix: 16)
      else { return nil }
      self.init(rgb: number)
      return
    }
    guard value.count <= 32, let number = CSSColors.named[String(decoding: value, as: UTF8.self).lowercased()]
    else { return nil }
    self.init(rgb: number)
  }

  /// Creates a colour from one byte each for red (the most significant), green and blue.
  private init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255)
  }

  /// Creates the colour with a CSS name, in any case; nil if there is none.
  package init?(cssName: String) {
    guard let number = CSSColors.named[cssName.lowercased()] else { return nil }
    self.init(rgb: number)
  }

  /// The CSS name, which is how a file stores the colour; the first alphabetically if there are several. Nil
  /// if it has none.
  package var cssName: String? {
    let parts = [red, green, blue].map { UInt32(($0 * 255).rounded()) }
    return CSSColors.names[parts[0] << 16 | parts[1] << 8 | parts[2]]
  }
}
