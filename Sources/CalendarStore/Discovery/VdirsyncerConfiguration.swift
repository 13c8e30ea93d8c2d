/// The folders of calendars in the configuration file of vdirsyncer.
///
/// The file consists of sections, each with its title in brackets. The values are JSON and may continue on
/// indented lines. A value that cannot be read is skipped, whereas vdirsyncer would refuse to start.
struct VdirsyncerConfiguration: Hashable, Sendable {
  /// A folder that vdirsyncer synchronizes with another location.
  enum Folder: Hashable, Sendable {
    /// The folder itself is a calendar.
    case calendar(path: String)
    /// Each folder in it is a calendar.
    case collections(path: String)
  }

  /// The folders of all pairs, in order, with their paths as written.
  private(set) var folders: [Folder] = []

  init(_ text: String) {
    let sections = Self.sections(text)
    var storages: [String: String] = [:]
    for (title, values) in sections {
      guard let name = title.dropPrefix("storage "), values["type"]?.string == "filesystem",
        values["fileext"]?.string == ".ics", let path = values["path"]?.string
      else { continue }
      storages[name] = path
    }
    for (title, values) in sections where title.dropPrefix("pair ") != nil {
      for (key, side) in [("a", 1), ("b", 2)] {
        guard let path = values[key]?.string.flatMap({ storages[$0] }) else { continue }
        for folder in Self.folders(of: values["collections"], side: side, path: path)
        where !folders.contains(folder) { folders.append(folder) }
      }
    }
  }

  /// - Parameter side: 1 for the first storage of the pair, 2 for the second.
  private static func folders(of collections: JSONValue?, side: Int, path: String) -> [Folder] {
    guard case .array(let collections) = collections else {
      return collections == .null ? [.calendar(path: path)] : []
    }
    return collections.compactMap { collection in
      switch collection {
      case .string("from a"), .string("from b"): return .collections(path: path)
      case .string(let name): return .calendar(path: "\(path)/\(name)")
      case .array(let names) where names.count == 3:
        if names[side] == .null { return .calendar(path: path) }
        return names[side].string.map { .calendar(path: "\(path)/\($0)") }
      default: return nil
      }
    }
  }

  /// Returns the sections, with their values keyed by lowercase name.
  private static func sections(_ text: String) -> [(title: String, values: [String: JSONValue])] {
    var sections: [(title: String, lines: [(name: String, value: String)])] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let trimmed = line.trimmed
      if trimmed.isEmpty || trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
      if let lastSection = sections.indices.last, line.first?.isWhitespace == true,
        !sections[lastSection].lines.isEmpty
      {
        let lastLine = sections[lastSection].lines.count - 1
        sections[lastSection].lines[lastLine].value += "\n" + trimmed
      } else if trimmed.hasPrefix("["), let headingEnd = trimmed.lastIndex(of: "]") {
        sections.append((String(trimmed.dropFirst()[..<headingEnd]), []))
      } else if let lastSection = sections.indices.last,
        let separator = trimmed.firstIndex(where: { $0 == "=" || $0 == ":" })
      {
        let name = trimmed[..<separator].trimmed.lowercased()
        let value = trimmed[trimmed.index(after: separator)...].trimmed
        sections[lastSection].lines.append((name, String(value)))
      }
    }
    return sections.map { section in
      var values: [String: JSONValue] = [:]
      for line in section.lines { values[line.name] = JSONValue(line.value) }
      return (section.title, values)
    }
  }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// A JSON value (RFC 8259), read only as far as names and paths require.
indirect enum JSONValue: Hashable, Sendable {
  case string(String)
  case array([JSONValue])
  case null
  /// A number, a Boolean or an object.
  case other

  /// Its text if it is a string.
  var string: String? { if case .string(let text) = self { text } else { nil } }

  /// Parses text that contains one value; nil if it is not valid.
  init?(_ text: String) {
    var remaining = Substring(text)
    guard let value = Self.value(&remaining), remaining.trimmed.isEmpty else { return nil }
    self = value
  }

  private static func value(_ remaining: inout Substring) -> JSONValue? {
    remaining = remaining.trimmed
    switch remaining.first {
    case "\"": return string(&remaining).map { .string($0) }
    case "[": return array(&remaining)
    case "{":
      // The value of an option that contains a name or a path is never an object.
      remaining = ""
      return .other
    default:
      let word = remaining.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      guard !word.isEmpty else { return nil }
      remaining = remaining.dropFirst(word.count)
      if word == "null" { return .null }
      return word == "true" || word == "false" || word.first?.isNumber == true || word.first == "-"
        ? .other : nil
    }
  }

  private static func array(_ remaining: inout Substring) -> JSONValue? {
    var values: [JSONValue] = []
    remaining = remaining.dropFirst().trimmed
    if remaining.first == "]" {
      remaining = remaining.dropFirst()
      return .array([])
    }
    while let value = value(&remaining) {
      values.append(value)
      remaining = remaining.trimmed
      let next = remaining.popFirst()
      if next == "]" { return .array(values) }
      guard next == "," else { return nil }
    }
    return nil
  }

  private static func string(_ remaining: inout Substring) -> String? {
    remaining = remaining.dropFirst()
    var units: [UInt16] = []
    while let character = remaining.popFirst() {
      switch character {
      case "\"": return String(decoding: units, as: UTF16.self)
      case "\\":
        guard let escape = remaining.popFirst() else { return nil }
        if escape == "u" {
          let digits = remaining.prefix(4)
          guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16)
          else {
            return nil
          }
          units.append(unit)
          remaining = remaining.dropFirst(4)
        } else {
          guard let plain = escapes[escape] else { return nil }
          units += plain.utf16
        }
      default: units += String(character).utf16
      }
    }
    return nil
  }

  private static let escapes: [Character: String] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]
}
