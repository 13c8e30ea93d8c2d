/// The order of the parts of a date, and the text between them: "{weekday}, {month} {day}, {year}".
package struct DatePattern: Equatable, Sendable {
  enum Field: String, CaseIterable, Sendable { case weekday, day, month, year }

  enum Part: Equatable, Sendable {
    case field(Field)
    case text(String)
  }

  var parts: [Part]
  /// Whether the text after a field belongs to it, as in "2035年1月9日".
  var hasSuffixes = false

  var fields: [Field] { parts.compactMap { if case .field(let field) = $0 { field } else { nil } } }

  func has(_ field: Field) -> Bool { parts.contains(.field(field)) }

  /// Returns the pattern without a field, and without the text that separates the field from the others.
  func without(_ field: Field) -> DatePattern {
    guard let index = parts.firstIndex(of: .field(field)) else { return self }
    var result = self
    let isLast = !parts[(index + 1)...].contains { if case .field = $0 { true } else { false } }
    let range =
      if isLast, !hasSuffixes || field == .weekday {
        // The field, the text before it and the text after it.
        (index > 0 && parts[index - 1].isText ? index - 1 : index)..<parts.count
      } else {
        index..<(index + 1 < parts.count && parts[index + 1].isText ? index + 2 : index + 1)
      }
    result.parts.removeSubrange(range)
    // Removing the last field can leave spaces at the end.
    if case .text(let text)? = result.parts.last, isLast {
      result.parts[result.parts.count - 1] = .text(text.trimmingSpacesAtEnd)
    }
    return result
  }

  /// Returns the text of the pattern, with each field replaced by its value.
  func filled(_ value: (Field) -> String) -> String {
    parts.map { part in
      switch part {
      case .field(let field): value(field)
      case .text(let text): text
      }
    }.joined()
  }
}

extension DatePattern.Part {
  var isText: Bool { if case .text = self { true } else { false } }
}

extension String {
  fileprivate var trimmingSpacesAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
