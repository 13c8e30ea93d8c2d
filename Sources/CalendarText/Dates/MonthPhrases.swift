import CalendarModel

/// The labels of a month calendar.
extension Phrases {
  /// Returns the accessible name of a day in a month: "Tuesday, 9 January 2035, 2 events, today, selected".
  ///
  /// - Parameter count: the number of events; nil if it is not known.
  package func dayInMonthName(_ day: Day, events count: Int?, isToday: Bool, isSelected: Bool) -> String {
    var parts = [count.map { dayListName(day, events: $0) } ?? date(day)]
    if isToday { parts.append(translator.trc("spoken", "today")) }
    if isSelected { parts.append(translator.trc("spoken, a day", "selected")) }
    return listed(parts)
  }

  /// Returns the name of a button that turns to the next or previous month or, while the user chooses a
  /// month, to the next or previous year: "Next Month".
  package func turnButtonName(forward isForward: Bool, byYears: Bool) -> String {
    switch (isForward, byYears) {
    case (false, false): translator.tr("Previous Month")
    case (true, false): translator.tr("Next Month")
    case (false, true): translator.tr("Previous Year")
    case (true, true): translator.tr("Next Year")
    }
  }
}
