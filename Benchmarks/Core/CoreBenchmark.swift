import CalendarDocument
import CalendarModel
import CalendarStore
import FoundationEssentials

/// Measures the modules that work without a window, and prints rows of a Markdown table for scripts/bench.
///
/// The figures are for information only; they never decide whether tests pass. With `--frames N`, it only shows N frames
/// of a drag, for scripts/callgrind.
@main
struct CoreBenchmark {
  private static let eventCount = 10_000
  private static let rounds = 15

  @MainActor
  static func main() async throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--frames",
      let count = Int(CommandLine.arguments[2])
    {
      return DragBenchmark.showFrames(count)
    }
    let bytes = GeneratedCalendar.bytes(events: eventCount)
    let description = "10k events, \(bytes.count / 1_000) kB"

    let parseSamples = try await Samples(rounds: rounds, prepare: { bytes }) { bytes in
      blackHole(try document(bytes).events.count)
    }
    printRow("Parse a file (\(description))", parseSamples)

    let parsedDocument = try document(bytes)
    let editSamples = try await Samples(rounds: rounds, prepare: { parsedDocument }) { document in
      blackHole(try document.apply(moveEdit(in: document.events, minutes: 15), stamp: Instant(seconds: 0)))
    }
    printRow("Edit one event in it", editSamples)

    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("handspan-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("calendar.ics")
    try Data(bytes).write(to: file)

    let openSamples = await Samples(
      rounds: rounds,
      prepare: { CalendarStore(displayZone: .utc, isWatching: false) },
      measure: { blackHole(await $0.open([file.path])) })
    printRow("Open it: read, parse, index", openSamples)

    let store = CalendarStore(displayZone: .utc, isWatching: false)
    var minutesMoved = 0
    let events = await store.open([file.path]).events
    let saveSamples = try await Samples(
      rounds: rounds,
      prepare: {
        minutesMoved += 15
        return StoreChange.edit(moveEdit(in: events, minutes: minutesMoved))
      },
      measure: { try await store.perform($0) })
    printRow("Edit one event and save the file durably", saveSamples)

    let index = await store.snapshot().index
    guard let day = events.last?.times.start.wall.day else { return }
    let querySamples = await Samples(rounds: 1_000, prepare: { index }) {
      blackHole($0.occurrences(in: day..<day.adding(days: 1)))
    }
    printRow("Query one day of it", querySamples)

    try await ReminderBenchmark.run(eventCount: eventCount, rounds: rounds)

    try await StorageBenchmark.run()
    try await RecurrenceBenchmark.run()
    try await RepeatingBenchmark.run()
    try await SearchBenchmark.run()
    await DragBenchmark.run()
  }

  private static func document(_ bytes: [UInt8]) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: bytes, calendar: CalendarID("benchmark"), file: nil, zones: SystemZones.shared)
  }

  /// Returns an edit that moves an event in the middle of the file by a number of minutes.
  private static func moveEdit<Events: RandomAccessCollection<CalendarEvent>>(in events: Events, minutes: Int)
    -> EventEdit
  where Events.Index == Int {
    let event = events[events.count / 2 + 5]
    let start = event.times.start.wall.adding(minutes: minutes)
    return EventEdit(target: event.id, change: .move(event.times.moved(toStart: start, in: .utc)))
  }

  /// Prints a row of the table.
  static func printRow(_ title: String, _ samples: Samples) {
    let figures = [samples.best, samples.median, samples.worst].map(\.inMilliseconds)
    print("| \(title) | \(figures.joined(separator: " | ")) |")
  }

  /// Keeps the optimizer from removing the computation of a value.
  @inline(never)
  static func blackHole<Value>(_ value: Value) {}
}
