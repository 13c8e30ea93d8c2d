import CalendarModel

/// The days on which a rule repeats, if they can be described in words.
enum RepeatedDays: Equatable {
  /// On every day, or once in every period.
  case everyPeriod
  case named([NamedDay])
  /// On three or more consecutive weekdays.
  case weekdays(from: Weekday, to: Weekday)
  /// On days that cannot be described briefly, or cannot be described at all.
  case otherDays

  /// A day in a form that is used in everyday language.
  enum NamedDay: Equatable {
    case weekday(Weekday)
    /// The nth weekday of a month; -1 is the last.
    case numbered(Int, Weekday)
    case numberedOfMonth(Int, Weekday, month: Int)
    case dayOfMonth(Int)
    case lastDay
    case date(month: Int, day: Int)
  }

  /// The maximum number of days to list. A longer list is hard to read.
  private static let maximumNames = 7

  /// - Parameter start: the day of DTSTART, which determines anything that the rule does not specify.
  init(_ rule: RecurrenceRule, start: Day) {
    switch RepeatedDays.days(of: rule, start: start) {
    case let days? where days.isEmpty: self = .everyPeriod
    case let days? where days.count <= Self.maximumNames:
      self = RepeatedDays.weekdayRange(days) ?? .named(days)
    default: self = .otherDays
    }
  }

  /// Returns the days of a rule: nil if they cannot be described, or an empty array for all days.
  private static func days(of rule: RecurrenceRule, start: Day) -> [NamedDay]? {
    guard rule.weekNumbers.isEmpty, rule.yearDays.isEmpty, let weekdays = weekdays(of: rule) else {
      return nil
    }
    let monthDays = rule.monthDays
    switch rule.frequency {
    case .secondly, .minutely, .hourly, .daily:
      guard rule.months.isEmpty, monthDays.isEmpty else { return nil }
      return weekdaysWithoutNumbers(weekdays)
    case .weekly:
      guard rule.months.isEmpty, monthDays.isEmpty else { return nil }
      return weekdays.isEmpty ? [.weekday(start.weekday)] : weekdaysWithoutNumbers(weekdays)
    case .monthly:
      guard rule.months.isEmpty else { return nil }
      if weekdays.isEmpty { return daysOfMonth(monthDays.isEmpty ? [start.dayOfMonth] : monthDays) }
      return monthDays.isEmpty ? numberedWeekdays(weekdays) { .numbered($0, $1) } : nil
    case .yearly:
      return daysOfYear(rule, weekdays, start: start)
    }
  }

  private static func daysOfYear(
    _ rule: RecurrenceRule, _ weekdays: [RecurrenceRule.NumberedWeekday], start: Day
  ) -> [NamedDay]? {
    let months = rule.months.isEmpty ? [start.month] : rule.months
    if weekdays.isEmpty {
      let days = rule.monthDays.isEmpty ? [start.dayOfMonth] : rule.monthDays
      guard days.allSatisfy({ $0 > 0 }) else { return nil }
      return months.flatMap { month in days.map { .date(month: month, day: $0) } }
    }
    guard rule.monthDays.isEmpty, rule.months.count == 1, let month = rule.months.first else { return nil }
    return numberedWeekdays(weekdays) { .numberedOfMonth($0, $1, month: month) }
  }

  /// Returns BYDAY, combined with BYSETPOS if the two together describe numbered weekdays; nil for any other
  /// BYSETPOS.
  private static func weekdays(of rule: RecurrenceRule) -> [RecurrenceRule.NumberedWeekday]? {
    guard !rule.setPositions.isEmpty else { return rule.weekdays }
    guard rule.frequency == .monthly || (rule.frequency == .yearly && rule.months.count == 1),
      rule.weekdays.count == 1, let day = rule.weekdays.first, day.number == nil, rule.monthDays.isEmpty,
      !rule.hasSeveralTimes, rule.setPositions.allSatisfy({ (-5...5).contains($0) })
    else { return nil }
    return rule.setPositions.map { RecurrenceRule.NumberedWeekday(day.weekday, number: $0) }
  }

  private static func weekdaysWithoutNumbers(_ weekdays: [RecurrenceRule.NumberedWeekday]) -> [NamedDay] {
    Set(weekdays.map(\.weekday)).sorted { $0.rawValue < $1.rawValue }.map { .weekday($0) }
  }

  /// Returns consecutive weekdays as a range, or nil for any other days.
  private static func weekdayRange(_ days: [NamedDay]) -> RepeatedDays? {
    let weekdays = days.compactMap { if case .weekday(let weekday) = $0 { weekday } else { nil } }
    guard let first = weekdays.first, let last = weekdays.last, weekdays.count == days.count, days.count >= 3,
      last.rawValue - first.rawValue == days.count - 1
    else { return nil }
    return .weekdays(from: first, to: last)
  }

  private static func numberedWeekdays(
    _ weekdays: [RecurrenceRule.NumberedWeekday], name: (Int, Weekday) -> NamedDay
  ) -> [NamedDay]? {
    var names: [NamedDay] = []
    for day in weekdays.sorted(by: { $0.sortKey < $1.sortKey }) {
      guard let number = day.number, (1...5).contains(number) || number == -1 || number == -2 else {
        return nil
      }
      names.append(name(number, day.weekday))
    }
    return names
  }

  private static func daysOfMonth(_ monthDays: [Int]) -> [NamedDay]? {
    guard monthDays.allSatisfy({ $0 >= -1 }) else { return nil }
    return monthDays.filter { $0 > 0 }.map { .dayOfMonth($0) } + (monthDays.contains(-1) ? [.lastDay] : [])
  }
}

extension RecurrenceRule.NumberedWeekday {
  /// The sort order from the first of a month to the last.
  fileprivate var sortKey: Int {
    let number = number ?? 0
    return (number < 0 ? 100 + number : number) * 10 + weekday.rawValue
  }
}

extension RecurrenceRule {
  /// Whether BYSETPOS may select a time of day instead of a day.
  fileprivate var hasSeveralTimes: Bool { max(hours.count, minutes.count, seconds.count) > 1 }
}
