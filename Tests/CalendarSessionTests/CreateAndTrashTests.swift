import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Creating and removing calendars, with undo, and calendars that are shown only temporarily.
@MainActor @Suite struct CreateAndTrashTests {
  private let calendars: TestCalendars
  private let session: CalendarSession
  private let ownFolder: String

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
    ownFolder = calendars.folder.appendingPathComponent("own").path
    try calendars.makeFolder("work")
    try calendars.write(Self.event, to: "work/walk.ics")
  }

  private static let event = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:walk",
    "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:Walk", "END:VEVENT",
    "END:VCALENDAR",
  ].map { $0 + "\r\n" }.joined()

  private func open() async {
    await session.open([calendars.key("work")], as: .chosen)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func creatingIsOneUndoStep() async throws {
    defer { calendars.cleanUp() }
    await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let club = try #require(
      await session.createCalendar(named: "Club", color: EventColor(rgb: 0xFF8800), in: ownFolder))
    #expect(session.canUndo)
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(!exists(ownFolder + "/club") && session.calendars.count == 1)
    _ = session.redo()
    #expect(await session.finishSaving().isEmpty)
    #expect(session.calendars.last?.name == "Club" && session.calendars.last?.id == club.id)
    #expect(try calendars.text("own/club/color") == "#ff8800")
    #expect(notices == ["“Club” was created", "“Club” was removed", "“Club” was created"])
  }

  @Test(arguments: ["a.ics", "notes.txt", ".hidden"])
  func undoKeepsACalendarThatIsNotEmpty(_ file: String) async throws {
    defer { calendars.cleanUp() }
    await open()
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    _ = try #require(await session.createCalendar(named: "Club", in: ownFolder))
    try calendars.write(Self.event, to: "own/club/" + file)
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.names(in: "own/club") == [file, "displayname"].sorted())
    #expect(
      failures == ["“Club” is no longer empty, so it was kept. Move it to the Trash to remove it."])
    #expect(!session.canRedo && session.calendars.count == 2)
  }

  @Test func calendarThatIsOpenedAgainReturnsToItsPlace() async throws {
    defer { calendars.cleanUp() }
    for name in ["first", "last"] { try calendars.makeFolder(name) }
    let ids = ["first", "work", "last"].map { calendars.id($0) }
    await session.open(ids.map(\.key), as: .chosen)
    for id in ids {
      let followers = session.followers(of: id)
      await session.closeCalendar(id)
      _ = await session.openAdditional([id.key], before: followers)
      #expect(session.calendars.map(\.id) == ids)
    }
    // Two of them, in the order in which they were closed.
    let (followersOfFirst, followersOfWork) = (session.followers(of: ids[0]), [ids[2]])
    for id in ids.prefix(2) { await session.closeCalendar(id) }
    _ = await session.openAdditional([ids[0].key], before: followersOfFirst)
    #expect(session.calendars.map(\.id) == [ids[0], ids[2]])
    _ = await session.openAdditional([ids[1].key], before: followersOfWork)
    #expect(session.calendars.map(\.id) == ids)
  }

  @Test func calendarRestoredFromTheTrashReturnsToItsPlace() async throws {
    defer { calendars.cleanUp() }
    await open()
    try calendars.makeFolder("last")
    _ = await session.openAdditional([calendars.key("last")])
    let ids = session.calendars.map(\.id)
    // As if “work” had been moved to the Trash, which is not available to tests.
    let item = TrashedCalendar.Item(
      path: calendars.key("Trash/files/work"), infoPath: calendars.key("Trash/info/work.trashinfo"))
    for folder in ["Trash/files", "Trash/info"] { try calendars.makeFolder(folder) }
    try calendars.write("", to: "Trash/info/work.trashinfo")
    var removal = session.removal(of: session.calendars[0])
    removal.trashed = TrashedCalendar(calendar: ids[0], path: ids[0].key, item: item)
    await session.closeCalendar(ids[0])
    try FileManager.default.moveItem(atPath: ids[0].key, toPath: item.path)
    session.steps.record(UndoStep(removal))
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(session.calendars.map(\.id) == ids)
  }

  @Test func undoneCreationOfTheOnlyCalendarCanBeRedone() async throws {
    defer { calendars.cleanUp() }
    await session.open([], as: .ownCalendars)
    let club = try #require(await session.createCalendar(named: "Club", in: ownFolder))
    session.onNoCalendarsLeft = { [session, calendars] in
      await session.open([calendars.key("work")], as: .ownCalendars)
    }
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(session.calendars.map(\.id) == [calendars.id("work")] && !session.canUndo)
    #expect(session.canRedo, "opening another calendar in its place removed the redo step")
    _ = session.redo()
    #expect(await session.finishSaving().isEmpty)
    #expect(session.calendars.map(\.id).contains(club.id) && session.canUndo)
  }

  @Test func newCalendarAtTheSamePathStaysOpenIfTheTrashedOneCannotBeRestored() async throws {
    defer { calendars.cleanUp() }
    try calendars.makeFolder("personal")
    let personal = calendars.id("personal")
    await session.open([personal.key], as: .ownCalendars)
    var removal = CalendarListChange([personal], name: "Personal", .removal)
    removal.trashed = TrashedCalendar(
      calendar: personal, path: personal.key,
      item: .init(path: calendars.key("Trash/files/personal"), infoPath: calendars.key("Trash/info/personal"))
    )
    session.steps.record(UndoStep(removal))
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(failures == ["“Personal” is no longer in the Trash, or its folder is gone."])
    #expect(session.calendars.map(\.id) == [personal] && session.calendars.allSatisfy(\.isAvailable))
  }

  @Test func closingACalendarRemovesTheUndoStepOfItsCreation() async throws {
    defer { calendars.cleanUp() }
    await open()
    let club = try #require(await session.createCalendar(named: "Club", in: ownFolder))
    await session.closeCalendar(club.id)
    #expect(!session.canUndo && exists(ownFolder + "/club"))
  }

  @Test func temporarilyShownCalendarsAreNotKept() async throws {
    defer { calendars.cleanUp() }
    await open()
    try calendars.write(Self.event.replacing("walk", with: "run"), to: "invitation.ics")
    var keptCalendarsChangeCount = 0
    session.onKeptCalendarsChanged = { keptCalendarsChangeCount += 1 }
    let added = await session.openAdditional([calendars.key("invitation.ics")])
    session.showTemporarily(added)
    #expect(session.keptCalendars.map(\.id) == [calendars.id("work")])
    let groups = CalendarGroup.groups(
      of: session.calendars, isTemporary: { [session] in session.choices.isTemporary($0) })
    #expect(groups.flatMap(\.entries).map(\.isTemporary) == [false, true])
    session.keep(added.map(\.id))
    session.keep(added.map(\.id))
    #expect(session.keptCalendars.count == 2 && keptCalendarsChangeCount == 2)
  }

  @Test func closedCalendarIsKeptWhenItIsOpenedAgain() async throws {
    defer { calendars.cleanUp() }
    await open()
    session.showTemporarily(session.calendars)
    await session.closeCalendar(calendars.id("work"))
    _ = await session.openAdditional([calendars.key("work")])
    #expect(session.keptCalendars.count == 1)
  }

  @Test func dismissingACalendarTwiceIsReportedOnce() {
    defer { calendars.cleanUp() }
    var changeCount = 0
    session.onDismissedCalendarsChanged = { changeCount += 1 }
    for isDismissed in [true, true, false] {
      session.choices.setDismissed(isDismissed, for: "/calendars/work/")
    }
    #expect(session.choices.dismissed.isEmpty && changeCount == 2)
  }

  @Test func renamingAReadOnlyFolderIsRefusedWithAReason() async throws {
    defer { calendars.cleanUp() }
    await open()
    let work = try #require(session.calendars.first)
    #expect(await session.renameRefusal(of: work) == nil)
    let path = calendars.key("work")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    #expect(
      await session.renameRefusal(of: work)
        == "The folder “\(path)” is read-only. Change its permissions and try again.")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  @Test func calendarThatCannotBeMovedToTheTrashStaysOpen() async throws {
    defer { calendars.cleanUp() }
    await open()
    let work = try #require(session.calendars.first)
    try FileManager.default.removeItem(atPath: calendars.key("work"))
    let reason = await session.moveToTrash(work)
    #expect(reason == "“\(calendars.key("work"))” is not available. Try again when it is.")
    #expect(session.calendars.count == 1 && !session.canUndo)
  }
}
