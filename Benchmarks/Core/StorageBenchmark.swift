import CalendarModel
import CalendarStore
import Foundation

/// Measures operations on whole files: opening folders of many files, and saving a file. Saving is compared
/// with merely writing the same bytes.
enum StorageBenchmark {
  /// The time in seconds after which a file's timestamps prove that the file has not changed since it was
  /// saved. A save before that time has to read the file again.
  private static let settlingTime: UInt32 = 4

  @MainActor
  static func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("handspan-storage-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for events in [10_000, 100_000] { try await save(events: events, in: folder) }
    for files in [10_000, 100_000] { try await open(files: files, in: folder) }
  }

  @MainActor
  private static func save(events: Int, in folder: URL) async throws {
    let file = folder.appendingPathComponent("\(events).ics")
    let bytes = GeneratedCalendar.bytes(events: events)
    try Data(bytes).write(to: file)
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = await store.open([file.path]).events.first { !$0.isRepeating }
    guard let event else { return }
    var days = 0
    var memoryBefore = 0
    var memoryGrowth = 0
    let clock = ContinuousClock()
    var plainWrites: [Duration] = []
    let saves = try await Samples(
      rounds: 5,
      prepare: {
        sleep(settlingTime)
        plainWrites.append(try clock.measure { try write(bytes, to: folder.appendingPathComponent("plain")) })
        days += 1
        let times = event.times.moved(toStart: event.times.start.wall.adding(days: days), in: .utc)
        resetPeakMemory()
        memoryBefore = residentMemory("VmRSS")
        return StoreChange.edit(EventEdit(target: event.id, change: .move(times)))
      },
      measure: {
        try await store.perform($0)
        memoryGrowth = residentMemory("VmHWM") - memoryBefore
      })
    plainWrites.sort()
    let ratio = saves.median / plainWrites[plainWrites.count / 2]
    let size = "\(events / 1_000)k events, \(bytes.count / 1_000) kB"
    let hundredths = Int((ratio * 100).rounded())
    CoreBenchmark.printRow(
      "Save an edit (\(size)): \(hundredths) % of writing and syncing the same bytes, \(memoryGrowth) kB more memory at most",
      saves)
  }

  private static func write(_ bytes: [UInt8], to file: URL) throws {
    let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
      written += count
    }
    fsync(descriptor)
    close(descriptor)
    unlink(file.path)
  }

  @MainActor
  private static func open(files: Int, in folder: URL) async throws {
    let calendar = folder.appendingPathComponent("\(files)")
    try FileManager.default.createDirectory(at: calendar, withIntermediateDirectories: true)
    for number in 0..<files {
      try Data(GeneratedCalendar.fileWithEvent(number))
        .write(to: calendar.appendingPathComponent("\(number).ics"))
    }
    // The files of a real calendar are rarely as new as these.
    sleep(11)
    let samples = await Samples(
      rounds: 5,
      prepare: { CalendarStore(displayZone: .utc, isWatching: false) },
      measure: { CoreBenchmark.blackHole(await $0.open([calendar.path])) })
    CoreBenchmark.printRow("Open a folder of \(files / 1_000)k files", samples)
  }

  private static func resetPeakMemory() {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  /// Returns a value from the process's memory statistics, in kB.
  private static func residentMemory(_ field: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(field) }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
