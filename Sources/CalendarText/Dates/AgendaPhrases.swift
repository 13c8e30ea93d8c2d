import CalendarModel

extension Phrases {
  /// Returns the line that stands for consecutive days without events: "3 free days".
  package func freeDays(_ count: Int) -> String {
    translator.trn("{count} free day", "{count} free days", count)
  }

  /// Returns the position of a day among those of an event: "day 2 of 5".
  package func dayOfEvent(_ number: Int, of count: Int) -> String {
    translator.tr("day {number} of {count}", ["number": String(number), "count": String(count)])
  }
}
