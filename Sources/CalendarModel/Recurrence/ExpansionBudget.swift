/// Limits the work of one expansion, so that every rule in every file terminates.
package struct ExpansionBudget: Hashable, Sendable {
  /// The maximum number of starts returned.
  package var starts: Int
  /// The maximum number of periods and months examined. A step takes about ten nanoseconds.
  package var steps: Int

  package init(starts: Int, steps: Int) {
    self.starts = starts
    self.steps = steps
  }

  /// More than any meaningful rule needs: more starts than anyone reads, and about ten milliseconds of work
  /// at most.
  package static let standard = ExpansionBudget(starts: 20_000, steps: 200_000)
}
