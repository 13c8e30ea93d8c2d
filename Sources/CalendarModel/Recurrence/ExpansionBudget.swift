/// A limit on the work of one expansion, which ensures that the expansion of any rule ends.
package struct ExpansionBudget: Hashable, Sendable {
  /// The maximum number of starts returned.
  package var starts: Int
  /// The maximum number of periods and months examined. A step takes about ten nanoseconds.
  package var steps: Int

  package init(starts: Int, steps: Int) {
    self.starts = starts
    self.steps = steps
  }

  /// A budget that exceeds the needs of any meaningful rule: more starts than anyone would read, and a few
  /// milliseconds of work.
  package static let standard = ExpansionBudget(starts: 20_000, steps: 200_000)
}
