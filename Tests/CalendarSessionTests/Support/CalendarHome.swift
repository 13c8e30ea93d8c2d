import BackendTestSupport
import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Where the calendars of a test are: files in a folder of its own, or in the memory of a backend that answers later.
/// Here other programs write them, too.
struct CalendarHome {
  enum Kind: CaseIterable, Sendable {
    case files, memory

    /// Which one a test runs with; see `EveryBackend`.
    @TaskLocal static var current = files
  }

  let kind = Kind.current
  /// A folder for what belongs to files in any case.
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

  /// A store that finds them.
  func store(displayZone: Zone = .utc, isWatching: Bool = true) -> CalendarStore {
    CalendarStore(
      displayZone: displayZone, isWatching: isWatching, files: CalendarFiles(),
      conflicts: folder.path + "/kept",
      backends: backends)
  }

  /// A session on such a store.
  @MainActor func session() -> CalendarSession {
    CalendarSession(phrases: Phrases(), displayZone: .utc, store: store())
  }

  /// What a calendar is opened by.
  func key(_ name: String) -> String {
    switch kind {
    case .files: path(name)
    case .memory: "memory:\(name)"
    }
  }

  func id(_ name: String) -> CalendarID { CalendarID(key(name)) }

  /// What messages call it.
  func told(_ name: String) -> String {
    switch kind {
    case .files: path(name)
    case .memory: name.split(separator: "/").last.map(String.init) ?? name
    }
  }

  /// A calendar of many objects.
  func makeFolder(_ name: String) throws {
    switch kind {
    case .files:
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    case .memory: memory.add(name, hasManyObjects: true)
    }
  }

  /// Writes a calendar of one object.
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

  /// The objects of a calendar that has many.
  func names(in name: String) throws -> [String] {
    switch kind {
    case .files: try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    case .memory: memory.names(in: id(name)).map(\.text)
    }
  }

  func tidyUp() { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

/// Runs each test of a suite with every kind of backend, and those that are about files as such with these alone.
struct EveryBackend: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let isOfFiles = test.traits.contains { $0 is FilesOnly }
    for kind in CalendarHome.Kind.allCases where kind == .files || !isOfFiles {
      try await CalendarHome.Kind.$current.withValue(kind) { try await function() }
    }
  }
}

/// Marks a test of what only files can do.
struct FilesOnly: TestTrait {}

extension Trait where Self == EveryBackend {
  static var everyBackend: EveryBackend { EveryBackend() }
}

extension Trait where Self == FilesOnly {
  static var filesOnly: FilesOnly { FilesOnly() }
}
