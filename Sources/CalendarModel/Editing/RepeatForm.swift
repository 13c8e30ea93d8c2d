/// The values on the editor's page on which the user describes how an event repeats.
///
/// The page can describe the rules that people commonly use; `init(_:start:)` returns nil for all others. A rule
/// that the user does not change is written as before.
package struct RepeatForm: Hashable, Sendable {
  /// The days of a month on which a monthly or yearly rule repeats.
  package enum MonthDay: Hashable, Sendable {
    /// A day of the month; -1 is the last day.
    case date(Int)
    /// The nth weekday of the month.
    case weekday(RecurrenceRule.NumberedWeekday)
  }

  package enum End: Hashable, Sendable {
    case never
    /// On or before a day.
    case on(Day)
    /// After a number of dates.
    case after(Int)
  }

  /// The units that the page offers.
  package static let frequencies: [RecurrenceRule.Frequency] = [.daily, .weekly, .monthly, .yearly]
  /// The intervals and the numbers of dates that the page accepts.
  package static let acceptedNumbers = 1...999

  /// One of `frequencies`.
  package var frequency: RecurrenceRule.Frequency
  package var interval = 1
  /// The weekdays of a weekly rule; never empty.
  package private(set) var weekdays: Set<Weekday>
  /// The day of a monthly or yearly rule.
  package var monthDay: MonthDay
  package var end = End.never
  /// The first day of the week, which matters for a rule such as “every two weeks on Tuesday and Sunday”.
  private var weekStart: Weekday
  /// The rule as it was written, so that whatever the user does not change keeps its form.
  private let writtenRule: RecurrenceRule?

  /// Creates the values for an event that starts to repeat, by default every week on the weekday of its start.
  package init(_ frequency: RecurrenceRule.Frequency = .weekly, on day: Day, weekStart: Weekday = .monday) {
    self.frequency = frequency
    self.weekStart = weekStart
    weekdays = [day.weekday]
    monthDay = .date(day.dayOfMonth)
    writtenRule = nil
  }

  /// Creates the values that describe a rule.
  ///
  /// - Returns: nil if the page cannot describe the rule.
  package init?(_ rule: RecurrenceRule, start: EventTime) {
    let isSimple = rule.weekNumbers.isEmpty && rule.yearDays.isEmpty && rule.setPositions.isEmpty
    let hasTimes = !(rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty)
    let day = start.wall.day
    guard rule.isSupported, isSimple, !hasTimes, Self.frequencies.contains(rule.frequency),
      Self.acceptedNumbers.contains(rule.interval), Self.acceptedNumbers.contains(rule.count ?? 1),
      rule.count == nil || rule.until == nil,
      let monthDay = RepeatForm.monthDay(of: rule, start: day)
    else { return nil }
    frequency = rule.frequency
    interval = rule.interval
    weekStart = rule.weekStart
    weekdays = rule.frequency == .weekly ? Set(rule.weekdays.map(\.weekday)) : []
    if weekdays.isEmpty { weekdays = [day.weekday] }
    self.monthDay = monthDay
    writtenRule = rule
    if let count = rule.count { end = .after(count) }
    if let until = rule.until { end = .on(until.lastDay(for: start)) }
  }

  /// Returns the day of a monthly or yearly rule or, for other rules, the day of the start; nil if the parts
  /// of the rule that choose days cannot be described.
  private static func monthDay(of rule: RecurrenceRule, start: Day) -> MonthDay? {
    let dateOfStart = MonthDay.date(start.dayOfMonth)
    let isNumbered = rule.weekdays.contains { $0.number != nil }
    switch rule.frequency {
    case .daily: return rule.hasDays ? nil : dateOfStart
    case .weekly: return rule.months.isEmpty && rule.monthDays.isEmpty && !isNumbered ? dateOfStart : nil
    case .monthly where !rule.months.isEmpty: return nil
    case .yearly where rule.months.isEmpty: return rule.hasDays ? nil : dateOfStart
    case .yearly where rule.months != [start.month]: return nil
    default: break
    }
    switch (rule.monthDays.count, rule.weekdays.count) {
    case (0, 0): return dateOfStart
    case (1, 0):
      let number = rule.monthDays[0]
      return number > 0 || number == -1 ? .date(number) : nil
    case (0, 1):
      let number = rule.weekdays[0].number ?? 0
      return (1...5).contains(number) || number == -1 ? .weekday(rule.weekdays[0]) : nil
    default: return nil
    }
  }

  /// Adds or removes a weekday. The only weekday left cannot be removed.
  package mutating func toggle(_ weekday: Weekday) {
    if weekdays.contains(weekday) {
      if weekdays.count > 1 { weekdays.remove(weekday) }
    } else {
      weekdays.insert(weekday)
    }
  }

  package mutating func setWeekdays(_ weekdays: Set<Weekday>) {
    if !weekdays.isEmpty { self.weekdays = weekdays }
  }

  /// Returns the days of the month to offer: the ways to describe the day of the start, and the chosen day.
  package func monthDays(for start: Day) -> [MonthDay] {
    var days = RepeatForm.monthDays(for: start)
    if !days.contains(monthDay) { days.append(monthDay) }
    return days
  }

  /// Returns the ways to describe a day within its month.
  package static func monthDays(for start: Day) -> [MonthDay] {
    let number = (start.dayOfMonth - 1) / 7 + 1
    var days = [MonthDay.date(start.dayOfMonth)]
    if number <= 4 { days.append(.weekday(.init(start.weekday, number: number))) }
    if start.adding(days: 7).month != start.month { days.append(.weekday(.init(start.weekday, number: -1))) }
    if start.adding(days: 1).month != start.month { days.append(.date(-1)) }
    return days
  }

  /// Returns the rule for an event with the given start.
  package func rule(start: EventTime) -> RecurrenceRule {
    let day = start.wall.day
    // Anything that the written rule leaves open, and thus takes from the start, is left open here, too.
    let ruleWithSameFrequency = writtenRule?.frequency == frequency ? writtenRule : nil
    var rule = RecurrenceRule(frequency, interval: interval)
    rule.weekStart = writtenRule?.weekStart ?? .monday
    switch frequency {
    case .weekly:
      if interval > 1, weekdays.count > 1 { rule.weekStart = weekStart }
      if ruleWithSameFrequency?.weekdays.isEmpty != true || weekdays != [day.weekday] {
        rule.weekdays = weekdays.map { RecurrenceRule.NumberedWeekday($0) }.sorted()
      }
    case .monthly:
      if ruleWithSameFrequency?.hasDays != false || monthDay != .date(day.dayOfMonth) {
        rule.set(monthDay)
      }
    case .yearly:
      if ruleWithSameFrequency?.hasDays == true || monthDay != .date(day.dayOfMonth) {
        rule.months = [day.month]
        rule.set(monthDay)
      }
    default: break
    }
    switch end {
    case .never: break
    case .after(let count): rule.count = count
    case .on(let last):
      if let until = writtenRule?.until, until.lastDay(for: start) == last {
        rule.until = until
      } else {
        rule.until = .date(last)
        rule = rule.fitting(start)
      }
    }
    return rule
  }
}

extension RecurrenceRule {
  /// Whether the rule chooses days itself, with BYMONTH, BYMONTHDAY or BYDAY.
  fileprivate var hasDays: Bool { !(months.isEmpty && monthDays.isEmpty && weekdays.isEmpty) }

  fileprivate mutating func set(_ day: RepeatForm.MonthDay) {
    switch day {
    case .date(let number): monthDays = [number]
    case .weekday(let weekday): weekdays = [weekday]
    }
  }
}
