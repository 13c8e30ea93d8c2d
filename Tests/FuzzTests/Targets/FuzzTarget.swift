/// A kind of input that others determine. `scripts/fuzz` finds new inputs with libFuzzer, and `FuzzTests` tries the kept
/// ones.
enum FuzzTarget: String, CaseIterable, Sendable {
  case contentLines = "content-lines"
  case documents
  case journals
  case keyFiles = "key-files"
  case expressions = "s-expressions"
  case terminalOutput = "terminal-output"

  /// Reads an input, and checks what must be true of any.
  ///
  /// - Throws: `Violation` if something is not true.
  func check(_ bytes: [UInt8]) throws(Violation) {
    switch self {
    case .contentLines: try ContentLineTarget.check(bytes)
    case .documents: try DocumentTarget.check(bytes)
    case .journals: try JournalTarget.check(bytes)
    case .keyFiles: try KeyFileTarget.check(bytes)
    case .expressions: try ExpressionTarget.check(bytes)
    case .terminalOutput: try TerminalTarget.check(bytes)
    }
  }
}

/// What was not true of an input.
struct Violation: Error, CustomStringConvertible {
  let description: String
}

/// Throws a `Violation` unless a condition holds.
func require(_ condition: Bool, _ violation: @autoclosure () -> String) throws(Violation) {
  guard condition else { throw Violation(description: violation()) }
}

extension String {
  /// The text without NUL, which C code takes for the end of a text.
  var withoutNUL: String { String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })) }
}
