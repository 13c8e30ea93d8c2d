import CalendarModel

extension Phrases {
  /// Returns the first letter of a day of the week: "T".
  package func narrowWeekday(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: translator.trc("one letter for Monday", "M")
    case .tuesday: translator.trc("one letter for Tuesday", "T")
    case .wednesday: translator.trc("one letter for Wednesday", "W")
    case .thursday: translator.trc("one letter for Thursday", "T")
    case .friday: translator.trc("one letter for Friday", "F")
    case .saturday: translator.trc("one letter for Saturday", "S")
    case .sunday: translator.trc("one letter for Sunday", "S")
    }
  }

  /// Returns the abbreviated number of a week: "W 47".
  package func shortWeekNumber(_ week: Int) -> String {
    translator.trc("short week number", "W {number}", ["number": String(week)])
  }

  /// Returns the accessible name of a week with its number: "Week 47".
  package func weekNumber(_ week: Int) -> String {
    translator.tr("Week {number}", ["number": String(week)])
  }

  /// Returns the accessible name of a week with its first day: "Week of Monday, 16 November 2026".
  package func week(from day: Day) -> String {
    translator.tr("Week of {date}", ["date": date(day)])
  }

  /// Returns the accessible name of a day in a week: "Tuesday, 6 January 2026, 4 events", with "today" if it
  /// is today.
  package func dayInWeekName(_ day: Day, events count: Int, isToday: Bool) -> String {
    let name = dayListName(day, events: count)
    return isToday ? listed([name, translator.trc("spoken", "today")]) : name
  }
}
