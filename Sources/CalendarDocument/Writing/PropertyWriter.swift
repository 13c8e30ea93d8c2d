import CalendarModel
import ICalendar

/// Computes which lines of an event change when its properties change.
struct PropertyWriter {
  let text: ICalendarText
  let component: Int
  let lines: EventLines

  /// Returns the line edits for one changed property. All other lines of the event stay as they are.
  ///
  /// - Precondition: the property is not `times` (see `TimesWriter`).
  func edits(for property: EventProperty) throws(EditError) -> [LineEdit] {
    switch property {
    case .rule(let rule): return ruleEdits(rule)
    case .reminders(let reminders): return reminderEdits(reminders)
    default: break
    }
    let name = PropertyLines.name(property.kind)
    let existingLines = text.ownLines(of: component).joined().filter { text.line($0)?.name == name }
    guard let value = try PropertyLines.value(property) else {
      return existingLines.map { .remove(line: $0) }
    }
    guard let line = effectiveLine(of: existingLines) else {
      guard let startLine = lines.start else { throw .vanished }
      return [.insert(after: startLine, content: Array("\(name):".utf8) + value)]
    }
    var edits = [LineEdit.replace(line: line, with: head(of: line, name: name) + value)]
    // Categories may be spread over several lines, all of which count.
    if property.kind == .categories { edits += existingLines.filter { $0 != line }.map { .remove(line: $0) } }
    return edits
  }

  /// Returns the line that takes effect if there are several: the first one with a value.
  private func effectiveLine(of existingLines: [Int]) -> Int? {
    existingLines.first { text.line($0).map { !$0.value.isEmpty } ?? false } ?? existingLines.first
  }

  /// Returns the name and parameters of a line as written, without the parameters that do not apply to a new
  /// value: the location of an alternative representation (ALTREP), and the encoding of the old value.
  private func head(of line: Int, name: String) -> [UInt8] {
    guard let line = text.line(line) else { return Array("\(name):".utf8) }
    let obsoleteParameters: Set = ["ALTREP", "ENCODING", "CHARSET", "VALUE"]
    guard line.parameters.contains(where: { obsoleteParameters.contains($0.name) }) else {
      return Array(line.head)
    }
    let keptParameters = line.parameters.filter { !obsoleteParameters.contains($0.name) }
    let writtenName = line.head.prefix { $0 != 0x3B && $0 != 0x3A }
    return Array(writtenName) + keptParameters.flatMap { Array(";".utf8) + $0.bytes } + Array(":".utf8)
  }
}
