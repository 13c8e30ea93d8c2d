// Lines that are read as if they were written in another way.
extension ICalendarText {
  /// The properties that say when a component takes place.
  private static let timeProperties: Set = [
    "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "RRULE", "EXRULE", "RDATE", "EXDATE",
  ]

  /// Returns edits to a component, together with those that write its `standardLines` if the edits change when it takes
  /// place: dates in two forms would contradict each other.
  func addingStandardLines(to edits: [LineEdit], of component: Int) -> [LineEdit] {
    let lines = standardLines(of: component)
    guard !lines.isEmpty, edits.contains(where: changesTime) else { return edits }
    let changedLines = Set(edits.compactMap(\.changedLine))
    return edits
      + lines.filter { !changedLines.contains($0.index) }.map {
        LineEdit.replace(line: $0.index, with: $0.line)
      }
  }

  private func standardLines(of component: Int) -> [(index: Int, line: [UInt8])] {
    guard !standardLines.isEmpty else { return [] }
    return components[component].lines.compactMap { index in standardLines[index].map { (index, $0) } }
  }

  private func changesTime(_ edit: LineEdit) -> Bool {
    let line =
      if case .insert(_, let content) = edit { ContentLine(content[...]) } else { line(edit.anchor) }
    return line.map { Self.timeProperties.contains($0.name) } ?? false
  }

  /// Returns the bytes of a component with its `standardLines`; nil if it has none.
  package func standardBytes(ofComponent component: Int) -> [UInt8]? {
    let lines = standardLines(of: component)
    guard !lines.isEmpty else { return nil }
    return bytes(
      ofComponent: component, applying: lines.map { LineEdit.replace(line: $0.index, with: $0.line) })
  }
}
