import ICalendar

/// Something in a file that is not shown, or that violates RFC 5545.
package struct DocumentProblem: Hashable, Sendable {
  /// What it means for the reader of the calendar.
  package enum Severity: Hashable, Sendable {
    /// Against the RFC, and understood all the same.
    case irregular
    /// Not shown, or not as it was meant.
    case lost
  }

  /// The line of the file, counted from 1.
  package var line: Int
  /// What is wrong, in one English sentence.
  package var text: String
  /// What it means for the reader.
  package var severity: Severity

  package init(line: Int, text: String, severity: Severity = .irregular) {
    self.line = line
    self.text = text
    self.severity = severity
  }
}

/// Collects problems up to a limit, so that a broken file of any size stays cheap.
struct ProblemCollector: Sendable {
  private(set) var listed: [DocumentProblem] = []
  private(set) var unlisted = 0

  mutating func report(
    _ text: @autoclosure () -> String, line: Int, severity: DocumentProblem.Severity = .irregular
  ) {
    guard listed.count < Budget.problems else {
      unlisted += 1
      return
    }
    listed.append(DocumentProblem(line: line, text: text(), severity: severity))
  }

  /// Replaces the problems of some lines by those found in what took their place, and moves the later ones.
  mutating func replace(lines: Range<Int>, with found: ProblemCollector, shift: Int) {
    let after = listed.filter { $0.line >= lines.upperBound }.map {
      DocumentProblem(line: $0.line + shift, text: $0.text, severity: $0.severity)
    }
    listed = listed.filter { $0.line < lines.lowerBound } + found.listed + after
  }
}
