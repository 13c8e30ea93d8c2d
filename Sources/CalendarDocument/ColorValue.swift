import CalendarModel
import ICalendar

/// The form in which colors are written in calendars.
extension EventColor {
  /// Reads a CSS3 color name in upper or lower case, as in COLOR (RFC 7986 5.9), or a value of the form
  /// `#rrggbb` or `#rrggbbaa`, as in X-APPLE-CALENDAR-COLOR. Alpha is ignored.
  init?(value: ArraySlice<UInt8>) {
    let value = TimeValue.trimmed(value)
    if value.first == 0x23 {
      let digits = value.dropFirst()
      guard digits.count == 6 || digits.count == 8,
        digits.allSatisfy({ $0 < 0x80 && $0 != 0x2B && $0 != 0x2D }),
        let rgb = UInt32(String(decoding: digits.prefix(6), as: UTF8.self), radix: 16)
      else { return nil }
      self.init(rgb: rgb)
      return
    }
    guard value.count <= 32,
      let rgb = CSSColors.valuesByName[String(decoding: value, as: UTF8.self).lowercased()]
    else { return nil }
    self.init(rgb: rgb)
  }

  /// Creates the color with the given CSS name, ignoring case. Returns nil if no color has that name.
  package init?(cssName: String) {
    guard let rgb = CSSColors.valuesByName[cssName.lowercased()] else { return nil }
    self.init(rgb: rgb)
  }

  /// The CSS name of the color, as stored in files, or nil if it has none. If there are several, this is the
  /// first in alphabetical order.
  package var cssName: String? { CSSColors.namesByValue[rgb] }
}
