import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// A truncated file that no program is writing: it is shown, but read-only until the user chooses a remedy.
@Suite struct DamagedFileTests {
  let folder = TemporaryFolder()
  let clock = ManualClock()

  private static let text = Samples.calendar(Samples.event(uid: "standup"), Samples.event(uid: "other"))
  /// The text, truncated after the first five digits of the second event's DTEND.
  private static let truncatedText: String = {
    let end = text.range(of: "DTEND:20260", options: .backwards)?.upperBound ?? text.endIndex
    return String(text[..<end])
  }()

  private func store() -> CalendarStore {
    let clock = clock
    return CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      clock: { clock.now })
  }

  private var copyTexts: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("conflicts"))) ?? []
    return names.sorted().compactMap { try? folder.text("conflicts/\($0)") }
  }

  private func rescanAfterTenSeconds(_ store: CalendarStore) async {
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    clock.advance(by: .seconds(10))
    await store.rescan()
  }

  /// Returns a store and the path of its file, which was truncated after the store opened it.
  private func damagedStore() async throws -> (store: CalendarStore, path: String, event: CalendarEvent) {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    try folder.write(Self.truncatedText, to: "work.ics")
    await rescanAfterTenSeconds(store)
    return (store, path, event)
  }

  @Test func truncatedFileIsShownReadOnlyAfterTenSeconds() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("other")
    try folder.write(Self.truncatedText, to: "work.ics")
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    clock.advance(by: .milliseconds(9_900))
    await store.rescan()
    #expect(await store.snapshot().damagedFiles.isEmpty)
    #expect(try await store.snapshot().event("other").times == event.times)
    clock.advance(by: .milliseconds(100))
    await store.rescan()
    let snapshot = await store.snapshot()
    #expect(snapshot.damagedFiles.map(\.path) == [path])
    #expect(
      snapshot.damagedFiles.first?.canRestore == true && snapshot.damagedFiles.first?.canUseAsIs == true)
    #expect(snapshot.calendars.map(\.isReadOnly) == [true])
    #expect(try snapshot.event("other").times != event.times, "the readable part is not shown")
    await #expect(throws: StoreError.damaged(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == Self.truncatedText)
    #expect(copyTexts == [Self.text], "the last complete version was not kept on disk")
  }

  @Test func lastCompleteVersionIsRestored() async throws {
    let (store, path, event) = try await damagedStore()
    let copyPath = try await store.resolveDamage(of: CalendarID(path), by: .restore)
    #expect(try folder.text("work.ics") == Self.text)
    #expect(try copyPath.map { try String(contentsOfFile: $0, encoding: .utf8) } == Self.truncatedText)
    #expect(await store.snapshot().damagedFiles.isEmpty)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func truncatedFileCanBeUsedAsIs() async throws {
    let (store, path, event) = try await damagedStore()
    let copyPath = try await store.resolveDamage(of: CalendarID(path), by: .useAsIs)
    #expect(try folder.text("work.ics") == Self.truncatedText)
    #expect(try copyPath.map { try String(contentsOfFile: $0, encoding: .utf8) } == Self.text)
    #expect(await store.snapshot().damagedFiles.isEmpty)
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("DTSTART:20260105T093000Z") && text.hasSuffix("DTEND:20260"))
    // The store's own write does not count as damage.
    await rescanAfterTenSeconds(store)
    #expect(await store.snapshot().damagedFiles.isEmpty)
  }

  @Test func copyOfATruncatedFileIsTheLastCompleteVersion() async throws {
    let (store, path, _) = try await damagedStore()
    try await store.saveCopy(of: CalendarID(path), to: folder.path("copy.ics"))
    #expect(try folder.text("copy.ics") == Self.text)
  }

  @Test func newCompleteVersionEndsTheDamage() async throws {
    let (store, _, _) = try await damagedStore()
    try folder.write(Self.text.replacing("Standup", with: "Changed"), to: "work.ics")
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    let snapshot = await store.snapshot()
    #expect(snapshot.damagedFiles.isEmpty && snapshot.events.allSatisfy { $0.summary == "Changed" })
  }

  @Test(arguments: [DamageRemedy.useAsIs, .restore])
  func pendingEditIsAppliedWithEitherRemedy(remedy: DamageRemedy) async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let otherProgram = OtherProgram(path)
    otherProgram.write(Self.truncatedText)
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    otherProgram.close()
    await rescanAfterTenSeconds(store)
    #expect(await store.flush().map(\.error) == [.damaged(path: path)])
    #expect(try await store.snapshot().event("standup").startText == "2026-01-05T09:30:00")
    #expect(try folder.text("work.ics") == Self.truncatedText)
    try await store.resolveDamage(of: CalendarID(path), by: remedy)
    #expect(await store.flush().isEmpty)
    let text = try folder.text("work.ics")
    #expect(text.contains("DTSTART:20260105T093000Z"))
    #expect(text.hasSuffix(remedy == .useAsIs ? "DTEND:20260" : "END:VCALENDAR\r\n"))
  }

  @Test func editOfALostEventIsKeptWhenTheDamagedFileIsUsed() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("other")
    let otherProgram = OtherProgram(path)
    let text = Self.truncatedText
    let firstHalf = String(
      text[..<(text.range(of: "BEGIN:VEVENT\r\nUID:other")?.lowerBound ?? text.endIndex)])
    otherProgram.write(firstHalf)
    let id = EditID()
    store.submit(.edit(event.moved(minutes: 30)), as: id)
    _ = await store.flush()
    otherProgram.close()
    await rescanAfterTenSeconds(store)
    try await store.resolveDamage(of: CalendarID(path), by: .useAsIs)
    #expect(try folder.text("work.ics") == firstHalf)
    #expect(copyTexts.count == 1 && copyTexts[0].contains("DTSTART:20260105T093000Z"))
    var refusal: StoreError?
    for await event in store.events {
      guard case .refused(id, let error) = event else { continue }
      refusal = error
      break
    }
    guard case .conflict(.path(path), .some) = refusal else {
      Issue.record("no conflict was reported: \(String(describing: refusal))")
      return
    }
  }

  @Test func emptiedFileKeepsItsEventsAndCanBeRestored() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    await store.open([path])
    try folder.write("", to: "work.ics")
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    #expect(
      await store.snapshot().staleFiles.map(\.path) == [path], "the emptied file was not reported immediately"
    )
    clock.advance(by: .seconds(10))
    await store.rescan()
    let snapshot = await store.snapshot()
    #expect(snapshot.events.count == 2)
    #expect(
      snapshot.damagedFiles.map(\.canUseAsIs) == [false] && snapshot.damagedFiles.map(\.canRestore) == [true])
    try await store.resolveDamage(of: CalendarID(path), by: .restore)
    #expect(try folder.text("work.ics") == Self.text)
    #expect(await store.snapshot().staleFiles.isEmpty)
  }

  @Test func fileDamagedBeforeItIsOpenedIsReadOnlyUntilItIsUsedAsIs() async throws {
    let path = try folder.write(Self.truncatedText, to: "work.ics")
    let oldTimes = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, oldTimes, 0)
    let store = store()
    let snapshot = await store.open([path])
    let event = try snapshot.event("standup")
    #expect(snapshot.events.count == 2)
    #expect(snapshot.damagedFiles.map(\.canRestore) == [false])
    await #expect(throws: StoreError.damaged(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    try await store.resolveDamage(of: CalendarID(path), by: .useAsIs)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func fileOpenedWhileBeingWrittenShowsItsWrittenPart() async throws {
    let path = try folder.write("", to: "work.ics")
    let otherProgram = OtherProgram(path)
    otherProgram.write(Self.truncatedText)
    let store = store()
    let snapshot = await store.open([path])
    #expect(snapshot.events.count == 2 && snapshot.filesBeingWritten == [.path(path)])
    let event = try snapshot.event("standup")
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    otherProgram.write(Self.text.dropFirst(Self.truncatedText.count))
    otherProgram.close()
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    let text = try folder.text("work.ics")
    #expect(text.contains("DTSTART:20260105T093000Z") && text.hasSuffix("END:VCALENDAR\r\n"))
    #expect(await store.snapshot().filesBeingWritten.isEmpty)
  }

  @Test func damagedFileInAFolderDoesNotAffectTheOthers() async throws {
    let subfolder = try folder.makeFolder("personal")
    let path = try folder.write(Samples.standup, to: "personal/a.ics")
    try folder.write(Samples.calendar(Samples.event(uid: "other")), to: "personal/b.ics")
    let store = store()
    let snapshot = await store.open([subfolder])
    let (standup, other) = (try snapshot.event("standup"), try snapshot.event("other"))
    try folder.write(String(Samples.standup.dropLast(20)), to: "personal/a.ics")
    await store.handle(.changed(folder: ByteString(subfolder), names: ["a.ics"]))
    clock.advance(by: .seconds(10))
    await store.rescan()
    #expect(await store.snapshot().damagedFiles.map(\.path) == [path])
    #expect(await store.snapshot().calendars.map(\.isReadOnly) == [false])
    await #expect(throws: StoreError.damaged(path: path)) {
      try await store.perform(.edit(standup.moved(minutes: 30)))
    }
    try await store.perform(.edit(other.moved(minutes: 30)))
  }
}
