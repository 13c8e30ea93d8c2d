import CalendarModel

/// Measures recurrence rules: parsing them, and finding their instances in a period long after the start of
/// the series.
enum RecurrenceBenchmark {
  private static let seriesCount = 10_000
  private static let rounds = 15

  /// Rules that are common in real calendars, and a few that are more demanding.
  private static let rules = [
    "FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "FREQ=WEEKLY;COUNT=300",
    "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20300101T000000Z",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  ]

  /// Prints rows of the table.
  static func run() async throws {
    let readSamples = try await Samples(rounds: rounds, prepare: {}) { _ in
      CoreBenchmark.blackHole(try makeSeries())
    }
    CoreBenchmark.printRow("Read 10k repeat rules", readSamples)

    let recurrences = try makeSeries()
    let monday = Day(ordinal: 20_458)
    for (title, first, length) in [
      ("A week in 2026 of 10k series since 2010", monday, 7),
      ("A week of them a century later", monday.adding(days: 36_526), 7),
      ("A year of them", monday, 365),
    ] {
      let window = WallTime(first)..<WallTime(first.adding(days: length))
      let samples = await Samples(rounds: rounds, prepare: {}) { _ in
        for recurrence in recurrences { CoreBenchmark.blackHole(recurrence.instances(in: window)) }
      }
      CoreBenchmark.printRow(title, samples)
    }

    let expensiveRecurrence = Recurrence(
      start: .floating(WallTime(Day(ordinal: 0))),
      rules: [try RecurrenceRule(parsing: "FREQ=SECONDLY;BYSECOND=0,1;COUNT=2147483647")])
    let window = WallTime(monday)..<WallTime(monday.adding(days: 7))
    let exhaustingRuleSamples = await Samples(rounds: rounds, prepare: {}) { _ in
      CoreBenchmark.blackHole(expensiveRecurrence.instances(in: window))
    }
    CoreBenchmark.printRow("A rule that exhausts its budget", exhaustingRuleSamples)
  }

  private static func makeSeries() throws -> [Recurrence] {
    let first = Day(ordinal: 14_613)
    return try (0..<seriesCount).map { number in
      let start = WallTime(first.adding(days: number % 365), hour: 8 + number % 10)
      return Recurrence(
        start: .floating(start), rules: [try RecurrenceRule(parsing: rules[number % rules.count])])
    }
  }
}
