/// The colors assigned to calendars that have none of their own. Each calendar is assigned a color from a
/// palette and keeps it across runs of the program; no file is changed.
///
/// A calendar is assigned the color that the fewest open calendars have. If there are several such colors,
/// the calendar is assigned the one that is kept for the fewest calendars. New colors therefore repeat only
/// when every color of the palette is in use.
package struct CalendarColors: Hashable, Sendable {
  /// An open calendar.
  package struct Calendar: Hashable, Sendable {
    package let id: CalendarID
    /// The color in its own files; nil if they have none.
    package let ownColor: EventColor?
    /// Whether the calendar has been read, so that `ownColor` is known.
    package var isLoaded: Bool

    package init(id: CalendarID, ownColor: EventColor?, isLoaded: Bool = true) {
      (self.id, self.ownColor, self.isLoaded) = (id, ownColor, isLoaded)
    }
  }

  private struct Entry: Hashable, Sendable {
    let calendar: CalendarID
    let color: EventColor
  }

  /// The colors in the order in which they are assigned. Successive colors differ in hue, and color-blind
  /// people can tell at least the first few apart.
  package static let palette: [EventColor] = [
    0x3584E4, 0xE66100, 0x26A269, 0x9141AC, 0xE5A50A, 0xD56199, 0x2190A4, 0x865E3C, 0xC01C28, 0x6F8396,
  ].map { EventColor(rgb: $0) }

  /// The maximum number of calendars whose colors are kept, unless more are open.
  package static let maximumEntryCount = 200

  /// The assigned colors. Those of the most recently opened calendars are at the end.
  private var keptColors: [Entry] = []

  package init() {}

  /// Restores the colors from `settings`. Entries that cannot be read are left out.
  package init(settings: [String]) {
    for line in settings {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let color = EventColor(hex: parts[0]) else { continue }
      keptColors.append(Entry(calendar: CalendarID(String(parts[1])), color: color))
    }
  }

  /// The assigned colors as strings for the settings: each consists of `#rrggbb`, a space and the calendar's
  /// key.
  package var settings: [String] { keptColors.map { "\($0.color.hex) \($0.calendar.key)" } }

  /// The color assigned to a calendar.
  package subscript(calendar: CalendarID) -> EventColor? {
    keptColors.last { $0.calendar == calendar }?.color
  }

  /// Assigns colors to open calendars that have none of their own.
  ///
  /// A color that is already assigned is kept, unless another open calendar has a similar color and the
  /// palette contains a color that no open calendar has.
  package mutating func assign(to calendars: [Calendar]) {
    let colorless = calendars.filter { $0.ownColor == nil }
    var usedColors = calendars.compactMap(\.ownColor)
    let openColors = usedColors + colorless.compactMap { self[$0.id] }
    let hasFreeColor = CalendarColors.palette.contains { color in
      !openColors.contains(where: color.isSimilar)
    }
    var assignedColors: [CalendarID: EventColor] = [:]
    for calendar in colorless {
      guard let color = self[calendar.id] else { continue }
      if calendar.isLoaded, hasFreeColor, usedColors.contains(where: color.isSimilar) { continue }
      assignedColors[calendar.id] = color
      usedColors.append(color)
    }
    for calendar in colorless where calendar.isLoaded && assignedColors[calendar.id] == nil {
      let color = leastUsedColor(usedColors)
      assignedColors[calendar.id] = color
      usedColors.append(color)
      keep(color, for: calendar.id)
    }
    for calendar in colorless { assignedColors[calendar.id].map { keep($0, for: calendar.id) } }
    keptColors.removeFirst(
      max(0, keptColors.count - max(CalendarColors.maximumEntryCount, assignedColors.count)))
  }

  private mutating func keep(_ color: EventColor, for calendar: CalendarID) {
    keptColors.removeAll { $0.calendar == calendar }
    keptColors.append(Entry(calendar: calendar, color: color))
  }

  /// Returns the color of the palette that the fewest open calendars use. Ties are resolved by the number of
  /// calendars for which the color is kept, then by the order of the palette.
  package func leastUsedColor(_ usedColors: [EventColor]) -> EventColor {
    func uses(_ color: EventColor) -> (Int, Int) {
      (usedColors.count(where: color.isSimilar), keptColors.count { color.isSimilar(to: $0.color) })
    }
    let colors = CalendarColors.palette
    return colors.dropFirst().reduce(colors[0]) { uses($1) < uses($0) ? $1 : $0 }
  }
}

extension EventColor {
  /// Returns whether two calendars in these colors would be hard to tell apart.
  func isSimilar(to other: EventColor) -> Bool {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) < 0.1
  }
}
