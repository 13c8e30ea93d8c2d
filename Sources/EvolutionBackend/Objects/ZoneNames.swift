import CalendarModel
import ICalendar

/// Names for the time zones of objects whose own names are taken.
enum ZoneNames {
  /// Returns a name for a time zone, which is the same for the same definition.
  ///
  /// - Parameter attempt: the number of names that are taken too.
  static func newName(for name: String, _ definition: [UInt8], attempt: Int) -> String {
    // FNV-1a, because Swift's hash values differ in each run.
    let hash = (definition + [UInt8(truncatingIfNeeded: attempt)]).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(name) \(String(hash, radix: 16))"
  }

  /// Returns iCalendar text with other names for time zones, in their definitions and wherever they are used.
  static func renaming(_ names: [ByteString: String], in bytes: [UInt8]) -> [UInt8] {
    guard !names.isEmpty, let text = try? ICalendarText(bytes) else { return bytes }
    var result: [UInt8] = []
    var nextLine = 0
    for (index, component) in text.components.enumerated() where component.parent == nil {
      let edits = component.lines.compactMap { line in
        text.line(line).flatMap { newLine(for: $0, names) }.map { LineEdit.replace(line: line, with: $0) }
      }
      result += text.bytes(ofLines: nextLine..<component.lines.lowerBound)
      result += text.bytes(ofComponent: index, applying: edits)
      nextLine = component.lines.upperBound
    }
    return result + text.bytes(ofLines: nextLine..<text.lineCount)
  }

  /// Returns a content line with other names for time zones; nil if it contains none that change.
  private static func newLine(for line: ContentLine, _ names: [ByteString: String]) -> [UInt8]? {
    if line.name == "TZID", let name = names[ByteString(Text.unescape(line.value))] {
      return Array(line.head) + Text.escape(name)
    }
    func newName(of parameter: Parameter) -> String? {
      parameter.name == "TZID" ? parameter.values.first.flatMap { names[ByteString($0)] } : nil
    }
    let parameters = line.parameters
    guard parameters.contains(where: { newName(of: $0) != nil }) else { return nil }
    let newParameters = parameters.flatMap { parameter in
      newName(of: parameter).map { Parameter.encoded("TZID", $0) } ?? Array(";".utf8) + parameter.bytes
    }
    return Array(line.name.utf8) + newParameters + Array(":".utf8) + line.value
  }
}
