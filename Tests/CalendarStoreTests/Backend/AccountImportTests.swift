import BackendTestSupport
import CalendarDocument
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Imports into a calendar that writes its objects one by one, while the user goes on editing.
@Suite struct AccountImportTests {
  let folder = TemporaryFolder()
  let backend = MemoryBackend()
  let calendar: CalendarID
  let store: CalendarStore

  init() {
    calendar = backend.add("home", hasSeparateObjects: true)
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend])
  }

  /// Imports events, each with its UID as title.
  private func importEvents(_ uids: [String], sequence: Int = 0) async throws -> AppliedImport {
    var objects = ImportedObjects()
    let lines = uids.flatMap {
      Samples.event(
        uid: $0, summary: sequence == 0 ? $0 : "\($0) again", more: ["SEQUENCE:\(sequence)"])
    }
    try objects.add(Array(Samples.calendar(lines).utf8), zones: SystemZones.shared)
    let plan = try await store.plan(objects.objects, into: calendar)
    return try await store.perform(plan, into: calendar, ImportProgress())
  }

  private func rename(_ uid: ByteString, to title: String) async throws {
    let event = try await store.snapshot().event(uid)
    store.submit(.edit(EventEdit(target: event.id, change: .set([.summary(title)]))), as: EditID())
  }

  private var storedTitles: [String] {
    backend.names(in: calendar).flatMap { name in
      (backend.text(name, in: calendar) ?? "").split(separator: "\r\n").compactMap {
        $0.hasPrefix("SUMMARY:") ? String($0.dropFirst("SUMMARY:".count)) : nil
      }
    }.sorted()
  }

  /// Undoes an import, and renames an event while the first object is being removed.
  private func undo(
    _ appliedImport: AppliedImport, whileRenaming uid: ByteString
  ) async throws -> AppliedImport {
    backend.setBeforeNextWrite { try? await rename(uid, to: "Renamed") }
    let result = try await store.perform(appliedImport.inverse)
    #expect(await store.flush().isEmpty)
    return result
  }

  @Test func eventThatIsEditedDuringTheUndoStays() async throws {
    await store.open([calendar.key])
    let appliedImport = try await importEvents(["a", "b", "c"])
    // The objects are removed in the order in which they were written.
    let written = backend.attemptedWrites.compactMap { $0.file.flatMap { appliedImport.uids[$0]?.first } }
    let last = try #require(written.last)
    let undone = try await undo(appliedImport, whileRenaming: last)
    #expect(written.count == 3)
    #expect(undone.skippedCount == 1 && undone.interruption == nil)
    #expect(storedTitles == ["Renamed"])
    #expect(await store.snapshot().events.map(\.summary) == ["Renamed"])
  }

  @Test func eventThatIsEditedWhileItIsRemovedComesBack() async throws {
    await store.open([calendar.key])
    let appliedImport = try await importEvents(["a", "b", "c"])
    let written = backend.attemptedWrites.compactMap { $0.file.flatMap { appliedImport.uids[$0]?.first } }
    _ = try await undo(appliedImport, whileRenaming: try #require(written.first))
    #expect(storedTitles == ["Renamed"])
    #expect(await store.snapshot().events.map(\.summary) == ["Renamed"])
  }

  @Test func editMadeDuringAnUpdateOfTheEventIsKept() async throws {
    await store.open([calendar.key])
    _ = try await importEvents(["a"])
    backend.setBeforeNextWrite {
      guard let event = try? await store.snapshot().event("a") else { return }
      store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    }
    _ = try await importEvents(["a"], sequence: 1)
    #expect(await store.flush().isEmpty)
    let text = try #require(backend.names(in: calendar).first.flatMap { backend.text($0, in: calendar) })
    #expect(text.contains("SUMMARY:a again"))
    #expect(text.contains("DTSTART:20260105T093000Z"))
  }

  @Test func importIsUndoneAlthoughTheServerStoresItsObjectsInAnotherForm() async throws {
    backend.setNormalization { $0.replacing("END:VEVENT", with: "X-SERVER:1\r\nEND:VEVENT") }
    await store.open([calendar.key])
    let appliedImport = try await importEvents(["a", "b"])
    let undone = try await store.perform(appliedImport.inverse)
    #expect(undone.skippedCount == 0)
    #expect(storedTitles.isEmpty)
    let redone = try await store.perform(undone.inverse)
    #expect(redone.skippedCount == 0)
    #expect(storedTitles == ["a", "b"])
  }
}
