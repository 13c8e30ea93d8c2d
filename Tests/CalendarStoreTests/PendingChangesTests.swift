import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Changes that could not be saved and are applied by a later run of the program.
@Suite struct PendingChangesTests {
  private let folder = TemporaryFolder()

  private func store(_ calls: any FileCalls = SystemCalls()) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"))
  }

  private func records() -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path("pending")).sorted()
    return (names ?? []).filter { $0.hasSuffix(".pending") }
  }

  /// Moves an event in a store that cannot save the move. The store is then discarded.
  private func leaveUnsavedMove(_ uid: ByteString = "standup", of path: String, minutes: Int = 30)
    async throws
  {
    let store = store(FaultyCalls(.rename, EROFS))
    let event = try #require(await store.open([path]).events.first { $0.id.uid == uid })
    store.submit(.edit(event.moved(minutes: minutes)), as: EditID())
    #expect(await store.flush().map(\.error) == [.readOnly(path: path)])
  }

  @Test func nextRunAppliesUnsavedChangesToTheCurrentFile() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    try await leaveUnsavedMove(of: path)
    #expect(try folder.text("work.ics") == Samples.standup)
    // Another program changes something else in the meantime.
    try folder.write(Samples.calendar(Samples.event(uid: "standup", summary: "Daily")), to: "work.ics")
    let store = store()
    let event = try #require(await store.open([path]).events.first)
    #expect(event.startText == "2026-01-05T09:00:00")
    let pendingChanges = await store.pendingChanges()
    #expect(pendingChanges.map(\.path) == [path] && pendingChanges.map(\.count) == [1])
    #expect(await store.apply(pendingChanges).isEmpty)
    let updatedEvent = try #require(await store.snapshot().events.first)
    #expect(updatedEvent.startText == "2026-01-05T09:30:00" && updatedEvent.summary == "Daily")
    let text = try folder.text("work.ics")
    #expect(text.contains("DTSTART:20260105T093000Z") && text.contains("SUMMARY:Daily"))
    #expect(records() == [])
    #expect(await store.pendingChanges().isEmpty)
  }

  @Test func unchangedRecordIsNotWrittenAgain() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store(FaultyCalls(.rename, EROFS))
    let event = try #require(await store.open([path]).events.first)
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    #expect(await store.flush().count == 1)
    let firstRecords = records()
    #expect(firstRecords.count == 1)
    #expect(await store.flush().count == 1)
    #expect(records() == firstRecords)
    store.submit(.edit(event.moved(minutes: 60)), as: EditID())
    #expect(await store.flush().count == 1)
    #expect(records().count == 1 && records() != firstRecords, "the second change was not recorded")
  }

  @Test func pendingChangesAreNotReappliedForEachFailedSave() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let calls = FaultyCalls(.rename, EROFS)
    let store = store(calls)
    let event = try #require(await store.open([path]).events.first)
    for minutes in 1...100 {
      store.submit(.edit(event.moved(minutes: minutes)), as: EditID())
      _ = await store.snapshot()
    }
    // The first change is undone once, to record the original file.
    #expect(await store.reapplicationCount <= 1, "changes were reapplied after failed saves")
    var record = try #require(records().first.map { try folder.text("pending/\($0)") })
    #expect(record.contains("Changes: 100\n") && record.contains("DTSTART:20260105T104000Z"))
    #expect(record.contains("DTSTART:20260105T090000Z"), "the record does not contain the original file")

    // Another program replaces the version that the changes are based on.
    try folder.write(Samples.calendar(Samples.event(uid: "standup", summary: "Daily")), to: "new.ics")
    #expect(rename(folder.path("new.ics"), path) == 0)
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    // Each change is applied again once, and none is undone.
    #expect(await store.reapplicationCount <= 101, "changes were reapplied more than once")
    record = try #require(records().first.map { try folder.text("pending/\($0)") })
    #expect(
      record.split(separator: "SUMMARY:Daily").count == 3,
      "a version in the record does not have the new summary")
    calls.repair()
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T104000Z"))
  }

  @Test func changesAreNotAppliedTwiceIfTheirRecordsRemain() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/standup.ics")
    let failingStore = store(FaultyCalls(.rename, EROFS))
    let standup = try #require(await failingStore.open([path]).events.first)
    var addedEvent = standup
    addedEvent.id = EventID(calendar: standup.id.calendar, file: "new.ics", uid: "new")
    failingStore.submit(.edit(standup.moved(minutes: 30)), as: EditID())
    failingStore.submit(.edit(.add(addedEvent)), as: EditID())
    #expect(await failingStore.flush().count == 2)
    let savedRecords = try records().map { ($0, try folder.text("pending/\($0)")) }
    #expect(savedRecords.count == 2)
    var texts: [String] = []
    for _ in 1...2 {
      for (name, text) in savedRecords { try folder.write(text, to: "pending/\(name)") }
      let store = store()
      await store.open([path])
      #expect(await store.apply(store.pendingChanges()).isEmpty)
      // The store does not adopt a file while another process has it open for writing. One that a different test has just
      // started may have inherited it.
      for _ in 0..<1_000 where await store.snapshot().events.count != 2 {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(await store.snapshot().events.count == 2)
      texts.append(try folder.text("home/standup.ics") + folder.text("home/new.ics"))
      #expect(records() == [])
    }
    #expect(texts[0] == texts[1])
  }

  /// Two windows of different desktop sessions are two processes. A lock is held by an open file, so another one in the
  /// test's process stands for another process.
  @Test func recordsOfARunningProcessAreLeftToIt() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    try await leaveUnsavedMove(of: path)
    let name = try #require(records().first)
    let text = try folder.text("pending/\(name)")
    let ownRun = try #require(text.split(separator: "\n").first { $0.hasPrefix("Run: ") })
    try folder.write(text.replacing(ownRun, with: "Run: run-other.lock"), to: "pending/\(name)")
    try folder.write("", to: "pending/run-other.lock")
    let lock = open(folder.path("pending/run-other.lock"), O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)

    let store = store()
    await store.open([path])
    #expect(await store.pendingChanges().isEmpty)
    #expect(records().contains(name))
    close(lock)
    #expect(await store.pendingChanges().count == 1)
    let isLockThere = FileManager.default.fileExists(atPath: folder.path("pending/run-other.lock"))
    #expect(!isLockThere, "the mark of a process that has ended stays")
    #expect(await store.apply(store.pendingChanges()).isEmpty)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func conflictingPendingChangesAreKeptInAFile() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    try await leaveUnsavedMove(of: path)
    let other = Samples.calendar(
      Samples.event(uid: "standup", start: "DTSTART:20260105T120000Z", end: "DTEND:20260105T121500Z"))
    try folder.write(other, to: "work.ics")
    let store = store()
    await store.open([path])
    let errors = await store.apply(store.pendingChanges())
    guard case .conflict(.path(path), let copyPath?) = errors.first else {
      Issue.record("no conflict was reported: \(errors)")
      return
    }
    #expect(try folder.text("work.ics") == other)
    #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("DTSTART:20260105T093000Z"))
    #expect(records() == [])
  }

  /// The disk may be full.
  @Test func recordIsKeptIfNoCopyOfItsChangesCanBeSaved() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    try await leaveUnsavedMove(of: path)
    // Nothing can be created in a file.
    try folder.write("", to: "conflicts")
    let other = Samples.event(
      uid: "standup", start: "DTSTART:20260105T120000Z", end: "DTEND:20260105T121500Z")
    try folder.write(Samples.calendar(other), to: "work.ics")
    let store = store()
    await store.open([path])
    #expect(await store.apply(store.pendingChanges()) == [.conflictKeptForNextRun(.path(path))])
    #expect(records().count == 1)
    #expect(await store.pendingChanges().count == 1)

    // A calendar that is closed with unsaved changes.
    let calls = FaultyCalls(.rename, EROFS)
    let closingStore = self.store(calls)
    let event = try #require(await closingStore.open([path]).events.first)
    closingStore.submit(.edit(event.moved(minutes: 30)), as: EditID())
    #expect(await closingStore.flush().count == 1)
    #expect(records().count == 2)
    _ = await closingStore.close(CalendarID(path))
    #expect(records().count == 2)
    #expect(await closingStore.pendingChanges().count == 2)
  }

  @Test func changesThatStillCannotBeSavedAreOfferedAgain() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    try await leaveUnsavedMove(of: path)
    let store = store(FaultyCalls(.rename, EROFS))
    await store.open([path])
    #expect(await store.apply(store.pendingChanges()) == [.readOnly(path: path)])
    #expect(await store.pendingChanges().count == 1)
    await store.discard(store.pendingChanges())
    #expect(records() == [])
  }

  @Test(arguments: ["work.ics", "home"])
  func unsavedChangesOfTwoRunsToTheSameFileAreBothApplied(_ calendar: String) async throws {
    let file = calendar == "home" ? "home/events.ics" : calendar
    if calendar == "home" { _ = try folder.makeFolder("home") }
    let original = Samples.calendar(Samples.event(uid: "review") + Samples.event(uid: "lunch"))
    try folder.write(original, to: file)
    // The second run does not apply the changes of the first one (“Ask Again Later”).
    let edits: [(uid: ByteString, minutes: Int)] = [("review", 15), ("lunch", 45), ("review", 60)]
    for (uid, minutes) in edits {
      let failingStore = store(FaultyCalls(.rename, EROFS))
      let event = try await failingStore.open([folder.path(calendar)]).event(uid)
      failingStore.submit(.edit(event.moved(minutes: minutes)), as: EditID())
      #expect(await failingStore.flush().map(\.error) == [.readOnly(path: folder.path(file))])
    }
    let store = store()
    await store.open([folder.path(calendar)])
    let pendingChanges = await store.pendingChanges()
    #expect(pendingChanges.map(\.count) == [1, 1, 1] && records().count == 3)
    let errors = await store.apply(pendingChanges)
    let snapshot = await store.snapshot()
    #expect(try snapshot.event("lunch").startText == "2026-01-05T09:45:00")
    // The third run did not know the change of the first one, so it is a conflict, of which a copy is kept.
    #expect(try snapshot.event("review").startText == "2026-01-05T09:15:00")
    guard errors.count == 1, case .conflict(_, let copyPath?) = errors.first else {
      Issue.record("not exactly one conflict was reported: \(errors)")
      return
    }
    #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("DTSTART:20260105T100000Z"))
    #expect(records() == [])
  }

  /// A program that stops while it replaces a record leaves both.
  @Test func replacedRecordIsRemovedIfItsReplacementIsComplete() throws {
    let files = PendingFiles(folder: folder.path("pending"))
    func record(_ text: String) -> PendingRecord {
      PendingRecord(
        calendar: "/c", file: nil, changeCount: 1, baseBytes: nil, editedBytes: Array(text.utf8))
    }
    let first = try #require(files.store(record("1"), replacing: nil))
    let firstText = try folder.text("pending/\(first)")
    let second = try #require(files.store(record("2"), replacing: first))
    #expect(records() == [second])
    try folder.write(firstText, to: "pending/\(first)")
    let secondText = try folder.text("pending/\(second)")
    try folder.write(String(secondText.dropLast()), to: "pending/\(second)")
    #expect(files.records().map(\.name) == [first])
    try folder.write(secondText, to: "pending/\(second)")
    #expect(files.records().map(\.name) == [second])
    #expect(records() == [second])
  }

  @Test func savedChangesAreNotOffered() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let calls = FaultyCalls(.rename, EROFS)
    let store = store(calls)
    let event = try #require(await store.open([path]).events.first)
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    await store.flush()
    store.submit(.edit(event.moved(minutes: 45)), as: EditID())
    await store.flush()
    #expect(records().count == 1, "the file does not have exactly one record")
    calls.repair()
    #expect(await store.flush().isEmpty)
    #expect(records() == [])
  }

  /// A window may submit a transfer and other changes at once, for example when the editor is closed.
  @Test(.timeLimit(.minutes(10)))
  func changeSubmittedTogetherWithATransferThatHangsIsRecorded() async throws {
    let origin = try folder.write(Samples.standup, to: "origin.ics")
    let destination = try folder.write(Samples.calendar(Samples.event(uid: "lunch")), to: "destination.ics")
    let other = try folder.write(Samples.calendar(Samples.event(uid: "review")), to: "other.ics")
    let calls = HangingCalls(.writing)
    let store = store(calls)
    let openedSnapshot = await store.open([origin, destination, other])
    let standup = try openedSnapshot.event("standup")
    let newID = EventID(calendar: CalendarID(destination), uid: "standup")
    let transfer = EventEdit(target: standup.id, change: .transfer(to: newID, calendarColor: nil))
    let move = try openedSnapshot.event("review").moved(minutes: 15)
    store.mailbox.withLock { $0 = [(.edit(transfer), EditID()), (.edit(move), EditID())] }
    let processing = Task { await store.processMailbox() }
    while store.transfers.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await store.storeUnsavedChanges())
    #expect(records().count == 3)
    calls.resume()
    await processing.value
    let nextStore = self.store()
    await nextStore.open([origin, destination, other])
    #expect(await nextStore.apply(nextStore.pendingChanges()).isEmpty)
    let snapshot = await nextStore.snapshot()
    #expect(try snapshot.event("standup").id == newID)
    #expect(try snapshot.event("review").startText == "2026-01-05T09:15:00")
  }

  @Test(.timeLimit(.minutes(10)))
  func unresponsiveFileSystemDoesNotBlockRecordingChanges() async throws {
    let dead = try folder.write(Samples.standup, to: "dead.ics")
    let other = try folder.write(Samples.calendar(Samples.event(uid: "review")), to: "other.ics")
    let calls = HangingCalls(.writing)
    let store = store(calls)
    let openedSnapshot = await store.open([dead, other])
    let standup = try #require(openedSnapshot.events.first { $0.id.uid == "standup" })
    let review = try #require(openedSnapshot.events.first { $0.id.uid == "review" })
    store.submit(.edit(standup.moved(minutes: 30)), as: EditID())
    try await Task.sleep(for: .milliseconds(200))
    // The store's thread is blocked, so it has not processed these edits yet.
    store.submit(.edit(standup.moved(minutes: 60)), as: EditID())
    store.submit(.edit(review.moved(minutes: 15)), as: EditID())
    #expect(await store.storeUnsavedChanges())
    #expect(records().count == 2)
    calls.resume()
    let nextStore = self.store()
    await nextStore.open([dead, other])
    #expect(await nextStore.apply(nextStore.pendingChanges()).isEmpty)
    let times = Dictionary(
      uniqueKeysWithValues: await nextStore.snapshot().events.map { ($0.id.uid, $0.startText) })
    #expect(times == ["standup": "2026-01-05T10:00:00", "review": "2026-01-05T09:15:00"])
  }

  @Test func recordsAreReadBackAndDamagedOnesAreRejected() throws {
    let record = PendingRecord(
      calendar: "/home/ada/odd\n%41 name", file: "é.ics", changeCount: 3, baseBytes: Array("old\n\n".utf8),
      editedBytes: Array("new".utf8))
    #expect(PendingRecord(record.bytes) == record)
    let newFileRecord = PendingRecord(
      calendar: "/c", file: nil, changeCount: 1, baseBytes: nil, editedBytes: [])
    #expect(PendingRecord(newFileRecord.bytes) == newFileRecord)
    var replacement = newFileRecord
    replacement.replacedName = "1-0.pending"
    #expect(PendingRecord(replacement.bytes) == replacement)
    for length in 0..<record.bytes.count { #expect(PendingRecord(Array(record.bytes.prefix(length))) == nil) }
    #expect(PendingRecord(record.bytes + [0]) == nil)
    #expect(PendingRecord(Array("Something: else\n\n".utf8)) == nil)
    for (field, number) in [("Mine", Int.max), ("Base", .max), ("Changes", .max), ("Changes", -7)] {
      let text = String(decoding: record.bytes, as: UTF8.self)
        .replacing(try Regex("\(field): [0-9]+"), with: "\(field): \(number)")
      #expect(PendingRecord(Array(text.utf8)) == nil)
    }
  }
}
