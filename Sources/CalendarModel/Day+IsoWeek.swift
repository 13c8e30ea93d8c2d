extension Day {
  /// The week of ISO 8601 that the day is in: its number, 1 to 53, and the year that it counts in, which at a
  /// year's ends may be the year before or after the day's.
  package var isoWeek: (year: Int, week: Int) {
    // A week belongs to the year that its Thursday is in.
    let thursday = startOfWeek(first: .monday).adding(days: 3)
    let (year, month, day) = thursday.components
    let dayOfYear = (1..<month).reduce(day) { $0 + Day.length(ofMonth: $1, year: year) }
    return (year, (dayOfYear - 1) / 7 + 1)
  }
}
