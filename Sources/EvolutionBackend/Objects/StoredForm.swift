import CalendarModel
import ICalendar

/// The content of an object without the differences that the service makes when it stores one.
///
/// The service rewrites what it is given: it sets stamps, adds identifiers, reorders lines and parts of rules,
/// splits lists and drops parameters that say what is the default anyway. If nothing else differs, the text
/// that was sent can be kept, and with it the undo history, which compares bytes.
///
/// When in doubt, two forms differ. The stored text is then used instead of the one that was sent.
struct StoredForm: Hashable, Sendable {
  private let components: Set<[String]>

  init(_ object: ServiceObject) {
    components = Set(object.components.map { StoredForm.lines(of: $0.bytes) })
  }

  /// Returns the lines of a component in a form that does not depend on their order.
  private static func lines(of bytes: [UInt8]) -> [String] {
    guard let text = try? ICalendarText(bytes), !text.components.isEmpty else { return [] }
    return lines(of: 0, in: text)
  }

  private static func lines(of component: Int, in text: ICalendarText) -> [String] {
    var normalizedLines: [String] = []
    for line in text.ownLines(of: component).joined() {
      guard let content = text.line(line) else {
        normalizedLines.append(String(decoding: text.bytes(ofLines: line..<line + 1), as: UTF8.self))
        continue
      }
      normalizedLines += forms(of: content)
    }
    for child in text.children(of: component) {
      normalizedLines.append(
        text.components[child].name + "{" + lines(of: child, in: text).joined(separator: "\n") + "}")
    }
    return normalizedLines.sorted()
  }

  private static let stamps: Set = ["CREATED", "DTSTAMP", "LAST-MODIFIED"]
  private static let defaultValueTypes: Set = ["DATE-TIME", "TEXT", "DURATION", "URI"]

  /// Returns a line in its normalized form; one for each item of a list, and none for what the service sets itself.
  private static func forms(of line: ContentLine) -> [String] {
    let name = line.name
    guard !stamps.contains(name), !name.hasPrefix("X-EVOLUTION-") else { return [] }
    let parameters = line.parameters.filter {
      !$0.name.hasPrefix("X-EVOLUTION-")
        && !($0.name == "VALUE" && $0.values.allSatisfy { defaultValueTypes.contains($0.uppercased()) })
    }
    let head =
      ([name] + parameters.map { "\($0.name)=\($0.values.joined(separator: "\u{1F}"))" }.sorted())
      .joined(separator: ";")
    let value = String(decoding: line.value, as: UTF8.self)
    switch name {
    case "RRULE", "EXRULE": return ["\(head):\(ruleForm(value))"]
    case "EXDATE", "RDATE": return value.split(separator: ",").map { "\(head):\($0)" }
    case "CATEGORIES", "RESOURCES": return listForms(value).map { "\(head):\($0)" }
    default: return ["\(head):\(textForm(value))"]
    }
  }

  private static func ruleForm(_ value: String) -> String {
    value.uppercased().split(separator: ";").filter { $0 != "INTERVAL=1" }.sorted().joined(separator: ";")
  }

  /// Returns a text without the escapes that are optional, as before a quotation mark.
  private static func textForm(_ value: String) -> String {
    var form = ""
    var isEscaped = false
    for character in value {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped { form += character == "n" || character == "N" ? "\n" : String(character) }
      if !isEscaped { form.append(character) }
      isEscaped = false
    }
    return form
  }

  /// Splits a list at the commas that are not escaped.
  private static func listForms(_ value: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in value {
      if character == ",", !isEscaped { parts.append("") } else { parts[parts.count - 1].append(character) }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts.map(textForm)
  }
}
