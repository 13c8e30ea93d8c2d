import BackendTestSupport
import CalendarModel
import CalendarText
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Answers that are missing, late or not what was expected: what is not there now may still come.
@Suite struct UnknownOutcomeTests {
  let folder = TemporaryFolder()
  let backend = MemoryBackend()
  let store: CalendarStore
  /// How far the store's clock is ahead.
  private let clockLead = ClockLead()

  private final class ClockLead: Sendable {
    let hours = Mutex(0)
    var now: ContinuousClock.Instant { .now + .seconds(hours.withLock { $0 } * 3_600) }
  }

  init() {
    let clockLead = clockLead
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend], clock: { clockLead.now })
  }

  private func wait(_ failure: Comment, until condition: () async throws -> Bool) async throws {
    for _ in 0..<1_000 where try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try await condition(), failure)
  }

  private func files(in name: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
    return (names ?? []).filter { !$0.hasSuffix(".lock") }
  }

  private func put(_ uid: String, _ title: String, in calendar: CalendarID, isReported: Bool = true) {
    backend.put(
      Samples.calendar(Samples.event(uid: uid, summary: title)), as: "\(uid).ics", in: calendar,
      isReported: isReported)
  }

  // MARK: Reads that fail

  @Test func objectThatCannotBeReadDoesNotHideChangesToOthers() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    for uid in ["a", "b", "c"] { put(uid, "Old", in: calendar, isReported: false) }
    await store.open([calendar.key])
    let reason = BackendError.failed(.unreadable(.name("home"), reason: .service("Invalid query")))
    backend.failReads(of: ["b.ics"], with: reason, count: 1_000)
    // The changes are read together.
    backend.suspend()
    for uid in ["c", "a", "b"] { put(uid, "New", in: calendar) }
    let store = store
    try await wait("the changes are not collected") { await store.reportedObjects[calendar] != nil }
    backend.resume()
    try await wait("the other changes are not shown") {
      let snapshot = await store.snapshot()
      return try snapshot.event("a").summary == "New" && snapshot.event("c").summary == "New"
    }
    try await wait("the problem is not shown") {
      await store.snapshot().problems.map(\.detail)
        == [.error(.unreadable(.name("home"), reason: .service("Invalid query")))]
    }
  }

  @Test(arguments: [1, 3]) func readWithoutAnAnswerIsRepeated(count: Int) async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    await store.open([calendar.key])
    backend.failReads(with: .failed(.noAnswer(.name("home"))), count: count)
    put("a", "New", in: calendar)
    let store = store
    try await wait("the change is not shown") { try await store.snapshot().event("a").summary == "New" }
    #expect(await store.snapshot().problems.isEmpty)
  }

  // MARK: Calendars that are absent

  @Test func waitingEditOutlivesTheAbsenceOfItsCalendar() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    var snapshot = await store.setListedCalendars([calendar])
    backend.set(.offline, of: calendar)
    store.submit(
      .edit(EventEdit(target: try snapshot.event("a").id, change: .set([.summary("New")]))), as: EditID())
    #expect(await store.flush().map(\.error) == [.offline(.name("home"))])
    let records = files(in: "pending")
    #expect(records.count == 1)
    // Another program disables the calendar and enables it again.
    #expect(await store.setListedCalendars([]).calendars.isEmpty)
    #expect(files(in: "pending") == records && files(in: "conflicts").isEmpty)
    snapshot = await store.setListedCalendars([calendar])
    #expect(try snapshot.event("a").summary == "New")
    backend.set(.ready, of: calendar)
    let (store, backend) = (store, backend)
    try await wait("the edit is not saved") {
      await store.flush().isEmpty && backend.text("a.ics", in: calendar)?.contains("SUMMARY:New") == true
    }
    try await wait("the record is kept") { files(in: "pending").isEmpty }
    #expect(files(in: "conflicts").isEmpty)
  }

  @Test func editToACalendarThatDoesNotReturnIsOfferedInTheNextRun() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    let snapshot = await store.setListedCalendars([calendar])
    backend.set(.offline, of: calendar)
    store.submit(
      .edit(EventEdit(target: try snapshot.event("a").id, change: .set([.summary("New")]))), as: EditID())
    _ = await store.flush()
    _ = await store.setListedCalendars([])
    let nextStore = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend])
    backend.set(.ready, of: calendar)
    _ = await nextStore.open([calendar.key])
    let pending = await nextStore.pendingChanges()
    #expect(pending.map(\.calendar) == [calendar])
    #expect(await nextStore.apply(pending).isEmpty)
    #expect(backend.text("a.ics", in: calendar)?.contains("SUMMARY:New") == true)
  }

  @Test func editOfAnEarlierRunThatIsSavedLaterIsNotOfferedAgain() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    // The store of the earlier run must not save the edit itself, and with it remove the record.
    let earlierStore = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend])
    let snapshot = await earlierStore.open([calendar.key])
    backend.set(.offline, of: calendar)
    earlierStore.submit(
      .edit(EventEdit(target: try snapshot.event("a").id, change: .set([.summary("New")]))), as: EditID())
    _ = await earlierStore.flush()
    let nextStore = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend])
    _ = await nextStore.open([calendar.key])
    #expect(await nextStore.apply(await nextStore.pendingChanges()) == [.offline(.name("home"))])
    #expect(try await nextStore.snapshot().event("a").summary == "New")
    backend.set(.ready, of: calendar)
    try await wait("the edit is not saved") { await nextStore.flush().isEmpty }
    #expect(backend.text("a.ics", in: calendar)?.contains("SUMMARY:New") == true)
    #expect(files(in: "pending").isEmpty)
  }

  @Test func editThatCouldNotBeStoredIsCopiedWhenItsCalendarDisappears() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    let event = try await store.setListedCalendars([calendar]).event("a").id
    backend.set(.offline, of: calendar)
    store.submit(.edit(EventEdit(target: event, change: .set([.summary("First")]))), as: EditID())
    _ = await store.flush()
    // No further record can be stored.
    try FileManager.default.moveItem(atPath: folder.path("pending"), toPath: folder.path("moved"))
    try folder.write("", to: "pending")
    store.submit(.edit(EventEdit(target: event, change: .set([.summary("Second")]))), as: EditID())
    _ = await store.flush()
    _ = await store.setListedCalendars([])
    let copy = try #require(files(in: "conflicts").first)
    #expect(try folder.text("conflicts/\(copy)").contains("SUMMARY:Second"))
  }

  @Test func recordOfAnAbsenceIsKeptIfNoCopyOfARefusedEditCanBeSaved() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    let event = try await store.setListedCalendars([calendar]).event("a").id
    backend.set(.offline, of: calendar)
    store.submit(.edit(EventEdit(target: event, change: .set([.summary("Mine")]))), as: EditID())
    _ = await store.flush()
    _ = await store.setListedCalendars([])
    try folder.write("", to: "conflicts")
    put("a", "Theirs", in: calendar, isReported: false)
    backend.set(.ready, of: calendar)
    #expect(try await store.setListedCalendars([calendar]).event("a").summary == "Theirs")
    _ = await store.flush()
    let record = try #require(files(in: "pending").first)
    #expect(try folder.text("pending/\(record)").contains("SUMMARY:Mine"))
  }

  @Test func refusedEditWhoseRecordIsKeptNeedNotBeMadeAgain() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    let event = try await store.open([calendar.key]).event("a").id
    backend.set(.offline, of: calendar)
    let id = EditID()
    store.submit(.edit(EventEdit(target: event, change: .set([.summary("Mine")]))), as: id)
    _ = await store.flush()
    #expect(files(in: "pending").count == 1)
    try folder.write("", to: "conflicts")
    put("a", "Theirs", in: calendar, isReported: false)
    backend.set(.ready, of: calendar)
    _ = await store.flush()
    var error: StoreError?
    for await case .refused(id, let refusal) in store.events {
      error = refusal
      break
    }
    #expect(error == .conflictKeptForNextRun(.name("home")))
    let message = error?.message(.source) ?? ""
    #expect(message.contains("kept") && !message.contains("again."), "\(message)")
    let record = try #require(files(in: "pending").first)
    #expect(try folder.text("pending/\(record)").contains("SUMMARY:Mine"))
  }

  @Test func copiesTakeThePlaceOfChangesThatCannotBeSaved() async throws {
    let calendar = backend.add("home", hasSeparateObjects: true)
    put("a", "Old", in: calendar, isReported: false)
    let event = try await store.open([calendar.key]).event("a").id
    backend.set(.offline, of: calendar)
    store.submit(.edit(EventEdit(target: event, change: .set([.summary("Mine")]))), as: EditID())
    _ = await store.flush()
    let nextStore = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend])
    // A file takes the place of the folder for copies.
    try folder.write("", to: "conflicts")
    let pending = await nextStore.pendingChanges()
    #expect(await nextStore.saveCopies(of: pending).isEmpty)
    #expect(await nextStore.pendingChanges() == pending && pending.count == 1)
    try FileManager.default.removeItem(atPath: folder.path("conflicts"))
    let copies = await nextStore.saveCopies(of: pending)
    #expect(
      try copies.map { try String(contentsOfFile: $0, encoding: .utf8).contains("SUMMARY:Mine") } == [true])
    #expect(await nextStore.pendingChanges().isEmpty)
  }

  // MARK: Transfers

  /// Opens a file with an event and a calendar to which the event can be moved.
  private func openTransfer() async throws -> (destination: CalendarID, edit: EventEdit) {
    let path = try folder.write(Samples.calendar(Samples.event(uid: "walk", summary: "Walk")), to: "work.ics")
    let destination = backend.add("choir", hasSeparateObjects: true)
    let event = try await store.open([path, destination.key]).event("walk")
    let target = EventID(calendar: destination, file: "walk.ics", uid: "walk")
    return (destination, EventEdit(target: event.id, change: .transfer(to: target, calendarColor: nil)))
  }

  @Test func transferWithoutAnAnswerIsNotSaidToHaveFailed() async throws {
    let (_, edit) = try await openTransfer()
    backend.setOutcomes(.writtenLate)
    let error = await #expect(throws: StoreError.self) { try await store.perform(.edit(edit)) }
    let message = try #require(error).message(.source)
    #expect(message.contains("not known yet") && message.contains("“choir”"), "\(message)")
    #expect(try folder.text("work.ics").contains("UID:walk"))
  }

  /// Returns the next report of an event that is in two calendars.
  private func nextDouble() async -> DoubledEvent? {
    for await case .doubled(let double) in store.events { return double }
    return nil
  }

  @Test func eventThatArrivesLateIsReportedAsDoubledAndNothingIsRemoved() async throws {
    let (destination, edit) = try await openTransfer()
    backend.setOutcomes(.writtenLate)
    await #expect(throws: StoreError.transferFailed(.noAnswer(.name("choir")))) {
      try await store.perform(.edit(edit))
    }
    _ = await store.flush()
    backend.carryOutLateWrites()
    let double = try #require(await nextDouble())
    #expect(double == DoubledEvent(origin: edit.target, destination: edit.resultingID))
    #expect(try folder.text("work.ics").contains("UID:walk"))
    #expect(backend.text("walk.ics", in: destination)?.contains("UID:walk") == true)
  }

  @Test func eventThatArrivesLateIsNotDoubledIfItIsNoLongerInItsOrigin() async throws {
    let (destination, edit) = try await openTransfer()
    backend.setOutcomes(.writtenLate)
    _ = try? await store.perform(.edit(edit))
    try await store.perform(.edit(EventEdit(target: edit.target, change: .delete)))
    backend.carryOutLateWrites()
    let (store, backend) = (store, backend)
    try await wait("the event is not shown") { await store.snapshot().events.map(\.id) == [edit.resultingID] }
    #expect(await store.unansweredTransfers.isEmpty)
    #expect(backend.names(in: destination) == ["walk.ics"])
    #expect(await doublesSoFar(anEvent: edit.resultingID).isEmpty)
  }

  /// Returns the reports so far of events that are in two calendars, by changing an event and waiting for the answer.
  private func doublesSoFar(anEvent id: EventID) async -> [DoubledEvent] {
    let marker = EditID()
    store.submit(.edit(EventEdit(target: id, change: .set([.summary("Marker")]))), as: marker)
    var doubles: [DoubledEvent] = []
    for await event in store.events {
      switch event {
      case .doubled(let double): doubles.append(double)
      case .saved(let ids) where ids.contains(marker): return doubles
      default: continue
      }
    }
    return doubles
  }

  @Test(arguments: [(23, 1), (25, 0)]) func writeIsExpectedForADayAfterItsAnswerIsMissing(
    hours: Int, expectedCount: Int
  ) async throws {
    let (_, edit) = try await openTransfer()
    backend.setOutcomes(.writtenLate)
    _ = try? await store.perform(.edit(edit))
    clockLead.hours.withLock { $0 = hours }
    backend.carryOutLateWrites()
    let store = store
    try await wait("the event is not shown") { await store.snapshot().events.count == 2 }
    #expect(await doublesSoFar(anEvent: edit.resultingID).count == expectedCount)
    #expect(await store.unansweredTransfers.isEmpty)
  }

  @Test func eventWithoutAUIDIsNotTakenForAnother() async throws {
    let unnamed = Samples.event(uid: "", summary: "Unnamed").filter { $0 != "UID:" }
    let path = try folder.write(Samples.calendar(unnamed), to: "work.ics")
    let destination = backend.add("choir", hasSeparateObjects: true)
    _ = await store.open([path, destination.key])
    let work = CalendarID(path)
    let walk = EventID(calendar: destination, file: "walk.ics", uid: "walk")
    await store.recordMissingAnswer(
      of: EventID(calendar: work, uid: "a"), to: EventID(calendar: destination, file: "a.ics", uid: ""))
    #expect(await store.unansweredTransfers.isEmpty)
    // Another event without a UID was moved, and is no longer in its origin.
    await store.recordMissingAnswer(of: EventID(calendar: work, uid: "", duplicate: 1), to: walk)
    #expect(await store.unansweredTransfers.count == 1)
    put("walk", "Walk", in: destination)
    let store = store
    try await wait("the event is not shown") { await store.snapshot().events.count == 2 }
    #expect(await store.unansweredTransfers.isEmpty)
    #expect(await doublesSoFar(anEvent: walk).isEmpty)
  }

  @Test func secondAttemptAfterAMissingAnswerMovesTheEvent() async throws {
    let (destination, edit) = try await openTransfer()
    backend.setOutcomes(.lostWithoutAnswer)
    _ = try? await store.perform(.edit(edit))
    try await store.perform(.edit(edit))
    #expect(try !folder.text("work.ics").contains("UID:walk"))
    #expect(backend.text("walk.ics", in: destination)?.contains("UID:walk") == true)
  }
}
