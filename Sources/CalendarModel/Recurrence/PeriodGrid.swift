/// The numbered periods of a DAILY, WEEKLY, MONTHLY or YEARLY rule. INTERVAL may select only some of them.
struct PeriodGrid {
  private enum Unit { case day, week, month, year, weekBasedYear }

  private let unit: Unit
  private let interval: Int
  private let weekStart: Weekday
  /// The number of the first period that INTERVAL selects.
  private var anchor = 0

  /// Creates the periods of a rule. The first period contains `start`.
  ///
  /// With BYWEEKNO, years are week-based, so that New Year does not split week 1. The first period is then
  /// the week-based year of DTSTART. If DTSTART is not one of the rule's days, a case that RFC 5545 leaves
  /// undefined, the first period is the week-based year with the same number as DTSTART's calendar year.
  init(_ rule: RecurrenceRule, start: Day, pattern: DayPattern) {
    unit =
      switch rule.frequency {
      case .secondly, .minutely, .hourly, .daily: .day
      case .weekly: .week
      case .monthly: .month
      case .yearly: rule.weekNumbers.isEmpty ? .year : .weekBasedYear
      }
    interval = rule.frequency.isWithinDay ? 1 : rule.interval
    weekStart = rule.weekStart
    anchor = number(of: start.ordinal)
    if unit == .weekBasedYear {
      let month = CalendarMonth(containing: start.ordinal)
      let isSelected = pattern.days(of: month) >> UInt32(start.ordinal - month.firstDay) & 1 == 1
      if !isSelected { anchor = start.year }
    }
  }

  /// Returns the number of the period that contains a day.
  private func number(of ordinal: Int) -> Int {
    switch unit {
    case .day: return ordinal
    case .week: return floorQuotient(ordinal - startOfWeekZero, 7)
    case .month:
      let (year, month, _) = Day(ordinal: ordinal).components
      return year * 12 + month - 1
    case .year: return Day(ordinal: ordinal).year
    case .weekBasedYear: return CalendarYear.weekYear(of: ordinal, weekStart: weekStart)
    }
  }

  /// Returns the ordinal of a period's first day.
  private func firstDay(of number: Int) -> Int {
    switch unit {
    case .day: number
    case .week: startOfWeekZero + number * 7
    case .month:
      CalendarMonth(year: floorQuotient(number, 12), month: floorModulo(number, 12) + 1).firstDay
    case .year: CalendarYear.firstDay(of: number)
    case .weekBasedYear: CalendarYear.startOfWeekOne(of: number, weekStart: weekStart)
    }
  }

  private var startOfWeekZero: Int { Day(ordinal: 0).startOfWeek(first: weekStart).ordinal }

  /// Returns the days of the period that contains a day, or nil if INTERVAL does not select that period.
  func period(of ordinal: Int) -> Range<Int>? {
    let number = number(of: ordinal)
    guard floorModulo(number - anchor, interval) == 0 else { return nil }
    return firstDay(of: number)..<firstDay(of: number + 1)
  }

  /// Finds the period that contains `target` or, if INTERVAL does not select that period, the last selected
  /// period before it.
  ///
  /// - Returns: the period's first day and the number of selected periods passed; `day` itself and 0 if no
  ///   period is passed.
  func skip(from day: Int, to target: Int) -> (day: Int, count: Int) {
    let next = period(of: day)?.lowerBound == day ? number(of: day) : numberOfNext(after: day)
    let goal = number(of: target) - floorModulo(number(of: target) - anchor, interval)
    return goal > next ? (firstDay(of: goal), (goal - next) / interval) : (day, 0)
  }

  /// Returns the first day of the next selected period after the one that contains a day.
  func nextPeriod(after ordinal: Int) -> Int {
    firstDay(of: numberOfNext(after: ordinal))
  }

  private func numberOfNext(after ordinal: Int) -> Int {
    let number = number(of: ordinal)
    return number + interval - floorModulo(number - anchor, interval)
  }
}
