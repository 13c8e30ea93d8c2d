import CalendarModel
import ICalendar

/// Computes which lines of an event change when its properties change.
struct PropertyWriter {
  let text: ICalendarText
  let component: Int
  let lines: EventLines

  /// The lines to change for one property that differs; nothing else of the event is touched.
  ///
  /// - Precondition: it is not the times (`TimesWriter`).
  func edits(for property: EventProperty) throws(EditError) -> [LineEdit] {
    let name = PropertyLines.name(property.kind)
    let found = text.ownLines(of: component).joined().filter { text.line($0)?.name == name }
    guard let value = try PropertyLines.value(property) else { return found.map { .remove(line: $0) } }
    guard let line = counting(found) else {
      guard let startLine = lines.start else { throw .vanished }
      return [.insert(after: startLine, line: Array("\(name):".utf8) + value)]
    }
    var edits = [LineEdit.replace(line: line, with: head(of: line, name: name) + value)]
    // Categories may stand in several lines, and all of them count.
    if property.kind == .categories { edits += found.filter { $0 != line }.map { .remove(line: $0) } }
    return edits
  }

  /// The line that is read where a file has several: the first one that says something.
  private func counting(_ found: [Int]) -> Int? {
    found.first { text.line($0).map { !$0.value.isEmpty } ?? false } ?? found.first
  }

  /// Name and parameters of a line as written, but for those that would no longer be true of another value: where
  /// the same text stands in another form (ALTREP), and how the old one was encoded.
  private func head(of line: Int, name: String) -> [UInt8] {
    guard let line = text.line(line) else { return Array("\(name):".utf8) }
    let untrue: Set = ["ALTREP", "ENCODING", "CHARSET", "VALUE"]
    guard line.parameters.contains(where: { untrue.contains($0.name) }) else { return Array(line.head) }
    let kept = line.parameters.filter { !untrue.contains($0.name) }
    let written = line.head.prefix { $0 != 0x3B && $0 != 0x3A }
    return Array(written) + kept.flatMap { Array(";".utf8) + $0.bytes } + Array(":".utf8)
  }
}
