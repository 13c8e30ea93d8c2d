import CalendarModel

/// The labels for choosing how an event repeats and which reminders it has.
extension Phrases {
  /// The text for an event that does not repeat.
  package var noRepetition: String { translator.trc("repeat", "Never") }

  /// The text for an event without reminders.
  package var noReminder: String { translator.trc("reminders", "None") }

  /// Returns the label of an option in the list of ways to repeat an event.
  package func choice(_ choice: RepeatDraft.Choice, of draft: RepeatDraft) -> String {
    guard let rule = draft.rule(of: choice) else {
      return choice == .never ? noRepetition : translator.trc("repeat", "Custom")
    }
    return repetition(rule, start: draft.start, relativeTo: draft.start.wall.day)
  }

  /// Returns the label of a unit: "Day", "Week".
  package func unit(_ frequency: RecurrenceRule.Frequency) -> String {
    switch frequency {
    case .weekly: translator.trc("repeat", "Week")
    case .monthly: translator.trc("repeat", "Month")
    case .yearly: translator.trc("repeat", "Year")
    default: translator.trc("repeat", "Day")
    }
  }

  /// Returns the unit after a number that is shown separately: "weeks".
  package func units(_ frequency: RecurrenceRule.Frequency, _ count: Int) -> String {
    switch frequency {
    case .weekly: translator.trn("week", "weeks", count)
    case .monthly: translator.trn("month", "months", count)
    case .yearly: translator.trn("year", "years", count)
    default: translator.trn("day", "days", count)
    }
  }

  /// Returns the accessible name of a list of dates: "Next dates: Monday, 5 January 2026, Monday, 12 January 2026".
  package func nextDates(_ dates: [String]) -> String {
    translator.tr("Next dates: {dates}", ["dates": dates.joined(separator: "; ")])
  }

  /// Returns the word after a number of events that is shown separately: "events".
  package func events(_ count: Int) -> String { translator.trn("event", "events", count) }

  /// Returns the label of a day of a month: "Day 12", "Second Tuesday".
  package func monthDay(_ day: RepeatForm.MonthDay) -> String {
    switch day {
    case .date(-1): translator.trc("day of the month", "Last day")
    case .date(let number): translator.trc("day of the month", "Day {day}", ["day": String(number)])
    case .weekday(let weekday): numberedWeekdayLabel(weekday.number ?? 1, self.weekday(weekday.weekday))
    }
  }

  private func numberedWeekdayLabel(_ number: Int, _ weekday: String) -> String {
    let weekday: KeyValuePairs = ["weekday": weekday]
    return switch number {
    case 1: translator.trc("day of the month", "First {weekday}", weekday)
    case 2: translator.trc("day of the month", "Second {weekday}", weekday)
    case 3: translator.trc("day of the month", "Third {weekday}", weekday)
    case 4: translator.trc("day of the month", "Fourth {weekday}", weekday)
    case 5: translator.trc("day of the month", "Fifth {weekday}", weekday)
    case -2: translator.trc("day of the month", "Second-to-last {weekday}", weekday)
    default: translator.trc("day of the month", "Last {weekday}", weekday)
    }
  }
}
