import BackendTestSupport
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// The behavior that a store expects of every backend.
@Suite struct BackendContractTests {
  enum Kind: CaseIterable, Sendable {
    case files, memory
  }

  private let folder = TemporaryFolder()
  private let originalBytes = Array(Samples.standup.utf8)
  private let otherBytes = Array(Samples.calendar(Samples.event(uid: "other")).utf8)

  /// Returns a backend and its only calendar, which contains one object and can hold many.
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
      let calendar = memory.add("home", hasSeparateObjects: true)
      memory.put(Samples.standup, as: "one.ics", in: calendar)
      return (memory, calendar)
    }
  }

  private func objectWrite(
    _ bytes: [UInt8]?, _ name: ByteString, _ version: ObjectVersion?, in calendar: CalendarID
  )
    -> ObjectWrite
  {
    ObjectWrite(
      key: ObjectKey(calendar: calendar, file: name), bytes: bytes, version: version, location: .name("home"))
  }

  @Test(arguments: Kind.allCases) func loadedObjectsCanBeReadAndWritten(kind: Kind) async throws {
    let (backend, calendar) = try backend(kind)
    #expect(backend.owns(calendar))
    let contents = try await backend.load(calendar)
    #expect(contents.hasSeparateObjects && contents.state == .ready)
    #expect(contents.objects.map(\.name) == ["one.ics"] && contents.objects.map(\.bytes) == [originalBytes])
    let key = ObjectKey(calendar: calendar, file: "one.ics")
    let object = try #require(try await backend.read(key))
    #expect(object.bytes == originalBytes)
    let writtenObject = try await backend.write(
      objectWrite(otherBytes, "one.ics", object.version, in: calendar)
    )
    .object
    #expect(writtenObject?.bytes == otherBytes)
    #expect(try await backend.read(key)?.bytes == otherBytes)
    #expect(try await backend.read(ObjectKey(calendar: calendar, file: "none.ics")) == nil)
  }

  @Test(arguments: Kind.allCases) func writeBasedOnAnOutdatedVersionChangesNothing(kind: Kind) async throws {
    let (backend, calendar) = try backend(kind)
    let key = ObjectKey(calendar: calendar, file: "one.ics")
    let oldVersion = try #require(try await backend.read(key)).version
    _ = try await backend.write(objectWrite(otherBytes, "one.ics", oldVersion, in: calendar))
    for bytes in [originalBytes, nil] {
      await #expect(throws: BackendError.changed) {
        try await backend.write(objectWrite(bytes, "one.ics", oldVersion, in: calendar))
      }
    }
    // An object cannot be created if it already exists.
    await #expect(throws: BackendError.changed) {
      try await backend.write(objectWrite(originalBytes, "one.ics", nil, in: calendar))
    }
    #expect(try await backend.read(key)?.bytes == otherBytes)
  }

  @Test(arguments: Kind.allCases) func objectsAreCreatedAndRemoved(kind: Kind) async throws {
    let (backend, calendar) = try backend(kind)
    let newObject = try await backend.write(objectWrite(otherBytes, "two.ics", nil, in: calendar)).object
    #expect(try await backend.load(calendar).objects.map(\.name) == ["one.ics", "two.ics"])
    let version = try #require(newObject).version
    #expect(try await backend.write(objectWrite(nil, "two.ics", version, in: calendar)).object == nil)
    #expect(try await backend.load(calendar).objects.map(\.name) == ["one.ics"])
    // Removing an object that is already gone succeeds.
    #expect(try await backend.write(objectWrite(nil, "two.ics", version, in: calendar)).object == nil)
  }

  @Test(arguments: Kind.allCases) func missingCalendarIsNotLoaded(kind: Kind) async throws {
    let (backend, calendar) = try backend(kind)
    await #expect(throws: StoreError.self) { try await backend.load(CalendarID(calendar.key + "-missing")) }
  }
}
