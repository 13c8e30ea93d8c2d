import CalendarModel

/// The labels of a page of one or more days.
extension Phrases {
  /// Returns the months of a range of days: "January 2026", "January – February 2026", "December 2025 –
  /// January 2026".
  ///
  /// - Precondition: the range is not empty.
  package func months(_ days: Range<Day>) -> String {
    monthRange(days, single: monthAndYear) { month($0.month) }
  }

  /// Returns the abbreviated months of a range of days: "Jan 2026", "Jan – Feb 2026", "Dec 2025 – Jan 2026".
  ///
  /// - Precondition: the range is not empty.
  package func shortMonths(_ days: Range<Day>) -> String {
    monthRange(days, single: shortMonthAndYear) { shortMonth($0.month) }
  }

  /// Returns a range of days in full, for a title: "Tuesday, 6 January 2026", "Mon 5 Jan 2026 – Sun 11 Jan
  /// 2026".
  ///
  /// - Precondition: the range is not empty.
  package func shownDays(_ days: Range<Day>) -> String {
    precondition(!days.isEmpty)
    let (first, last) = (days.lowerBound, days.upperBound.adding(days: -1))
    guard first != last else { return date(first) }
    return translator.trc(
      "shown dates", "{start} – {end}", ["start": shortDateWithYear(first), "end": shortDateWithYear(last)])
  }

  /// Returns the name of a view: "Work Week".
  package func name(_ view: ViewKind) -> String {
    switch view {
    case .day: translator.trc("view", "Day")
    case .threeDays: translator.trc("view", "3 Days")
    case .workWeek: translator.trc("view", "Work Week")
    case .week: translator.trc("view", "Week")
    }
  }

  /// Returns the accessible name of the menu of views, with the current view: "View menu: Work Week".
  package func viewMenuName(current view: ViewKind) -> String {
    translator.tr("View menu: {view}", ["view": name(view)])
  }

  /// Returns the title of a window that displays one or more days: the date of a single day, or the months of
  /// several days.
  ///
  /// - Parameters:
  ///   - days: the days displayed; not empty.
  ///   - isNarrow: whether space is limited.
  ///   - today: the current day. The narrow title of a single day in the same year omits the year; nil to
  ///     always include the year.
  ///   - showsWeekday: whether there is space for the weekday as well as the year.
  package func title(
    _ days: Range<Day>, isNarrow: Bool = false, today: Day? = nil, showsWeekday: Bool = true
  ) -> String {
    let first = days.lowerBound
    guard first.adding(days: 1) == days.upperBound else { return isNarrow ? shortMonths(days) : months(days) }
    if isNarrow, first.year == today?.year { return shortDate(first) }
    if isNarrow { return showsWeekday ? shortDateWithYear(first) : shortDateWithoutWeekday(first) }
    return date(first)
  }

  /// The name of the calendar that Handspan creates at first.
  package var personalCalendar: String { translator.trc("name of a calendar", "Personal") }

  /// Returns the name of an ISO 8601 week: "Week 2".
  package func week(_ number: Int) -> String {
    translator.trc("number of a week", "Week {number}", ["number": String(number)])
  }

  /// Returns the number of a day's events before the hours in a picture: "2 earlier".
  package func earlierCount(_ count: Int) -> String {
    translator.trn("{count} earlier", "{count} earlier", count)
  }

  /// Returns the number of a day's events after the hours in a picture: "2 later".
  package func laterCount(_ count: Int) -> String {
    translator.trn("{count} later", "{count} later", count)
  }

  private func shortMonthAndYear(_ day: Day) -> String {
    if let localeDates { return localeDates.monthAndYear(day, isShort: true) }
    return translator.trc(
      "month of a year", "{month} {year}", ["month": shortMonth(day.month), "year": String(day.year)])
  }

  /// Returns a range of months. A month or year that is the same at both ends is included only once.
  private func monthRange(
    _ days: Range<Day>, single: (Day) -> String, month: (Day) -> String
  ) -> String {
    precondition(!days.isEmpty)
    let (first, last) = (days.lowerBound, days.upperBound.adding(days: -1))
    if (first.year, first.month) == (last.year, last.month) { return single(first) }
    return translator.trc(
      "shown months", "{start} – {end}",
      ["start": first.year == last.year ? month(first) : single(first), "end": single(last)])
  }
}
