/// Limits the work of one expansion, so that every rule in every file terminates.
package struct ExpansionBudget: Hashable, Sendable {
  /// How many starts are given at most.
  package var starts: Int
  /// How many periods and months are looked at, at most; a step takes some ten nanoseconds.
  package var steps: Int

  package init(starts: Int, steps: Int) {
    self.starts = starts
    self.steps = steps
  }

  /// What no rule that is meant reaches: more starts than anyone reads and about ten milliseconds of looking.
  package static let standard = ExpansionBudget(starts: 20_000, steps: 200_000)
}
