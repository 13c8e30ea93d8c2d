import ICalendar

/// Something in a file that is not shown, or that is against RFC 5545.
public struct DocumentProblem: Hashable, Sendable {
  /// What it means for the reader of the calendar.
  public enum Severity: Hashable, Sendable {
    /// Against the RFC, and understood all the same.
    case irregular
    /// Not shown, or not as it was meant.
    case lost
  }

  /// The line of the file, counted from 1.
  public var line: Int
  /// What is wrong, in one English sentence.
  public var text: String
  /// What it means for the reader.
  public var severity: Severity

  /// A problem at that line.
  public init(line: Int, text: String, severity: Severity = .irregular) {
    self.line = line
    self.text = text
    self.severity = severity
  }
}

/// Problems as they are found: listed up to a bound, so that a broken file of any size stays cheap.
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
