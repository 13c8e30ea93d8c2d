import ICalendar

/// Parses the given lines, each followed by `lineEnding`.
func parse(_ lines: [String], lineEnding: String = "\r\n") throws -> ICalendarText {
  try ICalendarText(Array(lines.map { $0 + lineEnding }.joined().utf8))
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

extension ICalendarText {
  /// The components as "NAME(children)", on one line.
  var outline: String {
    var parts: [String] = []
    var index = 0
    while index < components.count {
      parts.append(outline(of: index))
      index = components[index].subtreeEnd
    }
    return parts.joined(separator: " ")
  }

  private func outline(of index: Int) -> String {
    let inner = children(of: index).map { outline(of: $0) }.joined(separator: " ")
    return components[index].name + (inner.isEmpty ? "" : "(\(inner))")
  }

  func firstLine(_ name: String) -> ContentLine? {
    (0..<lineCount).lazy.compactMap { line($0) }.first { $0.name == name }
  }

  /// The index of the first line with the given name.
  func firstIndex(_ name: String) -> Int? {
    (0..<lineCount).first { line($0)?.name == name }
  }
}
