import CalendarDocument
import CalendarModel
import CalendarStore

/// Measures queries for a week, a month or a year of a large calendar with many repeating events.
enum RepeatingBenchmark {
  private static let rounds = 15

  /// Prints rows of the table.
  static func run() async throws {
    let monday = Day(ordinal: 20_458)
    let mixed = try events(100_000, repeatingEvery: 10)
    let makeIndex = { OccurrenceIndex(events: mixed, zone: SystemZones.shared.local) }
    let firstWeekSamples = await Samples(rounds: rounds, prepare: makeIndex) { index in
      CoreBenchmark.blackHole(index.occurrences(in: monday..<monday.adding(days: 7)))
    }
    let index = makeIndex()
    let occurrenceCount = index.occurrences(in: monday..<monday.adding(days: 7)).count
    CoreBenchmark.printRow(
      "First week of 100k events, 10k of them series since 2010 (\(occurrenceCount) occurrences)",
      firstWeekSamples)

    let sameWeekSamples = await Samples(rounds: 100, prepare: { index }) { index in
      CoreBenchmark.blackHole(index.occurrences(in: monday..<monday.adding(days: 7)))
    }
    CoreBenchmark.printRow("The same week again", sameWeekSamples)

    var daysAhead = 0
    let laterWeeksSamples = await Samples(rounds: 50, prepare: { daysAhead += 7 }) { _ in
      let week = monday.adding(days: daysAhead)
      CoreBenchmark.blackHole(index.occurrences(in: week..<week.adding(days: 7)))
    }
    CoreBenchmark.printRow("Each of the next fifty weeks", laterWeeksSamples)

    let firstYearSamples = await Samples(rounds: 3, prepare: makeIndex) { index in
      CoreBenchmark.blackHole(index.occurrences(in: monday..<monday.adding(days: 365)))
    }
    CoreBenchmark.printRow("First year of these events", firstYearSamples)

    let series = try events(100_000, repeatingEvery: 1)
    let firstMonthSamples = await Samples(
      rounds: 3, prepare: { OccurrenceIndex(events: series, zone: SystemZones.shared.local) },
      measure: { CoreBenchmark.blackHole($0.occurrences(in: monday..<monday.adding(days: 31))) })
    CoreBenchmark.printRow("First month of 100k series", firstMonthSamples)
  }

  private static func events(_ count: Int, repeatingEvery interval: Int) throws -> [CalendarEvent] {
    Array(
      try CalendarDocument(
        bytes: GeneratedCalendar.bytes(events: count, repeatingEvery: interval),
        calendar: CalendarID("benchmark"),
        file: nil, zones: SystemZones.shared
      ).events)
  }
}
