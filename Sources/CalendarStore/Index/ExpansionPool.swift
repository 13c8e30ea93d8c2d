import CalendarModel

/// Limits the total cost of one query, however many repeat rules the calendars have.
///
/// Every series has a limit of its own, which none that is meant reaches. A few may come close to it. Once many do,
/// as in a file that was made to hang a program, those that are left are shown as often as ordinary ones.
struct ExpansionPool {
  /// How many steps of working out are left: about half a second.
  private(set) var steps = 20_000_000
  /// How many instances beyond the ordinary are left: two series of every minute, for a week.
  private var plenty = 20_000
  /// How many instances are left: more than the widest question of an honest calendar needs, which is a month of
  /// 100,000 events that all repeat.
  private var instances = 1_000_000

  /// Every minute of a day is still shown, every second is not.
  private static let maximumPerDay = 1_500
  /// Every day of 130 years.
  private static let maximum = 50_000
  /// What is still given when nothing is left: every day of a fortnight.
  private static let minimum = 16

  /// How often one series is shown in so many seconds.
  func limit(seconds: Int) -> Int {
    guard instances > 0 else { return Self.minimum }
    guard plenty > 0 else { return Self.ordinary(seconds: seconds) }
    return min(Self.maximum, Self.maximumPerDay * Self.days(seconds))
  }

  /// What one series may cost in a stretch of so many seconds.
  func budget(seconds: Int) -> ExpansionBudget {
    ExpansionBudget(
      starts: limit(seconds: seconds), steps: steps > 0 ? ExpansionBudget.standard.steps : 2_000)
  }

  /// Notes what it took to work out one series.
  mutating func spendSteps(of found: Series.Found) { steps -= found.steps }

  /// Notes how often one series is shown in so many seconds.
  mutating func spendInstances(_ shown: Int, seconds: Int) {
    instances -= shown
    plenty -= max(0, shown - Self.ordinary(seconds: seconds))
  }

  /// How often an event takes place that people go to: a few times a day.
  private static func ordinary(seconds: Int) -> Int { min(maximum, minimum + 4 * days(seconds)) }

  private static func days(_ seconds: Int) -> Int { 1 + max(0, seconds) / WallTime.secondsPerDay }
}
