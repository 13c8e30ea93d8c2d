import CalendarModel
import ICalendar

/// The content of an object in a form that is the same before and after the service stores the object.
///
/// The service rewrites objects: it sets stamps, adds identifiers, reorders lines and parts of rules,
/// splits lists, and drops parameters that only state the default. If nothing else differs, the text that was sent
/// is kept, and so is the undo history, which compares bytes.
///
/// In doubtful cases, two objects count as different, and the stored text is used instead of the text that was sent.
/// Text is compared scalar by scalar: an accent that is written differently is a difference, and an accent after a
/// backslash or a comma does not hide it.
struct NormalizedObject: Hashable, Sendable {
  private let components: Set<[ByteString]>

  init(_ object: ServiceObject) {
    components = Set(object.components.map { NormalizedObject.lines(of: $0.bytes).map { ByteString($0) } })
  }

  /// Returns the normalized lines of a component, sorted.
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
      normalizedLines += NormalizedObject.normalizedLines(of: content)
    }
    for child in text.children(of: component) {
      normalizedLines.append(
        text.components[child].name + "{" + lines(of: child, in: text).joined(separator: "\n") + "}")
    }
    return normalizedLines.sorted { ByteString($0) < ByteString($1) }
  }

  private static let stamps: Set = ["CREATED", "DTSTAMP", "LAST-MODIFIED"]
  private static let defaultValueTypes: Set = ["DATE-TIME", "TEXT", "DURATION", "URI"]

  /// Returns a line in normalized form: one line for each item of a list, and none for what the service sets itself.
  private static func normalizedLines(of line: ContentLine) -> [String] {
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
    case "RRULE", "EXRULE": return ["\(head):\(normalizedRule(value))"]
    case "EXDATE", "RDATE": return value.unicodeScalars.split(separator: ",").map { "\(head):\($0)" }
    case "CATEGORIES", "RESOURCES": return normalizedItems(value).map { "\(head):\($0)" }
    default: return ["\(head):\(normalizedText(value.unicodeScalars))"]
    }
  }

  private static func normalizedRule(_ value: String) -> String {
    value.uppercased().unicodeScalars.split(separator: ";").map { String($0) }.filter { $0 != "INTERVAL=1" }
      .sorted().joined(separator: ";")
  }

  /// Returns text without optional escapes, such as the one before a quotation mark.
  private static func normalizedText(_ value: some Sequence<Unicode.Scalar>) -> String {
    var normalized = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      normalized.append(isEscaped && (scalar == "n" || scalar == "N") ? "\n" : scalar)
      isEscaped = false
    }
    return String(normalized)
  }

  /// Splits a list at the commas that are not escaped.
  private static func normalizedItems(_ value: String) -> [String] {
    var parts: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == ",", !isEscaped {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map(normalizedText)
  }
}
