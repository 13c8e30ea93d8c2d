import CalendarModel

/// What one question may cost altogether, however many repeat rules the calendars have.
///
/// Every rule has a budget of its own, which none that is meant reaches. Once a file of many hostile rules has
/// used up the pool, the rules that are left get just enough for an ordinary one.
struct ExpansionPool {
  /// More than the widest question of an honest calendar needs: a month of 100,000 events that all repeat.
  private var instances = 1_000_000
  /// About half a second.
  private(set) var steps = 20_000_000

  /// Every minute of a day is still shown, every second is not.
  private static let instancesPerDay = 1_500
  /// Every day of 130 years.
  private static let mostInstances = 50_000

  /// How many times one series is shown at most in a stretch of so many seconds.
  static func limit(seconds: Int) -> Int {
    min(mostInstances, instancesPerDay * (1 + max(0, seconds) / WallTime.secondsPerDay))
  }

  /// What one series may cost in a stretch of so many seconds.
  func budget(seconds: Int) -> ExpansionBudget {
    ExpansionBudget(
      starts: instances > 0 ? Self.limit(seconds: seconds) : 100,
      steps: steps > 0 ? ExpansionBudget.standard.steps : 2_000)
  }

  /// Notes what one series did cost.
  mutating func take(_ found: Series.Found) {
    instances -= found.instances.count
    steps -= found.steps
  }
}
