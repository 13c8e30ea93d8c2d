/// The reason why a recurrence rule cannot be read. The event is then shown once, at its start, and its lines
/// are kept as they are.
package enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// There is no FREQ, which every rule needs.
  case noFrequency
  /// A part has no `=`, or a name that no calendar standard defines.
  case unknownPart(String)
  /// A part occurs twice with different values.
  case repeatedPart(String)
  /// A part's value is malformed or out of range.
  case badValue(part: String, value: String)

  /// A message for the user that says what is wrong and what effect it has.
  package var message: String {
    switch self {
    case .noFrequency:
      "The repeat rule does not say how often (FREQ); only the first time is shown."
    case .unknownPart(let part):
      "The repeat rule has an unknown part, “\(shortened(part))”; only the first time is shown."
    case .repeatedPart(let part):
      "The repeat rule contains \(part) twice; only the first time is shown."
    case .badValue(let part, let value):
      "The repeat rule's \(part) cannot be “\(shortened(value))”; only the first time is shown."
    }
  }

  private func shortened(_ text: String) -> String {
    text.count <= 40 ? text : "\(text.prefix(40))…"
  }
}
