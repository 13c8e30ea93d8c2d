/// The days that a rule's date parts select, as one bit mask per month: bit 0 is the first day of the month.
///
/// BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY and BYDAY each select a set of days, and a day must be in all of
/// them: once the period is known, it makes no difference whether a part expands or limits the rule according
/// to the table in RFC 5545 3.3.10. Parts that the table does not allow with a frequency select days like the
/// others. Anything that the rule leaves open is taken from DTSTART.
struct DayPattern {
  /// The months in which days are selected; empty for all months.
  private(set) var months: [Int]
  private var monthDays: [Int]
  private let yearDays: [Int]
  private let weekNumbers: [Int]
  private var weekdays: [RecurrenceRule.NumberedWeekday]
  private let weekStart: Weekday
  /// Whether the numbers of `weekdays` count within a month, as in “the second Tuesday of the month”; otherwise,
  /// they count within a year.
  private let countsWithinMonth: Bool

  /// Creates the pattern of a rule for an event that starts on `start`.
  init(_ rule: RecurrenceRule, start: Day) {
    months = rule.months
    monthDays = rule.monthDays
    yearDays = rule.yearDays
    weekNumbers = rule.weekNumbers
    weekdays = rule.weekdays
    weekStart = rule.weekStart
    countsWithinMonth = rule.frequency == .monthly || !rule.months.isEmpty
    // RFC 5545 3.3.10 allows numbers only with MONTHLY, and with YEARLY without BYWEEKNO. Elsewhere they are
    // ignored, because a week has only one of each weekday.
    if rule.frequency < .monthly || !weekNumbers.isEmpty {
      weekdays = weekdays.map { RecurrenceRule.NumberedWeekday($0.weekday) }
    }
    fillFromStart(start, frequency: rule.frequency)
  }

  /// Fills in anything that the rule leaves open: “Information, not contained in the rule, necessary to
  /// determine the various recurrence instance start time and dates are derived from the Start Time”
  /// (3.3.10).
  private mutating func fillFromStart(_ start: Day, frequency: RecurrenceRule.Frequency) {
    let selectsDays = !(weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty)
    switch frequency {
    case .yearly:
      // BYMONTHDAY alone applies to the month of DTSTART. Together with BYDAY, it applies to all months.
      if months.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty && weekdays.isEmpty {
        months = [start.month]
      }
      if !selectsDays { monthDays = [start.dayOfMonth] }
      if !weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty {
        weekdays = [RecurrenceRule.NumberedWeekday(start.weekday)]
      }
    case .monthly: if !selectsDays { monthDays = [start.dayOfMonth] }
    case .weekly: if !selectsDays { weekdays = [RecurrenceRule.NumberedWeekday(start.weekday)] }
    default: break
    }
  }

  /// Whether every day of every year is selected.
  var isEveryDay: Bool {
    months.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty
  }

  /// Returns the number of selected days in each period of a frequency, or nil if the number varies or is not
  /// easy to determine.
  func daysInEveryPeriod(of frequency: RecurrenceRule.Frequency) -> Int? {
    guard weekNumbers.isEmpty else { return nil }
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: return isEveryDay ? 1 : nil
    case .weekly: return months.isEmpty && yearDays.isEmpty && monthDays.isEmpty ? weekdays.count : nil
    case .monthly: return months.isEmpty && yearDays.isEmpty ? daysInEveryMonth : nil
    case .yearly:
      return !months.isEmpty && yearDays.isEmpty ? daysInEveryMonth.map { $0 * months.count } : nil
    }
  }

  /// The number of selected days per month; nil unless every month, even February, has all of them. They must
  /// all be counted from the same end of the month, because otherwise two of them could be the same day.
  private var daysInEveryMonth: Int? {
    func fit(_ values: [Int], _ range: ClosedRange<Int>) -> Bool {
      values.allSatisfy { range.contains($0) } || values.allSatisfy { range.contains(-$0) }
    }
    if weekdays.isEmpty { return fit(monthDays, 1...28) ? monthDays.count : nil }
    return monthDays.isEmpty && countsWithinMonth && fit(weekdays.map { $0.number ?? 0 }, 1...4)
      ? weekdays.count : nil
  }

  /// Returns the days of a month that the pattern selects, as a bit mask.
  func days(of month: CalendarMonth) -> UInt32 {
    guard months.isEmpty || months.contains(month.month) else { return 0 }
    var days = UInt32.max >> (32 - UInt32(month.length))
    if !monthDays.isEmpty { days &= byMonthDay(month) }
    if !weekdays.isEmpty { days &= byWeekday(month) }
    if !yearDays.isEmpty { days &= byYearDay(month) }
    if !weekNumbers.isEmpty { days &= byWeekNumber(month) }
    return days
  }

  private func byMonthDay(_ month: CalendarMonth) -> UInt32 {
    monthDays.reduce(0) { $0 | bit($1 > 0 ? $1 - 1 : month.length + $1, in: month) }
  }

  private func byYearDay(_ month: CalendarMonth) -> UInt32 {
    let daysBefore = month.daysBefore
    let length = CalendarYear.length(of: month.year)
    return yearDays.reduce(0) { $0 | bit(($1 > 0 ? $1 - 1 : length + $1) - daysBefore, in: month) }
  }

  private func byWeekday(_ month: CalendarMonth) -> UInt32 {
    var days: UInt32 = 0
    for weekday in weekdays {
      guard let number = weekday.number else {
        // The mask of every seventh day: bits 0, 7, 14, 21 and 28.
        days |= 0x1020_4081 << daysUntil(weekday.weekday, from: month.firstDay)
        continue
      }
      let start = countsWithinMonth ? month.firstDay : CalendarYear.firstDay(of: month.year)
      let end = countsWithinMonth ? month.end : CalendarYear.firstDay(of: month.year + 1)
      let day =
        number > 0
        ? start + daysUntil(weekday.weekday, from: start) + (number - 1) * 7
        : end - 7 + daysUntil(weekday.weekday, from: end) + (number + 1) * 7
      if (start..<end).contains(day) { days |= bit(day - month.firstDay, in: month) }
    }
    return days
  }

  private func byWeekNumber(_ month: CalendarMonth) -> UInt32 {
    var days: UInt32 = 0
    var week = Day(ordinal: month.firstDay).startOfWeek(first: weekStart).ordinal
    while week < month.end {
      let year = CalendarYear.weekYear(of: week, weekStart: weekStart)
      let first = CalendarYear.startOfWeekOne(of: year, weekStart: weekStart)
      let end = CalendarYear.startOfWeekOne(of: year + 1, weekStart: weekStart)
      if weekNumbers.contains((week - first) / 7 + 1) || weekNumbers.contains((week - end) / 7) {
        for day in week..<(week + 7) { days |= bit(day - month.firstDay, in: month) }
      }
      week += 7
    }
    return days
  }

  /// Returns the number of days from `ordinal` to the next `weekday`: 0 to 6.
  private func daysUntil(_ weekday: Weekday, from ordinal: Int) -> Int {
    floorModulo(weekday.rawValue - Day(ordinal: ordinal).weekday.rawValue, 7)
  }

  private func bit(_ index: Int, in month: CalendarMonth) -> UInt32 {
    (0..<month.length).contains(index) ? 1 << UInt32(index) : 0
  }
}
