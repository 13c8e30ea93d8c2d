import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Restoring calendars from the Trash, and counting the other items in a folder. The desktop tests move calendars to
/// the Trash with GIO, because moving them depends on the user's own folders.
@Suite struct TrashTests {
  private let folder = TemporaryFolder()

  /// Makes a folder in the Trash, and the file that describes it.
  private func makeTrashedCalendar(_ name: String = "work") throws -> TrashedCalendar {
    for path in ["Trash/files/\(name)", "Trash/info"] { try folder.makeFolder(path) }
    try folder.write(Samples.standup, to: "Trash/files/\(name)/a.ics")
    try folder.write("[Trash Info]\n", to: "Trash/info/\(name).trashinfo")
    return TrashedCalendar(
      calendar: CalendarID(folder.path("work")), path: folder.path("work"),
      item: .init(
        path: folder.path("Trash/files/\(name)"), infoPath: folder.path("Trash/info/\(name).trashinfo")))
  }

  private func store() -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"))
  }

  @Test func restoringMovesTheFolderBack() async throws {
    let trashedCalendar = try makeTrashedCalendar()
    try await store().restore(trashedCalendar)
    #expect(try folder.text("work/a.ics") == Samples.standup)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Trash/info")).isEmpty)
  }

  @Test func restoringReplacesOnlyAnEmptyFolder() async throws {
    let trashedCalendar = try makeTrashedCalendar()
    try folder.makeFolder("work")
    try folder.write("other", to: "work/b.ics")
    await #expect(throws: StoreError.exists(.path(folder.path("work")))) {
      try await store().restore(trashedCalendar)
    }
    #expect(try folder.text("work/b.ics") == "other")
    #expect(try folder.text("Trash/files/work/a.ics") == Samples.standup)
    try FileManager.default.removeItem(atPath: folder.path("work/b.ics"))
    try await store().restore(trashedCalendar)
    #expect(try folder.text("work/a.ics") == Samples.standup)
  }

  @Test func calendarNoLongerInTheTrashCannotBeRestored() async throws {
    let trashedCalendar = try makeTrashedCalendar()
    try FileManager.default.removeItem(atPath: folder.path("Trash"))
    await #expect(throws: StoreError.vanished(.path(folder.path("work")))) {
      try await store().restore(trashedCalendar)
    }
  }

  @Test func otherFilesOfAFolderAreCounted() async throws {
    let store = store()
    try folder.makeFolder("work/photos")
    try folder.write(Samples.standup, to: "work/a.ics")
    for name in ["displayname", "color", ".hidden", "notes.txt"] { try folder.write("x", to: "work/\(name)") }
    await store.open([folder.path("work"), folder.path("work/a.ics")])
    #expect(await store.countOtherItems(of: CalendarID(folder.path("work"))) == 2)
    #expect(await store.countOtherItems(of: CalendarID(folder.path("work/a.ics"))) == 0)
  }
}
