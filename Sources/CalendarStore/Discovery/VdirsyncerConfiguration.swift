import CalendarModel

/// The folders of calendars in the configuration file of vdirsyncer.
///
/// The file consists of sections, each with its title in brackets. The values are JSON and may continue on
/// indented lines. A value that cannot be read is skipped, whereas vdirsyncer would refuse to start.
struct VdirsyncerConfiguration: Hashable, Sendable {
  /// A folder that vdirsyncer synchronizes with another location.
  enum Folder: Hashable, Sendable {
    /// The folder itself is a calendar.
    case calendar(path: ByteString)
    /// Each folder in it is a calendar.
    case collections(path: ByteString)
  }

  /// The folders of all pairs, in order, with their paths as written.
  private(set) var folders: [Folder] = []

  init(_ text: String) {
    let sections = Self.sections(text)
    // The names of storages are compared byte by byte.
    var storages: [ByteString: ByteString] = [:]
    for (title, values) in sections {
      guard let name = title.dropPrefix("storage "), values["type"]?.string == "filesystem",
        values["fileext"]?.string == ".ics", let path = values["path"]?.string
      else { continue }
      storages[ByteString(name)] = ByteString(path)
    }
    for (title, values) in sections where title.dropPrefix("pair ") != nil {
      for (key, side) in [("a", 1), ("b", 2)] {
        guard let path = values[key]?.string.flatMap({ storages[ByteString($0)] }) else { continue }
        for folder in Self.folders(of: values["collections"], side: side, path: path)
        where !folders.contains(folder) { folders.append(folder) }
      }
    }
  }

  /// - Parameter side: 1 for the first storage of the pair, 2 for the second.
  private static func folders(of collections: JSONValue?, side: Int, path: ByteString) -> [Folder] {
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
    for line in Scalars.lines(of: text, omittingEmptySubsequences: false) {
      let trimmed = line.trimmed
      if trimmed.isEmpty || trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
      if let lastSection = sections.indices.last, line.first?.properties.isWhitespace == true,
        !sections[lastSection].lines.isEmpty
      {
        let lastLine = sections[lastSection].lines.count - 1
        sections[lastSection].lines[lastLine].value += "\n" + String(trimmed)
      } else if trimmed.hasPrefix("["), let headingEnd = trimmed.lastIndex(of: "]") {
        sections.append((String(trimmed.dropFirst()[..<headingEnd]), []))
      } else if let lastSection = sections.indices.last,
        let separator = trimmed.firstIndex(where: { $0 == "=" || $0 == ":" })
      {
        let name = String(trimmed[..<separator].trimmed).lowercased()
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
    let scalars = Substring(self).unicodeScalars
    return scalars.hasPrefix(prefix) ? String(scalars.dropFirst(prefix.unicodeScalars.count)) : nil
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
    var remaining = Substring(text).unicodeScalars
    guard let value = Self.value(&remaining, depth: 0), remaining.trimmed.isEmpty else { return nil }
    self = value
  }

  /// The maximum depth of arrays in arrays; vdirsyncer's options have two levels.
  private static let maximumDepth = 16

  private static func value(_ remaining: inout Scalars, depth: Int) -> JSONValue? {
    remaining = remaining.trimmed
    switch remaining.first {
    case "\"": return string(&remaining).map { .string($0) }
    case "[": return depth < maximumDepth ? array(&remaining, depth: depth + 1) : nil
    case "{":
      // The value of an option that contains a name or a path is never an object.
      remaining = remaining[remaining.endIndex...]
      return .other
    default:
      let wordScalars = remaining.prefix { isInWord($0) }
      let word = String(wordScalars)
      remaining = remaining[wordScalars.endIndex...]
      if word == "null" { return .null }
      let isNumber = wordScalars.first.map { $0 == "-" || ("0"..."9").contains($0) } ?? false
      return word == "true" || word == "false" || isNumber ? .other : nil
    }
  }

  /// Whether a scalar may occur in a number or in `true`, `false` or `null`.
  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
    default: false
    }
  }

  private static func array(_ remaining: inout Scalars, depth: Int) -> JSONValue? {
    var values: [JSONValue] = []
    remaining = remaining.dropFirst().trimmed
    if remaining.first == "]" {
      remaining = remaining.dropFirst()
      return .array([])
    }
    while let value = value(&remaining, depth: depth) {
      values.append(value)
      remaining = remaining.trimmed
      let next = remaining.popFirst()
      if next == "]" { return .array(values) }
      guard next == "," else { return nil }
    }
    return nil
  }

  private static func string(_ remaining: inout Scalars) -> String? {
    remaining = remaining.dropFirst()
    var units: [UInt16] = []
    while let scalar = remaining.popFirst() {
      switch scalar {
      case "\"": return String(decoding: units, as: UTF16.self)
      case "\\":
        guard let escape = remaining.popFirst() else { return nil }
        if escape == "u" {
          let digits = remaining.prefix(4)
          guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
            let unit = UInt16(String(digits), radix: 16)
          else { return nil }
          units.append(unit)
          remaining = remaining.dropFirst(4)
        } else {
          guard let plain = escapes[escape] else { return nil }
          units += plain.utf16
        }
      default: units += UTF16.encode(scalar).map { Array($0) } ?? []
      }
    }
    return nil
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]
}
