import CalendarDocument
import CalendarModel
import CalendarStore
import FoundationEssentials

/// Measures the modules below the window and prints rows of a Markdown table, for scripts/bench.
///
/// The figures are for information; they never decide whether tests pass.
@main
struct CoreBenchmark {
  private static let eventCount = 10_000
  private static let rounds = 15

  @MainActor
  static func main() async throws {
    let bytes = GeneratedCalendar.bytes(events: eventCount)
    let size = "10k events, \(bytes.count / 1_000) kB"

    let parse = try await Samples(rounds: rounds, prepare: { bytes }) { bytes in
      keep(try document(bytes).events.count)
    }
    row("Parse a file (\(size))", parse)

    let parsed = try document(bytes)
    let edit = try await Samples(rounds: rounds, prepare: { parsed }) { document in
      keep(try document.apply(move(in: document.events, minutes: 15), stamp: Instant(seconds: 0)))
    }
    row("Edit one event of it", edit)

    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("handspan-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("calendar.ics")
    try Data(bytes).write(to: file)

    let open = await Samples(
      rounds: rounds,
      prepare: { CalendarStore(displayZone: .utc, isWatching: false) },
      measure: { keep(await $0.open([file.path])) })
    row("Open it: read, parse, index", open)

    let store = CalendarStore(displayZone: .utc, isWatching: false)
    var minutes = 0
    let events = await store.open([file.path]).events
    let save = try await Samples(
      rounds: rounds,
      prepare: {
        minutes += 15
        return StoreChange.edit(move(in: events, minutes: minutes))
      },
      measure: { try await store.perform($0) })
    row("Edit and save it, durable", save)

    let index = await store.snapshot().index
    guard let day = events.last?.times.start.wall.day else { return }
    let ask = await Samples(rounds: 1_000, prepare: { index }) {
      keep($0.occurrences(in: day..<day.adding(days: 1)))
    }
    row("Ask for a day of it", ask)

    try await StorageBenchmark.run()
    try await RecurrenceBenchmark.run()
    try await RepeatingBenchmark.run()
    await DragBenchmark.run()
  }

  private static func document(_ bytes: [UInt8]) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: bytes, calendar: CalendarID("benchmark"), file: nil, zones: SystemZones.shared)
  }

  /// The event in the middle of the file, moved by some minutes.
  private static func move<Events: RandomAccessCollection<CalendarEvent>>(in events: Events, minutes: Int)
    -> EventEdit
  where Events.Index == Int {
    let event = events[events.count / 2 + 5]
    let start = event.times.start.wall.adding(minutes: minutes)
    return EventEdit(target: event.id, change: .move(event.times.moved(toStart: start, in: .utc)))
  }

  /// Prints a row of the table.
  static func row(_ what: String, _ samples: Samples) {
    let figures = [samples.best, samples.median, samples.worst].map(\.inMilliseconds)
    print("| \(what) | \(figures.joined(separator: " | ")) |")
  }

  /// Makes the optimiser believe that a result matters.
  @inline(never)
  static func keep<Value>(_ value: Value) {}
}
