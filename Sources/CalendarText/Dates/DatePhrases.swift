import CalendarModel

extension Phrases {
  /// Returns a date in full: "Tuesday, 6 January 2026".
  package func date(_ day: Day) -> String {
    if let localeDates { return localeDates.fullDate(day) }
    return translator.trc(
      "full date", "{weekday}, {day} {month} {year}",
      [
        "weekday": weekday(day.weekday), "day": String(day.dayOfMonth), "month": month(inDate: day.month),
        "year": String(day.year),
      ])
  }

  /// Returns a short date without a year: "Tue 6 Jan".
  package func shortDate(_ day: Day) -> String {
    if let localeDates { return localeDates.shortDate(day) }
    return translator.trc(
      "short date", "{weekday} {day} {month}",
      [
        "weekday": shortWeekday(day.weekday), "day": String(day.dayOfMonth), "month": shortMonth(day.month),
      ])
  }

  /// Returns a short date with its year: "Tue 6 Jan 2026".
  package func shortDateWithYear(_ day: Day) -> String {
    if let localeDates { return localeDates.shortDateWithYear(day) }
    return translator.trc(
      "short date", "{weekday} {day} {month} {year}",
      [
        "weekday": shortWeekday(day.weekday), "day": String(day.dayOfMonth), "month": shortMonth(day.month),
        "year": String(day.year),
      ])
  }

  /// Returns a short date without its weekday: "6 Jan 2026".
  func shortDateWithoutWeekday(_ day: Day) -> String {
    if let localeDates { return localeDates.shortDateWithoutWeekday(day) }
    return translator.trc(
      "short date", "{day} {month} {year}",
      ["day": String(day.dayOfMonth), "month": shortMonth(day.month), "year": String(day.year)])
  }

  /// Returns a month with its year: "January 2026".
  package func monthAndYear(_ day: Day) -> String {
    if let localeDates { return localeDates.monthAndYear(day) }
    return translator.trc(
      "month of a year", "{month} {year}", ["month": month(day.month), "year": String(day.year)])
  }

  /// Returns a range of days: "Tue 6 Jan – Thu 8 Jan", or a single day: "Tue 6 Jan".
  package func shortDates(_ first: Day, _ last: Day) -> String {
    guard first != last else { return shortDate(first) }
    return translator.trc(
      "shown dates", "{start} – {end}", ["start": shortDate(first), "end": shortDate(last)])
  }

  /// Returns the name of a day of the week: "Tuesday".
  package func weekday(_ weekday: Weekday) -> String {
    if let localeDates { return localeDates.names.weekdays[weekday.rawValue - 1] }
    return switch weekday {
    case .monday: translator.tr("Monday")
    case .tuesday: translator.tr("Tuesday")
    case .wednesday: translator.tr("Wednesday")
    case .thursday: translator.tr("Thursday")
    case .friday: translator.tr("Friday")
    case .saturday: translator.tr("Saturday")
    case .sunday: translator.tr("Sunday")
    }
  }

  /// Returns the abbreviated name of a day of the week: "Tue".
  package func shortWeekday(_ weekday: Weekday) -> String {
    if let localeDates { return localeDates.names.shortWeekdays[weekday.rawValue - 1] }
    return switch weekday {
    case .monday: translator.trc("short weekday", "Mon")
    case .tuesday: translator.trc("short weekday", "Tue")
    case .wednesday: translator.trc("short weekday", "Wed")
    case .thursday: translator.trc("short weekday", "Thu")
    case .friday: translator.trc("short weekday", "Fri")
    case .saturday: translator.trc("short weekday", "Sat")
    case .sunday: translator.trc("short weekday", "Sun")
    }
  }

  /// Returns the name of a month, 1 to 12, when used without a day: "January".
  package func month(_ month: Int) -> String {
    if let localeDates { return localeDates.names.standaloneMonths[month - 1] }
    return switch month {
    case 1: translator.trc("month alone", "January")
    case 2: translator.trc("month alone", "February")
    case 3: translator.trc("month alone", "March")
    case 4: translator.trc("month alone", "April")
    case 5: translator.trc("month alone", "May")
    case 6: translator.trc("month alone", "June")
    case 7: translator.trc("month alone", "July")
    case 8: translator.trc("month alone", "August")
    case 9: translator.trc("month alone", "September")
    case 10: translator.trc("month alone", "October")
    case 11: translator.trc("month alone", "November")
    default: translator.trc("month alone", "December")
    }
  }

  /// Returns the name of a month, 1 to 12, when used with a day. Many languages inflect the name in a date.
  func month(inDate month: Int) -> String {
    if let localeDates { return localeDates.names.months[month - 1] }
    return switch month {
    case 1: translator.trc("month in a date", "January")
    case 2: translator.trc("month in a date", "February")
    case 3: translator.trc("month in a date", "March")
    case 4: translator.trc("month in a date", "April")
    case 5: translator.trc("month in a date", "May")
    case 6: translator.trc("month in a date", "June")
    case 7: translator.trc("month in a date", "July")
    case 8: translator.trc("month in a date", "August")
    case 9: translator.trc("month in a date", "September")
    case 10: translator.trc("month in a date", "October")
    case 11: translator.trc("month in a date", "November")
    default: translator.trc("month in a date", "December")
    }
  }

  /// Returns the abbreviated name of a month, 1 to 12: "Jan".
  package func shortMonth(_ month: Int) -> String {
    if let localeDates { return localeDates.names.shortMonths[month - 1] }
    return switch month {
    case 1: translator.trc("short month", "Jan")
    case 2: translator.trc("short month", "Feb")
    case 3: translator.trc("short month", "Mar")
    case 4: translator.trc("short month", "Apr")
    case 5: translator.trc("short month", "May")
    case 6: translator.trc("short month", "Jun")
    case 7: translator.trc("short month", "Jul")
    case 8: translator.trc("short month", "Aug")
    case 9: translator.trc("short month", "Sep")
    case 10: translator.trc("short month", "Oct")
    case 11: translator.trc("short month", "Nov")
    default: translator.trc("short month", "Dec")
    }
  }
}
