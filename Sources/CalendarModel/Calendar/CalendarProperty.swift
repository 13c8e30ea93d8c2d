/// A property of a calendar that the user can choose.
package enum CalendarProperty: Hashable, Sendable {
  /// The name; nil for the name of the calendar's file or folder.
  case name(String?)
  /// The color; nil for one that is assigned automatically.
  case color(EventColor?)

  /// The same property without a value.
  package var withoutValue: CalendarProperty {
    switch self {
    case .name: .name(nil)
    case .color: .color(nil)
    }
  }

  package var isColor: Bool {
    if case .color = self { true } else { false }
  }

  /// The value as text; nil if there is none.
  package var text: String? {
    switch self {
    case .name(let name): name
    case .color(let color): color?.hex
    }
  }
}

extension String {
  /// The text as the name of a calendar: one line, with single spaces between its words. It is empty if there
  /// are no words.
  package var asCalendarName: String {
    split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
      .joined(separator: " ")
  }
}

/// The names and colors that the user chose for calendars that cannot store them, such as single files.
package struct ChosenProperties: Hashable, Sendable {
  package private(set) var names: [CalendarID: String] = [:]
  package private(set) var colors: [CalendarID: EventColor] = [:]

  package init() {}

  /// Restores the properties from `nameSettings` and `colorSettings`. Entries that cannot be read are left
  /// out.
  package init(names: [String], colors: [String]) {
    for line in names {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { self.names[CalendarID(String(parts[1]))] = String(parts[0]) }
    }
    for line in colors {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let color = EventColor(hex: parts[0]) else { continue }
      self.colors[CalendarID(String(parts[1]))] = color
    }
  }

  /// The names as strings for the settings: each consists of the name, a tab and the calendar's key.
  package var nameSettings: [String] {
    names.map { "\($0.value)\t\($0.key.key)" }.sorted()
  }

  /// The colors as strings for the settings: each consists of `#rrggbb`, a space and the calendar's key.
  package var colorSettings: [String] {
    colors.map { "\($0.value.hex) \($0.key.key)" }.sorted()
  }

  /// Sets a property to the value that the user chose.
  ///
  /// - Returns: the property with its previous value.
  package mutating func choose(_ property: CalendarProperty, for calendar: CalendarID) -> CalendarProperty {
    switch property {
    case .name(let name):
      defer { names[calendar] = name }
      return .name(names[calendar])
    case .color(let color):
      defer { colors[calendar] = color }
      return .color(colors[calendar])
    }
  }
}
