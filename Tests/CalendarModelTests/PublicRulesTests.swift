import CalendarModel
import Foundation
import Testing

/// A rule from libical's tests with its expected instances.
struct PublicRule: Sendable, CustomStringConvertible {
  let rule: String
  let start: WallTime
  let isDate: Bool
  /// The expected instances; nil if libical does not support the rule.
  let instances: [WallTime]?

  var description: String { rule }

  /// All rules. If HANDSPAN_CORPUS is not set, there are none, and a message says so.
  static let all: [PublicRule] = {
    guard let folder = ProcessInfo.processInfo.environment["HANDSPAN_CORPUS"] else {
      print("HANDSPAN_CORPUS is not set; the tests with public rules are skipped.")
      return []
    }
    let file = "\(folder)/libical/recurrence/icalrecur_test.txt"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "\n\n").compactMap(PublicRule.init)
  }()

  private init?(_ paragraph: String) {
    var values: [String: String] = [:]
    for line in paragraph.split(separator: "\n") where !line.hasPrefix("#") {
      let pair = line.split(separator: ":", maxSplits: 1).map(String.init)
      if pair.count == 2 { values[pair[0]] = pair[1] }
    }
    guard let rule = values["RRULE"], let start = values["DTSTART"], let wall = WallTime(compact: start),
      let instances = values["INSTANCES"]
    else { return nil }
    self.rule = rule
    self.start = wall
    isDate = !start.contains("T")
    self.instances =
      instances.contains("***")
      ? nil : instances.split(separator: ",").compactMap { WallTime(compact: String($0)) }
  }
}

@Suite(.enabled(if: !PublicRule.all.isEmpty)) struct PublicRulesTests {
  @Test func allCasesAreRead() {
    #expect(PublicRule.all.count == 146)
  }

  @Test(arguments: PublicRule.all) func instancesMatchLibical(rule: PublicRule) throws {
    let parsedRule = try RecurrenceRule(parsing: rule.rule)
    let expansion = parsedRule.starts(
      from: rule.start, isDate: rule.isDate, in: rule.start..<WallTime(Day.latest))
    #expect(expansion.end == .complete)
    if let instances = rule.instances { #expect(expansion.starts == instances) }
  }
}
