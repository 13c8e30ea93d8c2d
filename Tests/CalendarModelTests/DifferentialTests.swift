import CalendarModel
import Foundation
import Testing

/// A random rule with its expected starts, computed with another implementation (python-dateutil).
/// Tests/Differential/recurrence.py generates the file named by HANDSPAN_DIFFERENTIAL.
struct ReferenceRule {
  /// The known reason why the other implementation does not find `starts` when given this rule; empty if it does. If
  /// there is a reason, `starts` was computed from its results for simpler rules.
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

@Suite(.enabled(if: ReferenceRule.file != nil)) struct DifferentialTests {
  @Test func everyRuleHasTheExpectedStarts() throws {
    let lines = try String(contentsOfFile: ReferenceRule.file ?? "", encoding: .utf8).split(separator: "\n")
    var countsByDifference: [String: Int] = [:]
    for line in lines {
      let reference = try #require(ReferenceRule(String(line)))
      let rule = try RecurrenceRule(parsing: reference.rule)
      var expansion = RuleExpansion(
        rule, from: reference.window.lowerBound, in: reference.window, through: rule.until?.wallTime,
        count: rule.count)
      var starts: [WallTime] = []
      // The script lists at most the first 40 starts of a rule, so no more are compared.
      while starts.count < max(40, reference.starts.count), let next = expansion.next() {
        starts.append(next)
      }
      #expect(starts == reference.starts, "\(reference.rule) from \(reference.window.lowerBound)")
      countsByDifference[reference.difference, default: 0] += 1
    }
    print(
      "Compared \(lines.count) rules. Explained differences: \(countsByDifference.filter { !$0.key.isEmpty })"
    )
  }
}

extension RecurrenceRule.Until {
  fileprivate var wallTime: WallTime? {
    if case .wall(let wall) = self { wall } else { nil }
  }
}
