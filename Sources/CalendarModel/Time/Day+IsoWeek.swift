extension Day {
  /// The ISO 8601 week that contains the day: its number (1 to 53) and its week-based year. Around New Year,
  /// that year may be the one before or after the calendar year.
  package var isoWeek: (year: Int, week: Int) {
    // A week belongs to the year of its Thursday.
    let thursday = startOfWeek(first: .monday).adding(days: 3)
    let (year, month, day) = thursday.components
    let dayOfYear = (1..<month).reduce(day) { $0 + Day.length(ofMonth: $1, year: year) }
    return (year, (dayOfYear - 1) / 7 + 1)
  }
}
