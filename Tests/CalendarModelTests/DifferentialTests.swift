import CalendarModel
import Foundation
import Testing

/// Random rules with the starts that another implementation finds; Tests/Differential/recurrence.py makes them, and
/// HANDSPAN_DIFFERENTIAL names the file.
struct ForeignRule {
  /// Why the other implementation's own answer is another one; empty if it is the same.
  let difference: String
  let rule: String
  let window: Range<WallTime>
  let starts: [WallTime]

  static let file = ProcessInfo.processInfo.environment["HANDSPAN_DIFFERENTIAL"]

  init?(_ line: String) {
    let fields = line.components(separatedBy: "|")
    guard fields.count == 5, let start = WallTime(compact: fields[2]), let end = WallTime(compact: fields[3])
    else {
      return nil
    }
    difference = fields[0]
    rule = fields[1]
    window = start..<end
    starts = fields[4].split(separator: ",").compactMap { WallTime(compact: String($0)) }
  }
}

@Suite(.enabled(if: ForeignRule.file != nil)) struct DifferentialTests {
  @Test func noRuleDiffersWithoutAnExplanation() throws {
    let lines = try String(contentsOfFile: ForeignRule.file ?? "", encoding: .utf8).split(separator: "\n")
    var explained: [String: Int] = [:]
    for line in lines {
      let foreign = try #require(ForeignRule(String(line)))
      let rule = try RecurrenceRule(parsing: foreign.rule)
      var expansion = RuleExpansion(
        rule, from: foreign.window.lowerBound, in: foreign.window, through: rule.until?.wallTime,
        count: rule.count)
      var starts: [WallTime] = []
      // The other one stops after some; so does this, to ask for no more than is compared.
      while starts.count < max(40, foreign.starts.count), let next = expansion.next() { starts.append(next) }
      #expect(starts == foreign.starts, "\(foreign.rule) from \(foreign.window.lowerBound)")
      explained[foreign.difference, default: 0] += 1
    }
    print("Compared \(lines.count) rules. Explained differences: \(explained.filter { !$0.key.isEmpty })")
  }
}

extension RecurrenceRule.Until {
  fileprivate var wallTime: WallTime? {
    if case .wall(let wall) = self { wall } else { nil }
  }
}
