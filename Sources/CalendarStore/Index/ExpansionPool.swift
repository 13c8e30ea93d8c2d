import CalendarModel

/// Limits the total cost of one query, however many recurrence rules the calendars have.
///
/// Each series has its own limit, which no sensible one reaches. A few may come close to it. Once many do, as
/// in a file made to hang a program, the remaining ones are limited to the number of instances of ordinary
/// series.
struct ExpansionPool {
  /// The remaining expansion steps: about half a second.
  private(set) var steps = 20_000_000
  /// The remaining instances beyond ordinary ones: two series of every minute, for a week.
  private var plenty = 20_000
  /// The remaining instances: more than the widest query of an honest calendar needs, which is a month of
  /// 100,000 events that all repeat.
  private var instances = 1_000_000

  /// Every minute of a day is still shown, every second is not.
  private static let maximumPerDay = 1_500
  /// Every day of 130 years.
  private static let maximum = 50_000
  /// The minimum even when nothing remains: every day of a fortnight.
  private static let minimum = 16

  /// The maximum number of instances of one series in a period of that many seconds.
  func limit(seconds: Int) -> Int {
    guard instances > 0 else { return Self.minimum }
    guard plenty > 0 else { return Self.ordinary(seconds: seconds) }
    return min(Self.maximum, Self.maximumPerDay * Self.days(seconds))
  }

  /// The expansion budget of one series in a period of that many seconds.
  func budget(seconds: Int) -> ExpansionBudget {
    ExpansionBudget(
      starts: limit(seconds: seconds), steps: steps > 0 ? ExpansionBudget.standard.steps : 2_000)
  }

  /// Subtracts the cost of expanding one series.
  mutating func spendSteps(of found: Series.Found) { steps -= found.steps }

  /// Subtracts the instances of one series in a period of that many seconds.
  mutating func spendInstances(_ shown: Int, seconds: Int) {
    instances -= shown
    plenty -= max(0, shown - Self.ordinary(seconds: seconds))
  }

  /// The number of instances of an event that people actually attend: a few per day.
  private static func ordinary(seconds: Int) -> Int { min(maximum, minimum + 4 * days(seconds)) }

  private static func days(_ seconds: Int) -> Int { 1 + max(0, seconds) / WallTime.secondsPerDay }
}
