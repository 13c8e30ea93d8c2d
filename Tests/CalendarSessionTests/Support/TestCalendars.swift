import BackendTestSupport
import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// The calendars of a test: files in a temporary folder, or objects of an asynchronous backend in memory.
/// `write` and `remove` change calendars as another program would.
struct TestCalendars {
  enum Kind: CaseIterable, Sendable {
    case files, memory

    /// The kind for the running test; see `EveryBackend`.
    @TaskLocal static var current = files
  }

  /// A calendar with a daily series of five occurrences.
  static let standups = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:standup",
    "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT15M", "RRULE:FREQ=DAILY;COUNT=5",
    "SUMMARY:Standup", "END:VEVENT", "END:VCALENDAR",
  ].map { $0 + "\r\n" }.joined()

  let kind = Kind.current
  /// A temporary folder, which exists with every kind of backend.
  let folder: URL
  private let memory = MemoryBackend()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var backends: [any CalendarBackend] {
    switch kind {
    case .files: []
    case .memory: [memory]
    }
  }

  /// A store for these calendars.
  func store(displayZone: Zone = .utc, isWatching: Bool = true) -> CalendarStore {
    CalendarStore(
      displayZone: displayZone, isWatching: isWatching, files: CalendarFiles(),
      conflictsFolder: folder.path + "/kept",
      backends: backends)
  }

  /// A session with such a store.
  @MainActor func session() -> CalendarSession {
    CalendarSession(phrases: Phrases(), displayZone: .utc, store: store())
  }

  /// The key for opening a calendar.
  func key(_ name: String) -> String {
    switch kind {
    case .files: path(name)
    case .memory: "memory:\(name)"
    }
  }

  func id(_ name: String) -> CalendarID { CalendarID(key(name)) }

  /// The name of a calendar in messages.
  func displayName(_ name: String) -> String {
    switch kind {
    case .files: path(name)
    case .memory: name.split(separator: "/").last.map(String.init) ?? name
    }
  }

  /// Creates a calendar that can contain many objects.
  func makeFolder(_ name: String) throws {
    switch kind {
    case .files:
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    case .memory: memory.add(name, hasSeparateObjects: true)
    }
  }

  /// Writes the only object of a calendar, and creates the calendar if it does not exist.
  func write(_ text: String, to name: String) throws {
    switch kind {
    case .files:
      try text.write(to: URL(fileURLWithPath: path(name)), atomically: true, encoding: .utf8)
    case .memory:
      if !memory.has(id(name)) { memory.add(name) }
      memory.put(text, in: id(name))
    }
  }

  func text(_ name: String) throws -> String {
    switch kind {
    case .files: try String(contentsOf: URL(fileURLWithPath: path(name)), encoding: .utf8)
    case .memory: try #require(memory.text(in: id(name)))
    }
  }

  func remove(_ name: String) throws {
    switch kind {
    case .files: try FileManager.default.removeItem(atPath: path(name))
    case .memory: memory.remove(in: id(name))
    }
  }

  /// The names of the objects of a calendar.
  func names(in name: String) throws -> [String] {
    switch kind {
    case .files: try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    case .memory: memory.names(in: id(name)).map(\.text)
    }
  }

  func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

/// Runs each test of a suite with every kind of backend; a test marked `filesOnly` runs only with files.
struct EveryBackend: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let isFilesOnly = test.traits.contains { $0 is FilesOnly }
    for kind in TestCalendars.Kind.allCases where kind == .files || !isFilesOnly {
      try await TestCalendars.Kind.$current.withValue(kind) { try await function() }
    }
  }
}

/// Marks a test that applies only to files.
struct FilesOnly: TestTrait {}

extension Trait where Self == EveryBackend {
  static var everyBackend: EveryBackend { EveryBackend() }
}

extension Trait where Self == FilesOnly {
  static var filesOnly: FilesOnly { FilesOnly() }
}
