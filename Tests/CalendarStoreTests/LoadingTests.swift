import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Opening calendar files and folders.
@Suite struct LoadingTests {
  let folder = TemporaryFolder()

  private func open(_ paths: String...) async -> StoreSnapshot {
    await CalendarStore(displayZone: .utc, isWatching: false).open(paths)
  }

  @Test func badFileDoesNotHideOthers() async throws {
    let subfolder = try folder.makeFolder("personal")
    try folder.write("not a calendar", to: "personal/bad.ics")
    try folder.write("", to: "personal/empty.ics")
    try folder.write(Samples.standup, to: "personal/good.ics")
    try folder.write(Samples.standup, to: "personal/.hidden.ics")
    try folder.write(Samples.standup, to: "personal/notes.txt")
    let snapshot = await open(subfolder)
    #expect(snapshot.events.map(\.id.file) == ["good.ics"])
    #expect(
      snapshot.problems.map(\.path) == [folder.path("personal/bad.ics"), folder.path("personal/empty.ics")])
    #expect(snapshot.failures.isEmpty)
  }

  @Test func badPathDoesNotHideOthers() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let badPath = try folder.write("not a calendar", to: "bad.ics")
    let snapshot = await open(folder.path("missing.ics"), path, badPath, "/dev/null", path)
    #expect(snapshot.calendars.map(\.id.key) == [path])
    #expect(snapshot.failures.count == 3)
    #expect(snapshot.failures.first == .notFound(path: folder.path("missing.ics")))
    #expect(snapshot.failures.last == .notCalendar(path: "/dev/null"))
  }

  @Test func nameAndColorOfAFolderAreRead() async throws {
    let subfolder = try folder.makeFolder("personal")
    try folder.write("  Ada’s calendar \r\nmore", to: "personal/displayname")
    try folder.write("#00ff00", to: "personal/color")
    try folder.write(Samples.standup, to: "personal/a.ics")
    let snapshot = await open(subfolder + "/")
    let calendar = try #require(snapshot.calendars.first)
    #expect(calendar.name == "Ada’s calendar")
    #expect(calendar.color == EventColor(red: 0, green: 1, blue: 0))
    #expect(calendar.hasSeparateObjects)
    #expect(try snapshot.event("standup").color == calendar.color)
  }

  @Test func fileNameIsUsedIfTheCalendarHasNoName() async throws {
    let unnamedPath = try folder.write(Samples.standup, to: "work.ics")
    let namedPath = try folder.write(
      Samples.calendar(Samples.event(uid: "x"), head: ["X-WR-CALNAME:Family"]), to: "b.ics")
    #expect(await open(unnamedPath, namedPath).calendars.map(\.name) == ["work", "Family"])
  }

  @Test func emptyFolderIsAnEmptyCalendar() async throws {
    let snapshot = await open(try folder.makeFolder("personal"))
    #expect(snapshot.calendars.map(\.eventCount) == [0])
    #expect(snapshot.failures.isEmpty)
  }

  @Test func openingOtherCalendarsClosesTheOpenOnes() async throws {
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let firstPath = try folder.write(Samples.standup, to: "one.ics")
    let secondPath = try folder.write(Samples.calendar(Samples.event(uid: "two")), to: "two.ics")
    await store.open([firstPath])
    let snapshot = await store.open([secondPath])
    #expect(snapshot.events.map(\.id.uid) == ["two"])
  }

  @Test func closingReportsAnUnsavedChangeThatCannotBeKept() async throws {
    let path = try folder.write(Samples.standup, to: "one.ics")
    let calls = FaultyCalls(.synchronizeFile, EIO)
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts")
    )
    let event = try await store.open([path]).event("standup")
    await #expect(throws: StoreError.self) { try await store.perform(.edit(event.moved(minutes: 30))) }
    #expect(try folder.text("one.ics") == Samples.standup)
    // Keeping a copy fails as well, so the store reports that none was kept.
    await store.open([])
    var refusal: StoreError?
    for await event in store.events {
      if case .refused(_, let error) = event { refusal = error }
      if refusal != nil { break }
    }
    #expect(refusal == .conflict(path: path, copyPath: nil))
  }
}
