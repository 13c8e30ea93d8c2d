/// The reason why an expansion ended.
package enum ExpansionEnd: Hashable, Sendable {
  /// All starts in the window were returned.
  case complete
  /// There are more starts than the budget allows; those returned are the earliest. The associated value is
  /// the maximum number of starts.
  case tooManyStarts(Int)
  /// The budget's steps were used up before the end of the window; the starts returned are the earliest. The
  /// associated value is the maximum number of steps.
  case tooManySteps(Int)
  /// Handspan does not support this part of the rule, so it was not expanded.
  case unsupported(String)
}

/// The result of an expansion.
package struct Expansion<Start: Sendable>: Sendable {
  /// The starts in ascending order of wall time, without duplicates.
  package var starts: [Start]
  /// Whether the starts are complete, or the reason why they are not.
  package var end: ExpansionEnd
  /// The number of steps taken, as counted by the budget.
  package var steps: Int
}
