import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Writing the name and the color of a folder, and creating folders.
@Suite struct CalendarPropertiesTests {
  let folder = TemporaryFolder()
  private let orange = EventColor(rgb: 0xFF8800)

  private func store(_ calls: any FileCalls = SystemCalls()) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts")
    )
  }

  private func open(_ store: CalendarStore, _ name: String = "work") async throws -> CalendarID {
    try folder.makeFolder(name)
    try folder.write(Samples.standup, to: "\(name)/a.ics")
    await store.open([folder.path(name)])
    return CalendarID(folder.path(name))
  }

  private func names(in folderName: String = "work") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(folderName)).sorted()
  }

  @Test func nameAndColorAreWrittenAsVdirsyncerWritesThem() async throws {
    let store = store()
    let id = try await open(store)
    _ = try await store.set(.name("Ada’s work"), of: id)
    _ = try await store.set(.color(orange), of: id)
    // vdirsyncer writes the value without a line break.
    #expect(try folder.text("work/displayname") == "Ada’s work")
    #expect(try folder.text("work/color") == "#ff8800")
    #expect(try names() == ["a.ics", "color", "displayname"])
    #expect(try folder.text("work/a.ics") == Samples.standup)
    let snapshot = await store.snapshot()
    #expect(snapshot.calendars.first?.name == "Ada’s work")
    #expect(snapshot.calendars.first?.color == orange)
    #expect(try snapshot.event("standup").color == orange)
  }

  @Test func bytesAfterTheFirstLineAreKept() async throws {
    let store = store()
    let id = try await open(store)
    try folder.write("Work\r\nnotes of another program\r\n", to: "work/displayname")
    let change = try #require(try await store.set(.name("Office"), of: id))
    #expect(try folder.text("work/displayname") == "Office\r\nnotes of another program\r\n")
    try await store.perform(change.inverse)
    #expect(try folder.text("work/displayname") == "Work\r\nnotes of another program\r\n")
  }

  @Test func undoingTheFirstNameRemovesTheFile() async throws {
    let store = store()
    let id = try await open(store)
    let change = try #require(try await store.set(.name("Office"), of: id))
    try await store.perform(change.inverse)
    #expect(try names() == ["a.ics"])
    #expect(await store.snapshot().calendars.first?.name == "work")
    try await store.perform(change)
    #expect(try folder.text("work/displayname") == "Office")
  }

  @Test func nameTooLongToBeReadIsRefused() async throws {
    let store = store()
    let id = try await open(store)
    await #expect(throws: StoreError.self) {
      try await store.set(.name(String(repeating: "x", count: 5_000)), of: id)
    }
    #expect(try names() == ["a.ics"])
  }

  @Test func sameNameIsNotWrittenAgain() async throws {
    let store = store(FaultyCalls(.create, EROFS))
    let id = try await open(store)
    try folder.write("Office\n", to: "work/displayname")
    #expect(try await store.set(.name("Office"), of: id) == nil)
  }

  @Test func undoDoesNotRevertAChangeByAnotherProgram() async throws {
    let store = store()
    let id = try await open(store)
    let change = try #require(try await store.set(.name("Office"), of: id))
    try folder.write("Family", to: "work/displayname")
    await #expect(throws: StoreError.conflict(.path(folder.path("work")), copyPath: nil)) {
      try await store.perform(change.inverse)
    }
    #expect(try folder.text("work/displayname") == "Family")
  }

  @Test(arguments: [
    (FaultyCalls.Call.create, EROFS), (.write, ENOSPC), (.synchronizeFile, EIO), (.rename, EACCES),
  ])
  func failedWriteLeavesTheOldNameAndNoOtherFile(call: FaultyCalls.Call, code: Int32) async throws {
    let store = store(FaultyCalls(call, code))
    try folder.makeFolder("work")
    try folder.write("Work\n", to: "work/displayname")
    let id = try await open(store)
    let expected = FileFault.system(code).whileWriting(folder.path("work"))
    await #expect(throws: expected) { try await store.set(.name("Office"), of: id) }
    #expect(try folder.text("work/displayname") == "Work\n")
    #expect(try names() == ["a.ics", "displayname"])
    #expect(await store.snapshot().calendars.first?.name == "Work")
  }

  @Test func nameOfASingleFileCannotBeSet() async throws {
    let store = store()
    let path = try folder.write(Samples.standup, to: "work.ics")
    await store.open([path])
    await #expect(throws: StoreError.readOnly(.path(path))) {
      try await store.set(.name("Office"), of: CalendarID(path))
    }
    #expect(try folder.text("work.ics") == Samples.standup)
  }

  @Test func missingFolderIsReported() async throws {
    let store = store()
    let id = try await open(store)
    try FileManager.default.removeItem(atPath: folder.path("work"))
    await #expect(throws: StoreError.vanished(.path(folder.path("work")))) {
      try await store.set(.name("Office"), of: id)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("work")))
  }

  @Test func newCalendarIsAFolderWithNameAndColor() async throws {
    let store = store()
    let parent = folder.path("data/calendars")
    let first = try await store.createCalendar(named: "Büro & Co", color: orange, in: parent)
    let second = try await store.createCalendar(named: "Büro, Co", color: nil, in: parent)
    #expect(first == "\(parent)/büro-co" && second == "\(parent)/büro-co-2")
    #expect(try folder.text("data/calendars/büro-co/displayname") == "Büro & Co")
    #expect(try names(in: "data/calendars/büro-co") == ["color", "displayname"])
    #expect(try names(in: "data/calendars/büro-co-2") == ["displayname"])
    let attributes = try FileManager.default.attributesOfItem(atPath: first)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    let calendars = await store.open([first, second]).calendars
    #expect(calendars.map(\.name) == ["Büro & Co", "Büro, Co"])
    #expect(calendars.map(\.state) == [.ready, .ready])
  }

  @Test func failedCreationLeavesNothing() async throws {
    let parent = folder.path("calendars")
    await #expect(throws: StoreError.diskFull(.path("\(parent)/work"))) {
      try await store(FaultyCalls(.write, ENOSPC)).createCalendar(named: "Work", color: nil, in: parent)
    }
    #expect(try names(in: "calendars").isEmpty)
  }
}
