import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Calendars that were open last time and are now missing or do not respond.
@Suite struct MissingCalendarTests {
  private let folder = TemporaryFolder()

  private func store() -> CalendarStore {
    CalendarStore(displayZone: .utc, files: CalendarFiles(), conflicts: nil, timeout: 300)
  }

  /// Waits until the store's snapshot meets a condition.
  private func wait(
    for store: CalendarStore, _ what: Comment, until holds: (StoreSnapshot) -> Bool
  ) async throws -> StoreSnapshot {
    for _ in 0..<500 {
      let snapshot = await store.snapshot()
      if holds(snapshot) { return snapshot }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record(what)
    return await store.snapshot()
  }

  @Test(arguments: [false, true])
  func missingCalendarStaysListedAndOpensWhenItReturns(isFolder: Bool) async throws {
    let here = try folder.write(Samples.standup, to: "here.ics")
    let path = folder.path("stick/calendars/" + (isFolder ? "work" : "work.ics"))
    let store = store()
    let snapshot = await store.open([path, here], wereOpen: true)
    #expect(snapshot.failures.isEmpty)
    #expect(snapshot.calendars.map(\.name) == ["work", "here"])
    #expect(snapshot.calendars.map(\.absence) == [.missing(.notFound(path: path)), nil])
    #expect(snapshot.events.map(\.id.calendar.key) == [here])

    try folder.makeFolder("stick")
    try folder.makeFolder("stick/calendars")
    if isFolder { try folder.makeFolder("stick/calendars/work") }
    let review = Samples.calendar(Samples.event(uid: "review"))
    try folder.write(review, to: isFolder ? "stick/calendars/work/review.ics" : "stick/calendars/work.ics")
    let there = try await wait(for: store, "the calendar was not opened") { $0.events.count == 2 }
    let absences = there.calendars.compactMap { $0.absence }
    #expect(absences.isEmpty)
    // It is watched from now on.
    let later = Samples.calendar(Samples.event(uid: "review", summary: "Later"))
    try folder.write(later, to: isFolder ? "stick/calendars/work/review.ics" : "stick/calendars/work.ics")
    _ = try await wait(for: store, "the change was not detected") {
      $0.events.contains { $0.summary == "Later" }
    }
  }

  @Test func missingRequestedCalendarIsAnError() async {
    let snapshot = await store().open([folder.path("misspelt.ics")])
    #expect(snapshot.calendars.isEmpty)
    #expect(snapshot.failures == [.notFound(path: folder.path("misspelt.ics"))])
  }

  @Test func nothingIsCreatedForAMissingCalendar() async throws {
    let path = folder.path("work")
    let store = store()
    _ = await store.open([path], wereOpen: true)
    let here = try folder.write(Samples.standup, to: "here.ics")
    let other = CalendarStore(displayZone: .utc, isWatching: false)
    var event = try #require(await other.open([here]).events.first)
    event.id = EventID(calendar: CalendarID(path), file: "new.ics", uid: "new")
    await #expect(throws: StoreError.vanished(path: path)) {
      try await store.perform(.edit(EventEdit(target: event.id, change: .add(event))))
    }
    #expect(try folder.names() == ["here.ics"])
  }

  @Test func retriedCalendarIsOpenedWithoutWatching() async throws {
    let path = folder.path("work.ics")
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflicts: nil, timeout: 300)
    _ = await store.open([path], wereOpen: true)
    try folder.write(Samples.standup, to: "work.ics")
    await store.openMissing()
    _ = try await wait(for: store, "the calendar was not opened") { $0.events.count == 1 }
  }

  @Test(.timeLimit(.minutes(10)))
  func unresponsiveCalendarDoesNotHideOthersAndOpensLater() async throws {
    let dead = try folder.write(Samples.calendar(Samples.event(uid: "dead")), to: "dead.ics")
    let here = try folder.write(Samples.standup, to: "here.ics")
    let calls = HangingCalls(.reading("dead.ics"))
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(calls: calls), conflicts: nil, timeout: 300)
    let snapshot = await store.open([dead, here])
    #expect(snapshot.calendars.map(\.id.key) == [dead, here])
    #expect(snapshot.calendars.map(\.absence) == [.notResponding, nil])
    #expect(snapshot.failures.isEmpty)
    let event = try #require(snapshot.events.first)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("here.ics").contains("T093000Z"))
    calls.resume()
    let there = try await wait(for: store, "the calendar was not opened") { $0.events.count == 2 }
    #expect(there.calendars.map(\.absence) == [nil, nil])
  }

  @Test(.timeLimit(.minutes(10)))
  func calendarThatStopsRespondingDoesNotBlockOthers() async throws {
    let dead = try folder.write(Samples.calendar(Samples.event(uid: "dead")), to: "dead.ics")
    let here = try folder.write(Samples.standup, to: "here.ics")
    let calls = HangingCalls(.opening("dead.ics"))
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflicts: nil, timeout: 300)
    let snapshot = await store.open([dead, here])
    let event = try #require(snapshot.events.first { $0.id.calendar.path == here })
    try folder.write(Samples.calendar(Samples.event(uid: "dead", summary: "Later")), to: "new.ics")
    #expect(rename(folder.path("new.ics"), dead) == 0)
    calls.hang()
    let looking = Task { await store.rescan() }
    try await Task.sleep(for: .milliseconds(50))
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    var isSaved = false
    for _ in 0..<500 where !isSaved {
      try await Task.sleep(for: .milliseconds(10))
      isSaved = try folder.text("here.ics").contains("T093000Z")
    }
    #expect(isSaved, "saving does not wait for a dead server")
    calls.resume()
    await looking.value
    _ = try await wait(for: store, "the calendar was not rescanned once it responded") {
      $0.events.contains { $0.summary == "Later" }
    }
  }

  /// A file that waits for another program is looked at every second; its server may die meanwhile.
  @Test(.timeLimit(.minutes(10)))
  func calendarThatDiesWhileAFileWaitsDelaysNoOther() async throws {
    let dead = try folder.write(Samples.calendar(Samples.event(uid: "dead")), to: "dead.ics")
    let here = try folder.write(Samples.standup, to: "here.ics")
    let calls = HangingCalls(.opening("dead.ics"))
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflicts: nil, timeout: 300)
    let event = try #require(await store.open([dead, here]).events.first { $0.id.calendar.path == here })
    // Written in place: it is read once it stays unchanged.
    try folder.write(Samples.calendar(Samples.event(uid: "dead", summary: "Later")), to: "dead.ics")
    await store.rescan()
    #expect(await !store.calendars[0].settling.isEmpty, "the premise: the file waits")
    calls.hang()
    let looking = Task { await store.checkWaitingFiles() }
    try await Task.sleep(for: .milliseconds(50))
    store.submit(.edit(event.moved(minutes: 30)), as: EditID())
    var isSaved = false
    for _ in 0..<500 where !isSaved {
      try await Task.sleep(for: .milliseconds(10))
      isSaved = try folder.text("here.ics").contains("T093000Z")
    }
    #expect(isSaved, "the store waits for a dead server")
    calls.resume()
    await looking.value
    var isShown = false
    for _ in 0..<200 where !isShown {
      try await Task.sleep(for: .milliseconds(50))
      await store.checkWaitingFiles()
      isShown = await store.snapshot().events.contains { $0.summary == "Later" }
    }
    #expect(isShown, "it is not looked at once it answers")
  }
}
