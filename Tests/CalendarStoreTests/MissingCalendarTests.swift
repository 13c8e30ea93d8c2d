import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Calendars that were open when the program last ran and are now missing or do not respond.
@Suite struct MissingCalendarTests {
  private let folder = TemporaryFolder()
  /// A time limit, in milliseconds, that a responsive file system never reaches, even on a busy machine.
  private static let timeout = 60_000

  private func store() -> CalendarStore {
    CalendarStore(displayZone: .utc, files: CalendarFiles(), conflictsFolder: nil, timeout: Self.timeout)
  }

  private func store(_ calls: HangingCalls) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflictsFolder: nil,
      timeout: Self.timeout)
  }

  /// Writes two calendars and returns their paths: one whose server stops responding, and one that stays
  /// available.
  private func writeTwoCalendars() throws -> (dead: String, available: String) {
    (
      try folder.write(Samples.calendar(Samples.event(uid: "dead")), to: "dead.ics"),
      try folder.write(Samples.standup, to: "available.ics")
    )
  }

  /// Waits until the store's snapshot meets a condition, and returns the snapshot.
  private func wait(
    for store: CalendarStore, _ failure: Comment, until condition: (StoreSnapshot) -> Bool
  ) async throws -> StoreSnapshot {
    for _ in 0..<3_000 {
      let snapshot = await store.snapshot()
      if condition(snapshot) { return snapshot }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(failure)
    return await store.snapshot()
  }

  @Test(arguments: [false, true])
  func missingCalendarStaysListedAndOpensWhenItReturns(isFolder: Bool) async throws {
    let available = try folder.write(Samples.standup, to: "available.ics")
    let path = folder.path("stick/calendars/" + (isFolder ? "work" : "work.ics"))
    let store = store()
    let snapshot = await store.open([path, available], isReopening: true)
    #expect(snapshot.failures.isEmpty)
    #expect(snapshot.calendars.map(\.name) == ["work", "available"])
    #expect(snapshot.calendars.map(\.unavailableReason) == [.missing(.notFound(path: path)), nil])
    #expect(snapshot.events.map(\.id.calendar.key) == [available])

    try folder.makeFolder("stick")
    try folder.makeFolder("stick/calendars")
    if isFolder { try folder.makeFolder("stick/calendars/work") }
    let review = Samples.calendar(Samples.event(uid: "review"))
    try folder.write(review, to: isFolder ? "stick/calendars/work/review.ics" : "stick/calendars/work.ics")
    let reopenedSnapshot = try await wait(for: store, "the calendar was not opened") { $0.events.count == 2 }
    let unavailableReasons = reopenedSnapshot.calendars.compactMap { $0.unavailableReason }
    #expect(unavailableReasons.isEmpty)
    // Once it is open, the calendar is watched.
    let later = Samples.calendar(Samples.event(uid: "review", summary: "Later"))
    try folder.write(later, to: isFolder ? "stick/calendars/work/review.ics" : "stick/calendars/work.ics")
    _ = try await wait(for: store, "the change was not detected") {
      $0.events.contains { $0.summary == "Later" }
    }
  }

  @Test func missingRequestedCalendarIsAnError() async {
    let snapshot = await store().open([folder.path("misspelled.ics")])
    #expect(snapshot.calendars.isEmpty)
    #expect(snapshot.failures == [.notFound(path: folder.path("misspelled.ics"))])
  }

  @Test func nothingIsCreatedForAMissingCalendar() async throws {
    let path = folder.path("work")
    let store = store()
    _ = await store.open([path], isReopening: true)
    let available = try folder.write(Samples.standup, to: "available.ics")
    let other = CalendarStore(displayZone: .utc, isWatching: false)
    var event = try #require(await other.open([available]).events.first)
    event.id = EventID(calendar: CalendarID(path), file: "new.ics", uid: "new")
    await #expect(throws: StoreError.vanished(path: path)) {
      try await store.perform(.edit(EventEdit(target: event.id, change: .add(event))))
    }
    #expect(try folder.names() == ["available.ics"])
  }

  @Test func missingCalendarIsOpenedByARetryWithoutWatching() async throws {
    let path = folder.path("work.ics")
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: nil,
      timeout: Self.timeout)
    _ = await store.open([path], isReopening: true)
    try folder.write(Samples.standup, to: "work.ics")
    await store.openMissing()
    _ = try await wait(for: store, "the calendar was not opened") { $0.events.count == 1 }
  }

  @Test(.timeLimit(.minutes(10)))
  func unresponsiveCalendarDoesNotHideOthersAndOpensLater() async throws {
    let dead = try folder.write(Samples.calendar(Samples.event(uid: "dead")), to: "dead.ics")
    let available = try folder.write(Samples.standup, to: "available.ics")
    let calls = HangingCalls(.reading("dead.ics"))
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(calls: calls), conflictsFolder: nil, timeout: 3_000)
    let snapshot = await store.open([dead, available])
    #expect(snapshot.calendars.map(\.id.key) == [dead, available])
    #expect(snapshot.calendars.map(\.unavailableReason) == [.notResponding, nil])
    #expect(snapshot.failures.isEmpty)
    let event = try #require(snapshot.events.first)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("available.ics").contains("T093000Z"))
    calls.resume()
    let reopenedSnapshot = try await wait(for: store, "the calendar was not opened") { $0.events.count == 2 }
    #expect(reopenedSnapshot.calendars.map(\.unavailableReason) == [nil, nil])
  }

  @Test(.timeLimit(.minutes(10)))
  func calendarThatStopsRespondingDoesNotBlockOthers() async throws {
    let (dead, available) = try writeTwoCalendars()
    let calls = HangingCalls(.opening("dead.ics"))
    let store = store(calls)
    let snapshot = await store.open([dead, available])
    let event = try #require(snapshot.events.first { $0.id.calendar.path == available })
    try folder.write(Samples.calendar(Samples.event(uid: "dead", summary: "Later")), to: "new.ics")
    #expect(rename(folder.path("new.ics"), dead) == 0)
    calls.hang()
    let check = Task { await store.rescan() }
    try await expectSaved(event, in: store, during: check, thenResuming: calls)
    _ = try await wait(for: store, "the calendar was not rescanned once it responded") {
      $0.events.contains { $0.summary == "Later" }
    }
  }

  /// A file that another program may still be writing is checked every second. Its server may stop responding between
  /// two checks.
  @Test(.timeLimit(.minutes(10)))
  func serverThatStopsRespondingWhileAFileSettlesDoesNotBlockOthers() async throws {
    let (dead, available) = try writeTwoCalendars()
    let calls = HangingCalls(.opening("dead.ics"))
    let store = store(calls)
    let event = try #require(
      await store.open([dead, available]).events.first { $0.id.calendar.path == available })
    // The file is written in place, so it is not read until it has been unchanged for a while.
    try folder.write(Samples.calendar(Samples.event(uid: "dead", summary: "Later")), to: "dead.ics")
    await store.rescan()
    #expect(
      await !store.calendars[0].settlingFiles.isEmpty,
      "the store does not treat the file as possibly incomplete")
    calls.hang()
    let check = Task { await store.checkSettlingFiles() }
    try await expectSaved(event, in: store, during: check, thenResuming: calls)
    var isShown = false
    for _ in 0..<1_200 where !isShown {
      try await Task.sleep(for: .milliseconds(50))
      await store.checkSettlingFiles()
      isShown = await store.snapshot().events.contains { $0.summary == "Later" }
    }
    #expect(isShown, "the file was not checked after its server responded")
  }

  /// Moves an event of `available.ics` while a check waits for a server that does not respond, expects the
  /// move to be saved in the meantime, and then lets the server respond.
  private func expectSaved(
    _ event: CalendarEvent, in store: CalendarStore, during check: Task<Void, Never>,
    thenResuming calls: HangingCalls
  ) async throws {
    try await Task.sleep(for: .milliseconds(50))
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    var isSaved = false
    for _ in 0..<3_000 where !isSaved {
      try await Task.sleep(for: .milliseconds(10))
      isSaved = try folder.text("available.ics").contains("T093000Z")
    }
    #expect(isSaved, "the edit waits for the server that does not respond")
    calls.resume()
    await check.value
  }
}
