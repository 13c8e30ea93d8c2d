import CalendarModel

/// The days on which a rule repeats, as far as they can be described in words.
enum RepeatedDays: Equatable {
  /// On every day, or whenever the period comes round.
  case every
  case named([Named])
  /// On weekdays that follow one another, three or more.
  case weekdays(from: Weekday, to: Weekday)
  /// On days for which a sentence would be too long.
  case others

  /// A day as people name it.
  enum Named: Equatable {
    case weekday(Weekday)
    /// The first one of a month or, with -1, the last.
    case numbered(Int, Weekday)
    case numberedOfMonth(Int, Weekday, month: Int)
    case dayOfMonth(Int)
    case lastDay
    case date(month: Int, day: Int)
  }

  /// More than that are no longer read but counted.
  private static let maximumNames = 7

  /// - Parameter start: the day of DTSTART, which says what the rule does not.
  init(_ rule: RecurrenceRule, start: Day) {
    switch RepeatedDays.days(of: rule, start: start) {
    case let days? where days.isEmpty: self = .every
    case let days? where days.count <= Self.maximumNames: self = RepeatedDays.run(days) ?? .named(days)
    default: self = .others
    }
  }

  /// Nil where there are no words; empty for all.
  private static func days(of rule: RecurrenceRule, start: Day) -> [Named]? {
    guard rule.weekNumbers.isEmpty, rule.yearDays.isEmpty, let weekdays = weekdays(of: rule) else {
      return nil
    }
    let monthDays = rule.monthDays
    switch rule.frequency {
    case .secondly, .minutely, .hourly, .daily:
      guard rule.months.isEmpty, monthDays.isEmpty else { return nil }
      return plain(weekdays)
    case .weekly:
      guard rule.months.isEmpty, monthDays.isEmpty else { return nil }
      return weekdays.isEmpty ? [.weekday(start.weekday)] : plain(weekdays)
    case .monthly:
      guard rule.months.isEmpty else { return nil }
      if weekdays.isEmpty { return named(monthDays.isEmpty ? [start.dayOfMonth] : monthDays) }
      return monthDays.isEmpty ? numbered(weekdays) { .numbered($0, $1) } : nil
    case .yearly:
      return yearly(rule, weekdays, start: start)
    }
  }

  private static func yearly(
    _ rule: RecurrenceRule, _ weekdays: [RecurrenceRule.NumberedWeekday], start: Day
  ) -> [Named]? {
    let months = rule.months.isEmpty ? [start.month] : rule.months
    if weekdays.isEmpty {
      let days = rule.monthDays.isEmpty ? [start.dayOfMonth] : rule.monthDays
      guard days.allSatisfy({ $0 > 0 }) else { return nil }
      return months.flatMap { month in days.map { .date(month: month, day: $0) } }
    }
    guard rule.monthDays.isEmpty, rule.months.count == 1, let month = rule.months.first else { return nil }
    return numbered(weekdays) { .numberedOfMonth($0, $1, month: month) }
  }

  /// BYDAY, with BYSETPOS put into it where the two together are a numbered weekday; nil for another BYSETPOS.
  private static func weekdays(of rule: RecurrenceRule) -> [RecurrenceRule.NumberedWeekday]? {
    guard !rule.setPositions.isEmpty else { return rule.weekdays }
    guard rule.frequency == .monthly || (rule.frequency == .yearly && rule.months.count == 1),
      rule.weekdays.count == 1, let day = rule.weekdays.first, day.number == nil, rule.monthDays.isEmpty,
      !rule.hasManyTimes, rule.setPositions.allSatisfy({ (-5...5).contains($0) })
    else { return nil }
    return rule.setPositions.map { RecurrenceRule.NumberedWeekday(day.weekday, number: $0) }
  }

  private static func plain(_ weekdays: [RecurrenceRule.NumberedWeekday]) -> [Named] {
    Set(weekdays.map(\.weekday)).sorted { $0.rawValue < $1.rawValue }.map { .weekday($0) }
  }

  /// Weekdays in a row as one.
  private static func run(_ days: [Named]) -> RepeatedDays? {
    let weekdays = days.compactMap { if case .weekday(let weekday) = $0 { weekday } else { nil } }
    guard let first = weekdays.first, let last = weekdays.last, weekdays.count == days.count, days.count >= 3,
      last.rawValue - first.rawValue == days.count - 1
    else { return nil }
    return .weekdays(from: first, to: last)
  }

  private static func numbered(
    _ weekdays: [RecurrenceRule.NumberedWeekday], name: (Int, Weekday) -> Named
  ) -> [Named]? {
    var names: [Named] = []
    for day in weekdays.sorted(by: { $0.inMonth < $1.inMonth }) {
      guard let number = day.number, (1...5).contains(number) || number == -1 || number == -2 else {
        return nil
      }
      names.append(name(number, day.weekday))
    }
    return names
  }

  private static func named(_ monthDays: [Int]) -> [Named]? {
    guard monthDays.allSatisfy({ $0 >= -1 }) else { return nil }
    return monthDays.filter { $0 > 0 }.map { .dayOfMonth($0) } + (monthDays.contains(-1) ? [.lastDay] : [])
  }
}

extension RecurrenceRule.NumberedWeekday {
  /// Orders from the first of a month to the last.
  fileprivate var inMonth: Int {
    let number = number ?? 0
    return (number < 0 ? 100 + number : number) * 10 + weekday.rawValue
  }
}

extension RecurrenceRule {
  /// Whether BYSETPOS may pick a time instead of a day.
  fileprivate var hasManyTimes: Bool { max(hours.count, minutes.count, seconds.count) > 1 }
}
