/// How much work one expansion may be. Any rule of any file ends within it.
public struct ExpansionBudget: Hashable, Sendable {
  /// How many starts are given at most.
  public var starts: Int
  /// How many periods and months are looked at, at most; a step takes some ten nanoseconds.
  public var steps: Int

  /// That much.
  public init(starts: Int, steps: Int) {
    self.starts = starts
    self.steps = steps
  }

  /// What no rule that is meant reaches: more starts than anyone reads and about ten milliseconds of looking.
  public static let standard = ExpansionBudget(starts: 20_000, steps: 200_000)
}

/// Why an expansion has no more starts.
public enum ExpansionEnd: Hashable, Sendable {
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
public struct Expansion<Start: Sendable>: Sendable {
  /// The starts in ascending order of the wall, none twice.
  public var starts: [Start]
  /// Whether these are all, or why not.
  public var end: ExpansionEnd
  /// How many steps it took, as the budget counts them.
  public var steps: Int
}
