import CalendarModel

extension Phrases {
  /// Returns a description of a series: "Every 2 weeks on Tuesday until 3 March".
  ///
  /// A rule that would need a long sentence is described only in general terms: "Every year, on specific
  /// days".
  ///
  /// - Parameters:
  ///   - recurrence: the series.
  ///   - day: the reference day. The year of the series' end is included only if it differs from the year of
  ///     this day.
  /// - Returns: the sentence without a period; empty if the series has only one occurrence.
  package func repetition(_ recurrence: Recurrence, relativeTo day: Day) -> String {
    var parts = recurrence.rules.map { repetition($0, start: recurrence.start, relativeTo: day) }
    if recurrence.hasAddedDates {
      parts.append(
        parts.isEmpty
          ? translator.trc("repeat", "On specific dates")
          : translator.trc("repeat", "and on some other dates"))
    }
    return listed(parts)
  }

  /// Returns a description of one rule of an event that begins at `start`: "Every month on the last Friday,
  /// 10 times".
  package func repetition(_ rule: RecurrenceRule, start: EventTime, relativeTo day: Day) -> String {
    guard rule.isSupported else {
      return translator.trc("repeat", "Repeats in a way that Handspan does not support")
    }
    var sentence = periodAndDays(of: rule, start: start.wall.day)
    if rule.specifiesTimesOfDay {
      sentence = translator.trc("repeat", "{rule}, at specific times", ["rule": sentence])
    }
    if let until = rule.until {
      let date = lastDate(until.lastDay(for: start), relativeTo: day)
      sentence = translator.trc("repeat", "{rule} until {date}", ["rule": sentence, "date": date])
    }
    if let count = rule.count {
      sentence = translator.trn("{rule}, once", "{rule}, {count} times", count, ["rule": sentence])
    }
    return sentence
  }

  private func periodAndDays(of rule: RecurrenceRule, start: Day) -> String {
    let rule = rule.simplified
    let period = period(rule.frequency, interval: rule.interval)
    switch RepeatedDays(rule, start: start) {
    case .everyPeriod: return period
    case .named(let days):
      return translator.trc(
        "repeat", "{period} on {days}", ["period": period, "days": joinedWithAnd(days.map(name))])
    case .weekdays(let first, let last):
      return translator.trc(
        "repeat", "{period} from {first} to {last}",
        ["period": period, "first": weekday(first), "last": weekday(last)])
    case .otherDays: return translator.trc("repeat", "{period}, on specific days", ["period": period])
    }
  }

  private func period(_ frequency: RecurrenceRule.Frequency, interval: Int) -> String {
    guard interval > 1 else {
      return switch frequency {
      case .secondly: translator.tr("Every second")
      case .minutely: translator.tr("Every minute")
      case .hourly: translator.tr("Every hour")
      case .daily: translator.tr("Every day")
      case .weekly: translator.tr("Every week")
      case .monthly: translator.tr("Every month")
      case .yearly: translator.tr("Every year")
      }
    }
    return switch frequency {
    case .secondly: translator.trn("Every {count} second", "Every {count} seconds", interval)
    case .minutely: translator.trn("Every {count} minute", "Every {count} minutes", interval)
    case .hourly: translator.trn("Every {count} hour", "Every {count} hours", interval)
    case .daily: translator.trn("Every {count} day", "Every {count} days", interval)
    case .weekly: translator.trn("Every {count} week", "Every {count} weeks", interval)
    case .monthly: translator.trn("Every {count} month", "Every {count} months", interval)
    case .yearly: translator.trn("Every {count} year", "Every {count} years", interval)
    }
  }

  func name(_ day: RepeatedDays.NamedDay) -> String {
    switch day {
    case .weekday(let weekday): return self.weekday(weekday)
    case .numbered(let number, let weekday): return numberedWeekday(number, self.weekday(weekday))
    case .numberedOfMonth(let number, let weekday, let month):
      return translator.trc(
        "repeat", "{day} in {month}",
        ["day": numberedWeekday(number, self.weekday(weekday)), "month": self.month(month)])
    case .dayOfMonth(let day): return translator.trc("repeat", "day {day}", ["day": String(day)])
    case .lastDay: return translator.trc("repeat", "the last day")
    case .date(let month, let day): return date(month: month, day: day)
    }
  }

  private func numberedWeekday(_ number: Int, _ weekday: String) -> String {
    let weekday: KeyValuePairs = ["weekday": weekday]
    return switch number {
    case 1: translator.trc("repeat", "the first {weekday}", weekday)
    case 2: translator.trc("repeat", "the second {weekday}", weekday)
    case 3: translator.trc("repeat", "the third {weekday}", weekday)
    case 4: translator.trc("repeat", "the fourth {weekday}", weekday)
    case 5: translator.trc("repeat", "the fifth {weekday}", weekday)
    case -2: translator.trc("repeat", "the second-to-last {weekday}", weekday)
    default: translator.trc("repeat", "the last {weekday}", weekday)
    }
  }

  private func lastDate(_ last: Day, relativeTo day: Day) -> String {
    let date = date(month: last.month, day: last.dayOfMonth)
    guard last.year != day.year else { return date }
    if let localeDates { return localeDates.fullDateWithoutWeekday(last) }
    return translator.trc("end of a series", "{date} {year}", ["date": date, "year": String(last.year)])
  }

  private func date(month: Int, day: Int) -> String {
    // The year is a leap year, because the date may be February 29.
    if let localeDates, let day = Day(year: 2024, month: month, day: day) {
      return localeDates.fullDateWithoutWeekdayAndYear(day)
    }
    return translator.trc(
      "repeat", "{day} {month}", ["day": String(day), "month": self.month(inDate: month)])
  }

  /// Returns a list of items joined with "and": "Monday and Friday", "Monday, Tuesday, and Friday".
  private func joinedWithAnd(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let parts: KeyValuePairs = ["first": listed(names.dropLast()), "last": last]
    return names.count == 2
      ? translator.trc("list", "{first} and {last}", parts)
      : translator.trc("list of three or more", "{first}, and {last}", parts)
  }
}

extension RecurrenceRule {
  /// An equivalent rule that is easier to describe: “every day, but only on Mondays” becomes “every week on
  /// Monday”; “every week” with all seven weekdays becomes “every day”.
  fileprivate var simplified: RecurrenceRule {
    guard frequency == .daily || frequency == .weekly, interval == 1, !weekdays.isEmpty else { return self }
    var rule = self
    let isEveryDay = Set(weekdays.map(\.weekday)).count == 7
    rule.frequency = isEveryDay ? .daily : .weekly
    if isEveryDay { rule.weekdays = [] }
    return rule
  }

  /// Whether the rule specifies times of day instead of using the time of the start.
  fileprivate var specifiesTimesOfDay: Bool { !(hours.isEmpty && minutes.isEmpty && seconds.isEmpty) }
}
