import BackendTestSupport
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Calendars that respond with a delay, like those in an online account.
@Suite struct SlowBackendTests {
  let folder = TemporaryFolder()
  let backend = MemoryBackend()
  let calendar: CalendarID
  let store: CalendarStore

  init() {
    calendar = backend.add("home")
    backend.put(Samples.standup, in: calendar, isReported: false)
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"),
      backends: [backend])
  }

  private var text: String { backend.text(in: calendar) ?? "" }

  private func wait(_ failure: Comment, until condition: () async throws -> Bool) async throws {
    for _ in 0..<3_000 where try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try await condition(), failure)
  }

  /// Returns a store for another run of the program. It does not watch its calendars.
  private func storeOfAnotherRun() -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"), backends: [backend])
  }

  private func titleEdit(_ title: String, of event: EventID) -> StoreChange {
    .edit(EventEdit(target: event, change: .set([.summary(title)])))
  }

  @Test func changesReportedDuringAReadAreReadTogether() async throws {
    let folder = backend.add("folder", hasSeparateObjects: true)
    await store.open([folder.key])
    let names = (0..<50).map { ByteString("event-\($0).ics") }
    backend.suspend()
    for (number, name) in names.enumerated() {
      backend.put(
        Samples.calendar(Samples.event(uid: "event-\(number)")), as: name, in: folder)
    }
    // While the first read waits for its answer, the other changes are collected.
    let store = store
    try await wait("the changes are not collected") {
      await store.reportedObjects[folder]??.count == names.count - 1
    }
    #expect(backend.readRequests == [[names[0]]])
    backend.resume()
    try await wait("the events are not shown") { await store.snapshot().events.count == names.count }
    #expect(backend.readRequests == [[names[0]], Set(names.dropFirst())])
    backend.remove(names[7], in: folder)
    try await wait("the removed event is still shown") {
      await store.snapshot().events.count == names.count - 1
    }
  }

  @Test func editChangesOnlyItsOwnLinesAndUndoRestoresTheText() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    let id = EditID()
    store.submit(.edit(event.moved(minutes: 30)), as: id)
    #expect(await store.flush().isEmpty)
    let lines = difference(Samples.standup, text).filter { !$0.contains("DTSTAMP") }
    #expect(
      Set(lines) == [
        "-DTSTART:20260105T090000Z", "+DTSTART:20260105T093000Z", "-DTEND:20260105T091500Z",
        "+DTEND:20260105T094500Z",
      ])
    try await store.perform(.undo(id))
    #expect(text == Samples.standup)
  }

  @Test func editsMadeDuringAWriteAreSavedAfterIt() async throws {
    let path = try folder.write(Samples.calendar(Samples.event(uid: "local")), to: "work.ics")
    let snapshot = await store.open([calendar.key, path])
    let (event, local) = (try snapshot.event("standup"), try snapshot.event("local"))
    let earlierWriteCount = backend.attemptedWrites.count
    backend.suspend()
    for number in 1...5 { store.submit(titleEdit("Title \(number)", of: event.id), as: EditID()) }
    // A file is saved even while the other calendar is not responding.
    try await store.perform(.edit(local.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
    #expect(try await store.snapshot().event("standup").summary == "Title 5")
    store.submit(titleEdit("Title 6", of: event.id), as: EditID())
    store.submit(.edit(event.moved(minutes: 15)), as: EditID())
    #expect(text == Samples.standup)
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(text.contains("SUMMARY:Title 6\r\n") && text.contains("DTSTART:20260105T091500Z"))
    #expect(backend.maximumConcurrentWrites == 1)
    // All changes made during the first write are written together.
    #expect(backend.attemptedWrites.count - earlierWriteCount <= 3)
  }

  @Test func undoWaitsForAWriteInProgress() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    let (edit, undo) = (EditID(), EditID())
    backend.suspend()
    store.submit(.edit(event.moved(minutes: 30)), as: edit)
    _ = await store.snapshot()
    store.submit(.undo(edit), as: undo)
    #expect(try await store.snapshot().event("standup").startText == event.startText)
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(text == Samples.standup)
    var savedIDs: [EditID] = []
    for await case .saved(let ids) in store.events {
      savedIDs += ids
      if savedIDs.count == 2 { break }
    }
    #expect(savedIDs == [edit, undo])
  }

  @Test func changeByAnotherProgramJustBeforeAWriteIsMerged() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    backend.setOutcomes(.overtaken(by: Samples.calendar(Samples.event(uid: "standup", summary: "Theirs"))))
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
    #expect(try await store.snapshot().event("standup").summary == "Theirs")
  }

  @Test func conflictShowsTheOtherVersionAndKeepsACopyOfOurs() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    backend.setOutcomes(.overtaken(by: Samples.calendar(Samples.event(uid: "standup", summary: "Theirs"))))
    do {
      try await store.perform(titleEdit("Ours", of: event.id))
      Issue.record("the edit was not refused")
    } catch {
      guard case .conflict(.name("home"), let copyPath?) = error else {
        Issue.record("unexpected error: \(error)")
        return
      }
      #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("SUMMARY:Ours"))
    }
    #expect(text.contains("SUMMARY:Theirs"))
    #expect(try await store.snapshot().event("standup").summary == "Theirs")
  }

  /// In an account, an object is named after the UID of its event, which another program may have chosen.
  @Test(arguments: [
    "https://example.org/event/1", "../escaped", ".hidden", String(repeating: "é", count: 300),
  ])
  func copyOfAConflictIsKeptWhateverTheUIDContains(uid: String) async throws {
    let many = backend.add("many", hasSeparateObjects: true)
    let name = ByteString(uid + ".ics")
    backend.put(Samples.calendar(Samples.event(uid: uid)), as: name, in: many)
    let event = try await store.open([many.key]).event(ByteString(uid))
    backend.setOutcomes(.overtaken(by: Samples.calendar(Samples.event(uid: uid, summary: "Theirs"))))
    do {
      try await store.perform(titleEdit("Ours", of: event.id))
      Issue.record("the edit was not refused")
    } catch {
      guard case .conflict(_, let copyPath?) = error else {
        Issue.record("unexpected error: \(error)")
        return
      }
      let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path("conflicts"))
      #expect(copies.map { folder.path("conflicts/\($0)") } == [copyPath])
      #expect(copies.first?.hasPrefix(".") == false)
      #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("SUMMARY:Ours"))
    }
  }

  @Test func changeThatCannotBeStoredIsTakenBackAndACopyIsKept() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    let reason = FaultReason.unknownZone("Atlantis/Center")
    backend.setOutcomes(.refused(reason))
    do {
      try await store.perform(titleEdit("Ours", of: event.id))
      Issue.record("the edit was not refused")
    } catch {
      guard case .notStorable(.name("home"), reason, let kept?) = error else {
        Issue.record("unexpected error: \(error)")
        return
      }
      #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("SUMMARY:Ours"))
    }
    #expect(text == Samples.standup)
    #expect(try await store.snapshot().event("standup").summary == event.summary)
    // Nothing is waiting to be saved.
    #expect(await store.flush().isEmpty)
    #expect(text == Samples.standup)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(text.contains("DTSTART:20260105T093000Z") && !text.contains("Ours"))
  }

  @Test func laterChangeStaysWhenAnEarlierOneCannotBeStored() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    let (refused, later) = (EditID(), EditID())
    backend.setOutcomes(.refused(.unknownZone("Atlantis/Center")))
    backend.suspend()
    store.submit(titleEdit("Ours", of: event.id), as: refused)
    _ = await store.snapshot()
    store.submit(.edit(event.moved(minutes: 30)), as: later)
    #expect(try await store.snapshot().event("standup").startText == "2026-01-05T09:30:00")
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(text.contains("DTSTART:20260105T093000Z") && !text.contains("Ours"))
    var results: [String] = []
    for await storeEvent in store.events {
      switch storeEvent {
      case .refused(refused, _): results.append("refused")
      case .saved([later]): results.append("saved")
      default: continue
      }
      if results.count == 2 { break }
    }
    #expect(results == ["refused", "saved"])
  }

  @Test func newObjectThatCannotBeStoredIsDiscarded() async throws {
    let folder = backend.add("folder", hasSeparateObjects: true)
    var copy = try await store.open([folder.key, calendar.key]).event("standup")
    copy.id = EventID(calendar: folder, file: "new.ics", uid: "new")
    backend.setOutcomes(.refused(.unknownZone("Atlantis/Center")))
    await #expect(throws: StoreError.self) {
      try await store.perform(.edit(EventEdit(target: copy.id, change: .add(copy))))
    }
    #expect(await store.snapshot().events.map(\.id.uid) == ["standup"])
    #expect(await store.flush().isEmpty)
    try await store.perform(.edit(EventEdit(target: copy.id, change: .add(copy))))
    #expect(await store.snapshot().events.count == 2)
  }

  @Test func objectIsReadBeforeAnUnansweredWriteIsRetried() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    let earlierWriteCount = backend.attemptedWrites.count
    backend.setOutcomes(.writtenWithoutAnswer)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(backend.attemptedWrites.count == earlierWriteCount + 1)
    #expect(text.contains("DTSTART:20260105T093000Z"))
    // A lost change stays in memory and is written again.
    backend.setOutcomes(.lostWithoutAnswer)
    await #expect(throws: StoreError.noAnswer(.name("home"))) {
      try await store.perform(titleEdit("Ours", of: event.id))
    }
    #expect(await store.flush().isEmpty)
    #expect(text.contains("SUMMARY:Ours"))
    #expect(backend.attemptedWrites.count == earlierWriteCount + 3)
  }

  @Test func offlineChangesAreSavedLater() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    backend.set(.offline, of: calendar)
    try await wait("the calendar is not shown as offline") {
      await store.snapshot().calendars.first?.state == .offline
    }
    await #expect(throws: StoreError.offline(.name("home"))) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(text == Samples.standup)
    #expect(try await store.snapshot().event("standup").startText == "2026-01-05T09:30:00")
    // The change is kept when the program ends.
    let nextStore = storeOfAnotherRun()
    #expect(await nextStore.pendingChanges().map(\.path) == ["home"])
    backend.set(.ready, of: calendar)
    try await wait("the change was not saved") { text.contains("DTSTART:20260105T093000Z") }
    try await wait("the record of the change was not removed") { await nextStore.pendingChanges().isEmpty }
  }

  @Test func pendingChangesOfAnEarlierRunAreApplied() async throws {
    let earlierStore = storeOfAnotherRun()
    let event = try await earlierStore.open([calendar.key]).event("standup")
    backend.set(.offline, of: calendar)
    _ = try? await earlierStore.perform(.edit(event.moved(minutes: 30)))
    backend.put(Samples.calendar(Samples.event(uid: "standup", summary: "Theirs")), in: calendar)
    let laterStore = storeOfAnotherRun()
    await laterStore.open([calendar.key])
    let pendingChanges = await laterStore.pendingChanges()
    #expect(await laterStore.apply(pendingChanges) == [.offline(.name("home"))])
    // The change is now an unsaved change like any other.
    backend.set(.ready, of: calendar)
    #expect(await laterStore.flush().isEmpty)
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
  }

  /// An account may list an object under a name other than the one with which it was created.
  @Test(arguments: [true, false])
  func pendingChangesOfARenamedObjectAreApplied(isNew: Bool) async throws {
    let many = backend.add("many", hasSeparateObjects: true)
    let earlierStore = storeOfAnotherRun()
    var event = try await earlierStore.open([many.key, calendar.key]).event("standup")
    event.id = EventID(calendar: many, file: "random.ics", uid: "moved")
    let addition = EventEdit(target: event.id, change: .add(event))
    if !isNew { try await earlierStore.perform(.edit(addition)) }
    backend.set(.offline, of: many)
    // If the event is new, the addition fails here, but the server adds the event nevertheless (see `put` below).
    if isNew { _ = try? await earlierStore.perform(.edit(addition)) }
    _ = try? await earlierStore.perform(.edit(event.moved(minutes: 30)))
    backend.remove("random.ics", in: many)
    backend.put(
      Samples.calendar(Samples.event(uid: "moved", summary: "Standup", more: ["LOCATION:Park"])),
      as: "moved.ics", in: many)
    backend.set(.ready, of: many)
    let laterStore = storeOfAnotherRun()
    await laterStore.open([many.key])
    #expect(try await laterStore.snapshot().event("moved").startText == "2026-01-05T09:00:00")
    _ = await laterStore.apply(await laterStore.pendingChanges())
    #expect(await laterStore.flush().isEmpty)
    #expect(backend.names(in: many) == ["moved.ics"])
    let movedText = backend.text("moved.ics", in: many) ?? ""
    #expect(movedText.contains("LOCATION:Park"))
    if !isNew { #expect(movedText.contains("DTSTART:20260105T093000Z")) }
  }

  @Test(arguments: [CalendarState.readOnly, .needsSignIn])
  func unwritableCalendarIsReadOnlyAndRefusesEdits(state: CalendarState) async throws {
    backend.set(state, of: calendar)
    let snapshot = await store.open([calendar.key])
    #expect(snapshot.calendars.map(\.isReadOnly) == [true] && snapshot.calendars[0].state == state)
    let event = try snapshot.event("standup")
    let error = state == .readOnly ? StoreError.readOnly(.name("home")) : .signInNeeded(.name("home"))
    await #expect(throws: error) { try await store.perform(.edit(event.moved(minutes: 30))) }
    #expect(text == Samples.standup)
  }

  @Test func unresponsiveCalendarIsListedAndOpensLater() async throws {
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: nil, timeout: 3_000, backends: [backend])
    let path = try folder.write(Samples.calendar(Samples.event(uid: "local")), to: "work.ics")
    backend.suspend()
    let snapshot = await store.open([calendar.key, path])
    #expect(snapshot.calendars.map(\.unavailableReason) == [.notResponding, nil])
    #expect(snapshot.calendars[0].state == .notAvailable)
    #expect(snapshot.events.map(\.id.uid) == ["local"])
    backend.resume()
    try await wait("the calendar did not open") { await store.snapshot().calendars.allSatisfy(\.isAvailable) }
    #expect(await store.snapshot().events.count == 2)
    #expect(await store.snapshot().calendars.map(\.id.key) == [calendar.key, path])
  }

  @Test func missingCalendarIsAnErrorUnlessItWasOpenBefore() async throws {
    #expect(await store.open(["memory:none", calendar.key]).failures == [.notFound(.name("none"))])
    let snapshot = await store.open(["memory:none", calendar.key], isReopening: true)
    #expect(snapshot.calendars.map(\.unavailableReason) == [.missing(.notFound(.name("none"))), nil])
    backend.put(Samples.standup, in: backend.add("none"))
    await store.openMissing()
    try await wait("the calendar is not available") {
      await store.snapshot().calendars.allSatisfy(\.isAvailable)
    }
  }

  @Test func calendarShowsNothingBeforeItIsRead() async throws {
    let other = backend.add("other")
    backend.put(Samples.calendar(Samples.event(uid: "other")), in: other, isReported: false)
    backend.set(.notAvailable, of: calendar)
    let snapshot = await store.open([calendar.key, other.key], isReopening: true)
    #expect(snapshot.calendars.map(\.isAvailable) == [false, true])
    // If events were shown now, edits to them would be lost when the calendar is read.
    backend.put(Samples.calendar(Samples.event(uid: "standup", summary: "Theirs")), in: calendar)
    backend.put(Samples.calendar(Samples.event(uid: "other", summary: "Later")), in: other)
    try await wait("the later change was not detected") {
      try await store.snapshot().event("other").summary == "Later"
    }
    #expect(await store.snapshot().events.map(\.id.uid) == ["other"])
    backend.set(.ready, of: calendar)
    try await wait("the calendar was not read") { await store.snapshot().events.count == 2 }
    #expect(try await store.snapshot().event("standup").summary == "Theirs")
  }

  @Test func externalChangesAreShownAfterAWriteInProgress() async throws {
    let event = try await store.open([calendar.key]).event("standup")
    backend.put(Samples.calendar(Samples.event(uid: "standup", summary: "Theirs")), in: calendar)
    try await wait("the change is not shown") {
      try await store.snapshot().event("standup").summary == "Theirs"
    }
    backend.suspend()
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    _ = await store.snapshot()
    backend.put(
      Samples.calendar(Samples.event(uid: "standup", summary: "Theirs", more: ["LOCATION:Park"])),
      in: calendar)
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(text.contains("LOCATION:Park") && text.contains("DTSTART:20260105T093000Z"))
    try await wait("one of the two changes is not shown") {
      let event = try await store.snapshot().event("standup")
      return event.location == "Park" && event.startText == "2026-01-05T09:30:00"
    }
  }

  @Test func objectIsAdoptedAsTheServerStoredIt() async throws {
    backend.setNormalization { $0.replacing("END:VEVENT", with: "X-SERVER:1\r\nEND:VEVENT") }
    let event = try await store.open([calendar.key]).event("standup")
    backend.suspend()
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    _ = await store.snapshot()
    store.submit(titleEdit("Later", of: event.id), as: EditID())
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(text.contains("SUMMARY:Later") && text.contains("DTSTART:20260105T093000Z"))
    // The second write was based on the object that the first one had stored.
    #expect(text.components(separatedBy: "X-SERVER").count == 3)
  }

  @Test func splitIsWithdrawnCompletelyIfTheStoredObjectContradictsIt() async throws {
    let many = backend.add("many", hasSeparateObjects: true)
    backend.put(
      Samples.calendar(Samples.event(uid: "standup", more: ["RRULE:FREQ=DAILY;COUNT=10"])), as: "standup.ics",
      in: many, isReported: false)
    let event = try await store.open([many.key]).event("standup")
    // The server cuts the series to two occurrences, so it cannot be split at the fourth.
    backend.setNormalization { $0.replacing("COUNT=10", with: "COUNT=2") }
    backend.suspend()
    store.submit(
      .edit(EventEdit(target: event.id, scope: .all, change: .set([.summary("Daily")]))), as: EditID())
    try await wait("the write has not begun") { !backend.attemptedWrites.isEmpty }
    store.submit(
      .edit(
        EventEdit(
          target: event.id, originalStart: .utc(event.times.start.wall.adding(minutes: 3 * 1440)),
          scope: .thisAndFollowing, change: .set([.summary("Later")]),
          newSeries: EventID(calendar: many, file: "later.ics", uid: "later"))), as: EditID())
    #expect(await store.snapshot().events.count == 2)
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(backend.names(in: many) == ["standup.ics"])
    #expect(await store.snapshot().events.map(\.id.uid) == ["standup"])
  }

  @Test func copyOfALostWriteIsKept() async throws {
    let many = backend.add("many", hasSeparateObjects: true)
    await store.open([many.key])
    let lostText = Samples.calendar(Samples.event(uid: "lost", summary: "Ours"))
    backend.reportLoss(of: lostText, as: "lost.ics", in: many)
    for await case .refused(_, .conflict(let location, let copyPath)) in store.events {
      #expect(location == .name("many"))
      #expect(try String(contentsOfFile: try #require(copyPath), encoding: .utf8) == lostText)
      break
    }
  }

  @Test func calendarWithManyObjectsHasOneObjectPerEvent() async throws {
    let many = backend.add("many", hasSeparateObjects: true)
    backend.put(Samples.standup, as: "standup.ics", in: many)
    let snapshot = await store.open([many.key])
    #expect(snapshot.calendars.map(\.hasSeparateObjects) == [true])
    var event = try snapshot.event("standup")
    event.id = EventID(calendar: many, file: "new.ics", uid: "new")
    try await store.perform(.edit(EventEdit(target: event.id, change: .add(event))))
    #expect(backend.names(in: many) == ["new.ics", "standup.ics"])
    try await store.perform(.edit(EventEdit(target: event.id, change: .delete)))
    #expect(backend.names(in: many) == ["standup.ics"])
    backend.remove("standup.ics", in: many)
    try await wait("the event is still shown") { await store.snapshot().events.isEmpty }
  }
}
