/// The text of a key file, in which Evolution Data Server describes a source: groups of `key=value` lines.
///
/// Comments, and lines that are neither a group nor a key, are skipped. If a key appears twice in a group, the last
/// value counts. Groups with the same name are merged.
///
/// The text is read scalar by scalar, as GLib does. Swift treats an equals sign followed by a combining accent as a
/// single character, and takes more characters than the line feed for line breaks.
struct KeyFile: Hashable, Sendable {
  private var groups: [String: [String: String]] = [:]

  init(_ text: String) {
    var group: String?
    for line in text.unicodeScalars.split(separator: "\n") {
      var line = line.drop(while: KeyFile.isSpace)
      // GLib takes CR for a part of the line break only if LF follows.
      if line.last == "\r", line.endIndex < text.unicodeScalars.endIndex { line.removeLast() }
      if line.first == "[", let end = line.lastIndex(of: "]") {
        let name = String(line[line.index(after: line.startIndex)..<end])
        group = name
        groups[name, default: [:]] = groups[name] ?? [:]
      } else if line.first != "#", let group, let equals = line.firstIndex(of: "=") {
        var key = line[..<equals]
        while key.last.map(KeyFile.isSpace) == true { key.removeLast() }
        groups[group]?[String(key)] = KeyFile.unescape(line[line.index(after: equals)...])
      }
    }
  }

  /// Whether a scalar is a space for GLib: `g_ascii_isspace`.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    " \t\r\u{C}".unicodeScalars.contains(scalar)
  }

  /// Returns the value of a key; nil if there is none or it is empty.
  func string(_ key: String, in group: String) -> String? {
    groups[group]?[key].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the value of a key in the first language for which there is one, or else the value that is for
  /// every language.
  ///
  /// - Parameter languages: locale names such as `de_DE` and `de`, the preferred one first.
  func string(_ key: String, in group: String, languages: [String]) -> String? {
    for language in languages {
      if let value = string("\(key)[\(language)]", in: group) { return value }
    }
    return string(key, in: group)
  }

  /// Returns a Boolean value; nil if it is missing or neither true nor false.
  func bool(_ key: String, in group: String) -> Bool? {
    switch string(key, in: group) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  private static func unescape(_ value: Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.drop(while: isSpace) {
      if isEscaped {
        isEscaped = false
        switch scalar {
        case "s": text.append(" ")
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "r": text.append("\r")
        case "\\": text.append("\\")
        // Unknown escapes stay as they are.
        default: text += ["\\", scalar]
        }
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    if isEscaped { text.append("\\") }
    return String(text)
  }
}
