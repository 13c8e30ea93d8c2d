/// The user's choice of how an event repeats: one of the suggestions for its start, a rule described on the
/// editor's page for repetition (`RepeatForm`), or the rule in the file, which that page may not be able to
/// describe.
package struct RepeatDraft: Hashable, Sendable {
  /// A rule that suits the day on which the event starts.
  package enum Suggestion: Hashable, Sendable, CaseIterable {
    case everyDay, everyWeekday, everyWeek, everyTwoWeeks, monthlyOnDate, monthlyOnWeekday, everyYear
  }

  package enum Choice: Hashable, Sendable {
    case never
    case suggestion(Suggestion)
    /// The rule described by `form`.
    case custom
    /// The rule in the file, which the page cannot describe.
    case existingRule
  }

  /// The start of the event, or of the edited occurrence.
  package let start: EventTime
  /// The rule in the file; nil if the event does not repeat.
  package let existingRule: RecurrenceRule?
  package private(set) var choice: Choice
  /// The values on the page. They describe the choice, unless it is `never` or `existingRule`.
  package private(set) var form: RepeatForm
  private let initialForm: RepeatForm
  private let weekStart: Weekday

  /// - Parameter weekStart: the first day of the user's week.
  package init(_ rule: RecurrenceRule?, start: EventTime, weekStart: Weekday) {
    (self.start, existingRule, self.weekStart) = (start, rule, weekStart)
    let describedForm = rule.flatMap { RepeatForm($0, start: start) }
    form = describedForm ?? RepeatForm(on: start.wall.day, weekStart: weekStart)
    initialForm = form
    choice = rule == nil ? .never : describedForm == nil ? .existingRule : .custom
    if describedForm != nil { choice = choiceForForm }
  }

  /// The choices to offer, in order.
  package var choices: [Choice] {
    let existingChoice: [Choice] = canDescribeExistingRule ? [] : [.existingRule]
    return existingChoice + [.never] + Suggestion.allCases.map { .suggestion($0) } + [.custom]
  }

  private var canDescribeExistingRule: Bool {
    existingRule.map { RepeatForm($0, start: start) != nil } ?? true
  }

  /// The rule; nil if the event is not to repeat.
  package var rule: RecurrenceRule? {
    switch choice {
    case .never: nil
    case .existingRule: existingRule
    case .suggestion, .custom:
      existingRule != nil && canDescribeExistingRule && form == initialForm
        ? existingRule : form.rule(start: start)
    }
  }

  /// Returns the rule whose description is the label of a choice; nil for `never` and `custom`, which have labels of
  /// their own. The rule of a suggestion has no end.
  package func rule(of choice: Choice) -> RecurrenceRule? {
    switch choice {
    case .never, .custom: nil
    case .existingRule: existingRule
    case .suggestion(let suggestion): form(of: suggestion).rule(start: start)
    }
  }

  /// Makes a choice. The end of the repetition stays as it is.
  package mutating func choose(_ choice: Choice) {
    self.choice = choice
    if case .suggestion(let suggestion) = choice {
      let end = form.end
      form = describeSameDates(form(of: suggestion), initialForm) ? initialForm : form(of: suggestion)
      form.end = end
    }
  }

  /// Changes the values on the page.
  package mutating func change(_ change: (inout RepeatForm) -> Void) {
    change(&form)
    if choice == .never || choice == .existingRule { choice = .custom }
    if case .suggestion = choice { choice = choiceForForm }
  }

  /// Sets the end on the page.
  package mutating func setEnd(_ end: RepeatForm.End) { form.end = end }

  private var choiceForForm: Choice {
    let suggestion = Suggestion.allCases.first { describeSameDates(form(of: $0), form) }
    return suggestion.map { .suggestion($0) } ?? .custom
  }

  /// Returns whether two forms describe the same dates, regardless of their ends.
  private func describeSameDates(_ a: RepeatForm, _ b: RepeatForm) -> Bool {
    guard a.frequency == b.frequency, a.interval == b.interval else { return false }
    switch a.frequency {
    case .weekly: return a.weekdays == b.weekdays
    case .monthly, .yearly: return a.monthDay == b.monthDay
    default: return true
    }
  }

  private func form(of suggestion: Suggestion) -> RepeatForm {
    let day = start.wall.day
    func form(_ frequency: RecurrenceRule.Frequency) -> RepeatForm {
      RepeatForm(frequency, on: day, weekStart: weekStart)
    }
    switch suggestion {
    case .everyDay: return form(.daily)
    case .everyWeekday:
      var form = form(.weekly)
      form.setWeekdays([.monday, .tuesday, .wednesday, .thursday, .friday])
      return form
    case .everyWeek: return form(.weekly)
    case .everyTwoWeeks:
      var form = form(.weekly)
      form.interval = 2
      return form
    case .monthlyOnDate: return form(.monthly)
    case .monthlyOnWeekday:
      var form = form(.monthly)
      form.monthDay = RepeatForm.monthDays(for: day)[1]
      return form
    case .everyYear: return form(.yearly)
    }
  }

  /// Returns the next dates of the rule, including the start if the rule generates it.
  ///
  /// - Parameter count: the maximum number of dates.
  package func nextDates(_ count: Int) -> [Day] {
    guard let rule else { return [] }
    let window = start.wall..<WallTime(Day.latest)
    let expansion = Recurrence(start: start, rules: [rule.fitting(start)]).starts(
      ofRule: 0, in: window, budget: ExpansionBudget(starts: count, steps: 200_000))
    return expansion.starts.prefix(count).map(\.day)
  }
}
