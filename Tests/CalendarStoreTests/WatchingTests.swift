import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Changes by other programs are shown; the store's own writes are not reported.
@Suite struct WatchingTests {
  let folder = TemporaryFolder()

  /// Runs `body` and returns the snapshots of the first `count` external changes; none if fewer are reported
  /// within `timeout`.
  private func externalChanges(
    of store: CalendarStore, count: Int = 1, timeout: Duration = .seconds(60),
    while body: () async throws -> Void
  ) async throws -> [StoreSnapshot] {
    try await externalChanges(of: store, timeout: timeout, until: { $0.count == count }, while: body)
  }

  /// Runs `body` and returns the snapshots of the external changes until they meet a condition; none if they do
  /// not meet it within `timeout`.
  private func externalChanges(
    of store: CalendarStore, timeout: Duration = .seconds(60),
    until isComplete: @escaping @Sendable ([StoreSnapshot]) -> Bool, while body: () async throws -> Void
  ) async throws -> [StoreSnapshot] {
    try await body()
    return await withTaskGroup(of: [StoreSnapshot]?.self) { group in
      group.addTask {
        var snapshots: [StoreSnapshot] = []
        for await event in store.events {
          if case .changedExternally(let snapshot) = event { snapshots.append(snapshot) }
          if isComplete(snapshots) { return snapshots }
        }
        return snapshots
      }
      group.addTask {
        try? await Task.sleep(for: timeout)
        return nil
      }
      let snapshots = await group.next() ?? nil
      group.cancelAll()
      return snapshots ?? []
    }
  }

  @Test func changeByAnotherProgramIsShown() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])
    let changedText = Samples.calendar(Samples.event(uid: "standup", summary: "Changed"))
    // If the file is read before it is complete, a second change follows.
    let snapshots = try await externalChanges(
      of: store, until: { $0.last?.events.map(\.summary) == ["Changed"] }
    ) {
      try folder.write(changedText, to: "work.ics")
    }
    #expect(try snapshots.last?.event("standup").summary == "Changed")
  }

  @Test func changeByRenamingIsShown() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])
    let snapshots = try await externalChanges(of: store) {
      try folder.write(Samples.calendar(Samples.event(uid: "standup", summary: "Changed")), to: "new")
      rename(folder.path("new"), path)
    }
    #expect(try snapshots.last?.event("standup").summary == "Changed")
  }

  @Test func addedAndRemovedFilesOfAFolderAreShown() async throws {
    let subfolder = try folder.makeFolder("personal")
    try folder.write(Samples.standup, to: "personal/a.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([subfolder])
    // On a busy machine, the changes may be reported one after the other.
    let snapshots = try await externalChanges(
      of: store,
      until: { snapshots in
        snapshots.last?.events.map(\.id.uid) == ["new"] && snapshots.last?.calendars.map(\.name) == ["Work"]
          && snapshots.last?.events.first?.color != nil
      }
    ) {
      try folder.write(Samples.calendar(Samples.event(uid: "new")), to: "personal/b.ics")
      unlink(folder.path("personal/a.ics"))
      try folder.write("Work\n", to: "personal/displayname")
      try folder.write("#ff0000\n", to: "personal/color")
    }
    #expect(snapshots.last?.events.map(\.id.uid) == ["new"])
    #expect(snapshots.last?.calendars.map(\.name) == ["Work"])
    #expect(snapshots.last?.events.first?.color == EventColor(red: 1, green: 0, blue: 0))
  }

  @Test func ownWritesAreNotReported() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    let event = try await store.open([path]).event("standup")
    let snapshots = try await externalChanges(of: store, timeout: .milliseconds(700)) {
      for minutes in 1...5 {
        try await store.perform(.edit(event.moved(minutes: minutes)))
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    #expect(snapshots.isEmpty)
  }

  @Test func emptiedFileKeepsItsEvents() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])
    let snapshots = try await externalChanges(of: store) { try folder.write("", to: "work.ics") }
    #expect(snapshots.last?.events.map(\.id.uid) == ["standup"])
    #expect(snapshots.last?.problems.map(\.path) == [path])
    #expect(snapshots.last?.staleFiles.map(\.path) == [path])
  }

  @Test func deletedFileIsReportedAndKeepsItsEvents() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])
    let snapshots = try await externalChanges(of: store) { unlink(path) }
    #expect(snapshots.last?.staleFiles.map(\.error) == [.vanished(path: path)])
    #expect(snapshots.last?.events.map(\.id.uid) == ["standup"])
  }

  @Test(arguments: [Samples.standup, Samples.calendar(Samples.event(uid: "standup", summary: "Changed"))])
  func returningFileIsNoLongerStale(text: String) async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])
    // Each change is awaited, because changes within a short time are reported as one.
    let deletion = try await externalChanges(of: store) { unlink(path) }
    #expect(deletion.map(\.staleFiles.count) == [1])
    // If the file is read before it is complete, a second change follows.
    let creation = try await externalChanges(of: store, until: { $0.last?.staleFiles.isEmpty == true }) {
      try folder.write(text, to: "work.ics")
    }
    #expect(creation.last?.staleFiles.isEmpty == true)
  }

  @Test func savingToAReturnedFileClearsTheError() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try await store.open([path]).event("standup")
    unlink(path)
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    #expect(await store.snapshot().staleFiles.count == 1)
    await #expect(throws: StoreError.vanished(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    try folder.write(Samples.standup, to: "work.ics")
    let snapshots = try await externalChanges(of: store, count: 2) { await store.flush() }
    #expect(snapshots.map(\.staleFiles.count) == [1, 0])
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func disappearedFolderKeepsItsEvents() async throws {
    let subfolder = try folder.makeFolder("stick")
    try folder.write(Samples.standup, to: "stick/a.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([subfolder])
    let snapshots = try await externalChanges(of: store) { rename(subfolder, folder.path("elsewhere")) }
    #expect(snapshots.last?.events.map(\.id.uid) == ["standup"])
    #expect(snapshots.last?.problems.map(\.path) == [folder.path("stick/a.ics")])
  }

  @Test func checkOfEverythingFindsAllChanges() async throws {
    let subfolder = try folder.makeFolder("personal")
    try folder.write(Samples.standup, to: "personal/a.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    await store.open([subfolder])
    try folder.write(Samples.calendar(Samples.event(uid: "new")), to: "personal/b.ics")
    try folder.write(
      Samples.calendar(Samples.event(uid: "standup", summary: "Changed")), to: "personal/a.ics")
    await store.handle(.checkEverything)
    #expect(await store.snapshot().events.map(\.summary).sorted() == ["Changed", "Standup"])
  }
}
