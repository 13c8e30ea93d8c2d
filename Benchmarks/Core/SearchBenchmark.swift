import CalendarDocument
import CalendarModel
import CalendarStore

/// Measures searches in a calendar of 100,000 events, of which every hundredth repeats.
enum SearchBenchmark {
  /// Prints the rows of the table.
  static func run() async throws {
    let bytes = GeneratedCalendar.bytes(events: 100_000, repeatingEvery: 100)
    let document = try CalendarDocument(
      bytes: bytes, calendar: CalendarID("benchmark"), file: nil, zones: SystemZones.shared)
    let index = OccurrenceIndex(events: document.events, zone: .utc)
    let now = Zone.utc.time(at: WallTime(Day(ordinal: 20_458), hour: 12)).instant
    let preparationSamples = await Samples(rounds: 5, prepare: { index }) { index in
      CoreBenchmark.blackHole(SearchIndex(of: index, calendars: [], at: now))
    }
    CoreBenchmark.printRow("Prepare a search (100k events)", preparationSamples)
    guard let search = SearchIndex(of: index, calendars: [], at: now) else { return }
    for (title, text) in [
      ("Search for a letter that is in every event", "e"),
      ("Search for a word that is in every event", "nobody"),
      ("Search for a number that is in few events", "4711"),
      ("Search for a word that is in no event", "xylophone"),
    ] {
      let query = SearchQuery(text)
      let samples = await Samples(rounds: 15, prepare: { search }) {
        CoreBenchmark.blackHole($0.results(of: query, now: now)?.count)
      }
      CoreBenchmark.printRow(title, samples)
    }
  }
}
