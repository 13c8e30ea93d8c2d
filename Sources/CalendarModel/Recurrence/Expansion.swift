/// Why an expansion has no more starts.
package enum ExpansionEnd: Hashable, Sendable {
  /// All that lie in the window were given.
  case complete
  /// There are more than the budget's starts; those given are the earliest.
  case tooManyStarts(Int)
  /// The budget's steps were used up before the window was seen through; those given are the earliest.
  case tooManySteps(Int)
  /// The rule, or this part of it, is not one that Handspan follows; it was not expanded.
  case unsupported(String)
}

/// What an expansion found.
package struct Expansion<Start: Sendable>: Sendable {
  /// The starts in ascending order of the wall, none twice.
  package var starts: [Start]
  /// Whether these are all, or why not.
  package var end: ExpansionEnd
  /// How many steps it took, as the budget counts them.
  package var steps: Int
}
