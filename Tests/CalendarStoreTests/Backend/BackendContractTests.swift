import BackendTestSupport
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// What a store expects of every backend.
@Suite struct BackendContractTests {
  enum Kind: CaseIterable, Sendable {
    case files, memory
  }

  private let folder = TemporaryFolder()
  private let bytes = Array(Samples.standup.utf8)
  private let others = Array(Samples.calendar(Samples.event(uid: "other")).utf8)

  /// A backend and its calendar, which can hold many objects but holds one.
  private func backend(_ kind: Kind) throws -> (backend: any CalendarBackend, calendar: CalendarID) {
    switch kind {
    case .files:
      let path = try folder.makeFolder("home")
      try folder.write(Samples.standup, to: "home/one.ics")
      return (
        FileBackend(CalendarLoader(files: CalendarFiles(), zones: SystemZones.shared)), CalendarID(path)
      )
    case .memory:
      let memory = MemoryBackend()
      let home = memory.add("home", hasManyObjects: true)
      memory.put(Samples.standup, as: "one.ics", in: home)
      return (memory, home)
    }
  }

  private func write(
    _ bytes: [UInt8]?, _ name: ByteString, _ version: ObjectVersion?, in calendar: CalendarID
  )
    -> ObjectWrite
  {
    ObjectWrite(
      key: ObjectKey(calendar: calendar, file: name), bytes: bytes, version: version, location: .name("here"))
  }

  @Test(arguments: Kind.allCases) func loadedObjectsCanBeReadAndWritten(kind: Kind) async throws {
    let (backend, home) = try backend(kind)
    #expect(backend.owns(home))
    let loaded = try await backend.load(home)
    #expect(loaded.hasManyObjects && loaded.state == .ready)
    #expect(loaded.objects.map(\.name) == ["one.ics"] && loaded.objects.map(\.bytes) == [bytes])
    let key = ObjectKey(calendar: home, file: "one.ics")
    let object = try #require(try await backend.read(key))
    #expect(object.bytes == bytes)
    let written = try await backend.write(write(others, "one.ics", object.version, in: home)).object
    #expect(written?.bytes == others)
    #expect(try await backend.read(key)?.bytes == others)
    #expect(try await backend.read(ObjectKey(calendar: home, file: "none.ics")) == nil)
  }

  @Test(arguments: Kind.allCases) func writingAnOutdatedVersionChangesNothing(kind: Kind) async throws {
    let (backend, home) = try backend(kind)
    let key = ObjectKey(calendar: home, file: "one.ics")
    let old = try #require(try await backend.read(key)).version
    _ = try await backend.write(write(others, "one.ics", old, in: home))
    for bytes in [bytes, nil] {
      await #expect(throws: BackendError.changed) {
        try await backend.write(write(bytes, "one.ics", old, in: home))
      }
    }
    // An object cannot be created if it already exists.
    await #expect(throws: BackendError.changed) {
      try await backend.write(write(bytes, "one.ics", nil, in: home))
    }
    #expect(try await backend.read(key)?.bytes == others)
  }

  @Test(arguments: Kind.allCases) func objectsAreCreatedAndRemoved(kind: Kind) async throws {
    let (backend, home) = try backend(kind)
    let made = try await backend.write(write(others, "two.ics", nil, in: home)).object
    #expect(try await backend.load(home).objects.map(\.name) == ["one.ics", "two.ics"])
    let version = try #require(made).version
    #expect(try await backend.write(write(nil, "two.ics", version, in: home)).object == nil)
    #expect(try await backend.load(home).objects.map(\.name) == ["one.ics"])
    // It is already gone.
    #expect(try await backend.write(write(nil, "two.ics", version, in: home)).object == nil)
  }

  @Test(arguments: Kind.allCases) func missingCalendarIsNotLoaded(kind: Kind) async throws {
    let (backend, home) = try backend(kind)
    await #expect(throws: StoreError.self) { try await backend.load(CalendarID(home.key + "less")) }
  }
}
