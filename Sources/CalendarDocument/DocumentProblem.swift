import ICalendar

/// Something in a file that is not shown, or that violates RFC 5545.
package struct DocumentProblem: Hashable, Sendable {
  /// The effect of a problem on what the user sees.
  package enum Severity: Hashable, Sendable {
    /// The content violates RFC 5545, but can still be understood.
    case irregular
    /// Something is not shown, or not shown as intended.
    case lost
  }

  /// The line number in the file, counted from 1.
  package var line: Int
  /// A description of the problem, in one English sentence.
  package var text: String
  package var severity: Severity

  package init(line: Int, text: String, severity: Severity = .irregular) {
    self.line = line
    self.text = text
    self.severity = severity
  }
}

/// Collects problems up to a limit, so that even a large, badly broken file needs little memory.
struct ProblemCollector: Sendable {
  private(set) var listedProblems: [DocumentProblem] = []
  private(set) var unlistedCount = 0

  mutating func report(
    _ text: @autoclosure () -> String, line: Int, severity: DocumentProblem.Severity = .irregular
  ) {
    guard listedProblems.count < ReadingLimits.problems else {
      unlistedCount += 1
      return
    }
    listedProblems.append(DocumentProblem(line: line, text: text(), severity: severity))
  }

  /// Replaces the problems of a range of lines with the problems of the new lines, and shifts the line
  /// numbers of later problems by `shift`.
  mutating func replace(lines: Range<Int>, with newProblems: ProblemCollector, shift: Int) {
    let laterProblems = listedProblems.filter { $0.line >= lines.upperBound }.map {
      DocumentProblem(line: $0.line + shift, text: $0.text, severity: $0.severity)
    }
    listedProblems =
      listedProblems.filter { $0.line < lines.lowerBound } + newProblems.listedProblems + laterProblems
  }
}
