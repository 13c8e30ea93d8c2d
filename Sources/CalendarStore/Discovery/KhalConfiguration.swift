import CalendarModel

/// The calendars in the configuration file of khal.
///
/// The heading of a section has one pair of brackets for each level of nesting, and values may be quoted. A line
/// that cannot be read is skipped, whereas khal would refuse to start.
struct KhalConfiguration: Hashable, Sendable {
  /// A calendar, or a pattern for the folders of several.
  struct Calendar: Hashable, Sendable {
    /// The name of its section.
    let name: String
    /// The path as written.
    let path: String
    /// Whether the path is a pattern (`type = discover`), which may contain `*`, `?` or `[…]`. The calendars are then
    /// named after the folders that match, not after the section.
    let isPattern: Bool
    /// The color; nil to use the color stored in the calendar's folder.
    let color: EventColor?
  }

  private(set) var calendars: [Calendar] = []

  init(_ text: String) {
    var (section, name): (String?, String?) = (nil, nil)
    var values: [String: String] = [:]
    func finishSection(_ calendars: inout [Calendar]) {
      defer { values = [:] }
      let type = values["type"] ?? "calendar"
      guard section == "calendars", let name, let path = values["path"], !path.isEmpty,
        type == "calendar" || type == "discover"
      else { return }
      calendars.append(
        Calendar(
          name: name, path: path, isPattern: type == "discover",
          color: values["color"].flatMap { Self.color($0) }))
    }
    for line in Scalars.lines(of: text) {
      let line = line.trimmed
      if line.hasPrefix("#") { continue }
      if let (depth, title) = Self.heading(line) {
        finishSection(&calendars)
        if depth == 1 {
          (section, name) = (title, nil)
        } else if depth == 2 {
          name = title
        } else {
          name = nil
        }
      } else if let equals = line.firstIndex(of: "="),
        let value = Self.value(line[line.index(after: equals)...])
      {
        values[Self.unquoted(line[..<equals].trimmed)] = value
      }
    }
    finishSection(&calendars)
  }

  /// Returns the depth and the title of a heading such as `[[home]]`; nil for any other line.
  private static func heading(_ line: Scalars) -> (depth: Int, title: String)? {
    let depth = line.prefix { $0 == "[" }.count
    guard depth > 0 else { return nil }
    let afterBrackets = line.dropFirst(depth)
    guard let titleEnd = afterBrackets.firstIndex(of: "]"),
      afterBrackets[titleEnd...].starts(with: repeatElement("]", count: depth))
    else { return nil }
    return (depth, unquoted(afterBrackets[..<titleEnd].trimmed))
  }

  /// Returns a value without its quotation marks and the comment after it; nil if it is a list or is not
  /// valid.
  private static func value(_ text: Scalars) -> String? {
    let text = text.trimmed
    guard let quote = text.first, quote == "\"" || quote == "'" else {
      let value = text.prefix { $0 != "#" }.trimmed
      return value.contains(",") ? nil : String(value)
    }
    guard !text.hasPrefix("\"\"\"") && !text.hasPrefix("'''"),
      let lastQuote = text.lastIndex(where: { $0 == quote }), lastQuote != text.startIndex
    else { return nil }
    // A comment may contain quotation marks, so the value ends at the first one with at most a comment after it.
    var candidate = text.index(after: text.startIndex)
    while candidate <= lastQuote {
      if text[candidate] == quote {
        let afterQuote = text[text.index(after: candidate)...].trimmed
        if afterQuote.isEmpty || afterQuote.hasPrefix("#") {
          return String(text[text.index(after: text.startIndex)..<candidate])
        }
      }
      candidate = text.index(after: candidate)
    }
    return nil
  }

  private static func unquoted(_ text: Scalars) -> String {
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the color for `#rgb`, `#rrggbb` or `#rrggbbaa`. Terminal colors have no fixed values.
  private static func color(_ text: String) -> EventColor? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#") else { return nil }
    switch digits.count {
    case 3: return EventColor(hex: "#" + digits.map { "\($0)\($0)" }.joined())
    case 8: return EventColor(hex: text.dropLast(2))
    default: return EventColor(hex: text)
    }
  }
}
