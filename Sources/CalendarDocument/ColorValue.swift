import CalendarModel
import ICalendar

/// Colours as calendars write them.
extension EventColor {
  /// A CSS3 name in any case, as COLOR has it (RFC 7986 5.9), or `#rrggbb` and `#rrggbbaa`, as
  /// X-APPLE-CALENDAR-COLOR has it. Transparency is passed over.
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

  /// Red, green and blue in a byte each, red highest.
  private init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255)
  }

  /// The colour of a name of CSS, in any case; nil if there is none of that name.
  package init?(cssName: String) {
    guard let number = CSSColors.named[cssName.lowercased()] else { return nil }
    self.init(rgb: number)
  }

  /// Its name in CSS, which is how a file says it; of several the first by letters. Nil if it has none.
  package var cssName: String? {
    let parts = [red, green, blue].map { UInt32(($0 * 255).rounded()) }
    return CSSColors.names[parts[0] << 16 | parts[1] << 8 | parts[2]]
  }
}
