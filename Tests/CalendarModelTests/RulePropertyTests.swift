import CalendarModel
import Testing

/// Properties that hold for every rule, tested with random rules.
@Suite struct RulePropertyTests {
  private static let ruleCount = 600
  private let budget = ExpansionBudget(starts: 2_000, steps: 20_000)

  @Test func smallerWindowHasTheSameStarts() {
    var random = RandomRules(seed: 1)
    for _ in 0..<Self.ruleCount {
      let (rule, start) = random.next()
      let length = RandomRules.periodLength(of: rule)
      let fullExpansion = rule.starts(from: start, in: start..<start.adding(seconds: length), budget: budget)
      guard fullExpansion.end == .complete else { continue }
      for _ in 0..<4 {
        let from = start.adding(seconds: random.below(length) - length / 10)
        let window = from..<min(from.adding(seconds: random.below(length / 4)), start.adding(seconds: length))
        guard window.lowerBound < window.upperBound else { continue }
        let partialExpansion = rule.starts(from: start, in: window, budget: budget)
        #expect(
          partialExpansion.starts == fullExpansion.starts.filter(window.contains),
          "\(rule) from \(start) in \(window)")
      }
    }
  }

  @Test func startsAreSortedWithoutDuplicates() {
    var random = RandomRules(seed: 2)
    for _ in 0..<Self.ruleCount {
      let (rule, start) = random.next()
      let window = start..<start.adding(seconds: RandomRules.periodLength(of: rule))
      let expansion = rule.starts(from: start, in: window, budget: budget)
      #expect(
        zip(expansion.starts, expansion.starts.dropFirst()).allSatisfy { $0 < $1 }, "\(rule) from \(start)")
      #expect(expansion.starts.count <= rule.count ?? Int.max, "\(rule) from \(start)")
      #expect(expansion.starts.allSatisfy { $0 >= start })
    }
  }

  @Test func countLimitsAnEndlessRule() {
    var random = RandomRules(seed: 3)
    for _ in 0..<Self.ruleCount {
      var (rule, start) = random.next()
      let window = start..<start.adding(seconds: RandomRules.periodLength(of: rule))
      let count = 1 + random.below(100)
      rule.count = nil
      let endlessExpansion = rule.starts(from: start, in: window, budget: budget)
      rule.count = count
      let limitedExpansion = rule.starts(from: start, in: window, budget: budget)
      #expect(
        limitedExpansion.starts == Array(endlessExpansion.starts.prefix(count)), "\(rule) from \(start)")
    }
  }

  @Test func recurrenceHasTheInstancesOfItsRuleAndItsStart() {
    var random = RandomRules(seed: 4)
    for _ in 0..<Self.ruleCount {
      var (rule, start) = random.next()
      rule.count = nil
      let window = start..<start.adding(seconds: RandomRules.periodLength(of: rule) / 4)
      let ruleStarts = Set(rule.starts(from: start, in: window, budget: budget).starts)
      let expansion = Recurrence(start: .floating(start), rules: [rule]).instances(in: window, budget: budget)
      #expect(
        expansion.starts.map(\.start.wall) == ruleStarts.union([start]).sorted(), "\(rule) from \(start)")
    }
  }

  @Test func exceptionRemovesExactlyOneInstance() {
    var random = RandomRules(seed: 5)
    for _ in 0..<Self.ruleCount {
      let (rule, start) = random.next()
      let window = start..<start.adding(seconds: RandomRules.periodLength(of: rule) / 4)
      let expansion = Recurrence(start: .floating(start), rules: [rule]).instances(in: window, budget: budget)
      let excludedStart = expansion.starts[random.below(expansion.starts.count)].start
      let remainingExpansion = Recurrence(start: .floating(start), rules: [rule], exceptions: [excludedStart])
        .instances(in: window, budget: budget)
      #expect(
        remainingExpansion.starts == expansion.starts.filter { $0.start != excludedStart },
        "\(rule) from \(start)")
      #expect(remainingExpansion.starts.count == expansion.starts.count - 1)
    }
  }

  @Test func ruleIsEqualAfterWritingAndReading() throws {
    var random = RandomRules(seed: 6)
    for _ in 0..<Self.ruleCount {
      let rule = random.next().rule
      #expect(try RecurrenceRule(parsing: rule.description) == rule)
    }
  }
}
