/// Something in a file that was skipped, or that violates RFC 5545.
package struct Problem: Hashable, Sendable {
  /// The line number in the file, counted from 1 as in an editor.
  package var line: Int
  /// What is wrong, in one English sentence.
  package var text: String

  package init(line: Int, text: String) {
    self.line = line
    self.text = text
  }
}

/// The problems of a file: listed up to a limit, and only counted beyond it.
struct ProblemList: Sendable {
  private(set) var listedProblems: [Problem] = []
  private(set) var unlistedCount = 0

  mutating func report(_ text: @autoclosure () -> String, line: Int) {
    guard listedProblems.count < ReadingLimits.problems else {
      unlistedCount += 1
      return
    }
    listedProblems.append(Problem(line: line, text: text()))
  }

  /// Replaces the problems of some lines with `fragment`, which contains the problems of the lines' new text.
  /// Shifts the line numbers of later problems by `shift`.
  mutating func replace(lines: Range<Int>, with fragment: ProblemList, shift: Int) {
    let offset = lines.lowerBound - 1
    let earlierProblems = listedProblems.filter { $0.line < lines.lowerBound }
    let newProblems = fragment.listedProblems.map { Problem(line: $0.line + offset, text: $0.text) }
    let laterProblems = listedProblems.filter { $0.line >= lines.upperBound }
    listedProblems =
      earlierProblems + newProblems + laterProblems.map { Problem(line: $0.line + shift, text: $0.text) }
  }
}
