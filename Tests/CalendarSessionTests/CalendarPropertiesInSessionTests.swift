import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Naming, coloring and creating calendars in a window, with undo.
@MainActor @Suite(.everyBackend) struct CalendarPropertiesInSessionTests {
  private let calendars: TestCalendars
  private let session: CalendarSession
  private let orange = EventColor(rgb: 0xFF8800)

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
    try calendars.makeFolder("work")
    try calendars.write(Self.calendar, to: "day.ics")
  }

  private static let calendar = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "COLOR:red", "BEGIN:VEVENT",
    "UID:walk",
    "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:Walk", "END:VEVENT",
    "END:VCALENDAR",
  ].map { $0 + "\r\n" }.joined()

  private func open() async {
    await session.open([calendars.key("work"), calendars.key("day.ics")], as: .chosen)
  }

  private func info(_ name: String) throws -> CalendarInfo {
    try #require(session.calendars.first { $0.id == calendars.id(name) })
  }

  private var shownColors: [EventColor?] {
    guard let day = Day("2026-01-05") else { return [] }
    return session.occurrences(in: day..<day.adding(days: 1)).map(\.event.color)
  }

  @Test(arguments: ["work", "day.ics"])
  func renamingIsOneUndoStep(_ name: String) async throws {
    defer { calendars.cleanUp() }
    await open()
    let oldName = try info(name).name
    var notices: [String] = []
    session.onNotice = { if $0.canUndo { notices.append($0.text) } }
    await session.rename(calendars.id(name), to: " Office \n hours ")
    #expect(try info(name).name == "Office hours")
    #expect(notices == ["“\(oldName)” is now called “Office hours”"])
    #expect(session.undo()?.text == "“Office hours” is now called “\(oldName)”")
    #expect(await session.finishSaving().isEmpty)
    #expect(try info(name).name == oldName)
    #expect(!session.canUndo)
    #expect(session.redo()?.text == "“\(oldName)” is now called “Office hours”")
    #expect(await session.finishSaving().isEmpty)
    #expect(try info(name).name == "Office hours")
    #expect(try calendars.text("day.ics") == Self.calendar)
  }

  @Test func colorOfASingleFileIsStoredInTheSettings() async throws {
    defer { calendars.cleanUp() }
    await open()
    let originalColor = try #require(try info("day.ics").color)
    var changeCount = 0
    session.onChosenPropertiesChanged = { changeCount += 1 }
    await session.setColor(orange, of: calendars.id("day.ics"))
    #expect(try info("day.ics").color == orange && shownColors == [orange])
    #expect(session.chosenProperties.colors == [calendars.id("day.ics"): orange])
    #expect(try calendars.text("day.ics") == Self.calendar)
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try info("day.ics").color == originalColor && shownColors == [originalColor])
    #expect(session.chosenProperties == ChosenProperties())
    #expect(changeCount == 2)
  }

  /// The user returns to the original color before the new one is stored.
  @Test(arguments: ["work", "day.ics"])
  func lastOfTwoColorsIsKept(_ name: String) async throws {
    defer { calendars.cleanUp() }
    await open()
    let originalColor = try #require(try info(name).color)
    let choices = [orange, originalColor].map { color in
      Task { await session.setColor(color, of: calendars.id(name)) }
    }
    for choice in choices { await choice.value }
    #expect(try info(name).color == originalColor)
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try info(name).color == orange)
  }

  @Test(.filesOnly) func colorOfAFolderIsStoredInTheFolder() async throws {
    defer { calendars.cleanUp() }
    await open()
    await session.setColor(orange, of: calendars.id("work"))
    #expect(try calendars.text("work/color") == "#ff8800")
    #expect(session.chosenProperties == ChosenProperties())
    #expect(try info("work").color == orange)
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.names(in: "work").isEmpty)
  }

  @Test(.filesOnly) func undoKeepsTheNameThatAnotherProgramWrote() async throws {
    defer { calendars.cleanUp() }
    await open()
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    await session.rename(calendars.id("work"), to: "Office")
    try calendars.write("Family", to: "work/displayname")
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("work/displayname") == "Family")
    #expect(
      failures == [
        "Another program changed the calendar “\(calendars.displayName("work"))” in the meantime, so Handspan did not change it."
      ])
    #expect(!session.canUndo && !session.canRedo)
  }

  @Test(.filesOnly) func failureToRenameAReadOnlyFolderIsReported() async throws {
    defer { calendars.cleanUp() }
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: ReadOnlyCalls()), conflictsFolder: nil
    )
    let session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
    await session.open([calendars.key("work")], as: .chosen)
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    await session.rename(calendars.id("work"), to: "Office")
    #expect(
      failures == [
        "The folder “\(calendars.displayName("work"))” is read-only. Change its permissions and try again."
      ])
    #expect(session.calendars.map(\.name) == ["work"] && !session.canUndo)
  }

  @Test(.filesOnly) func colorOfAReadOnlyFolderIsStoredInTheSettings() async throws {
    defer { calendars.cleanUp() }
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: ReadOnlyCalls()), conflictsFolder: nil
    )
    let session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
    await session.open([calendars.key("work")], as: .chosen)
    await session.setColor(orange, of: calendars.id("work"))
    #expect(session.calendars.map(\.color) == [orange])
    #expect(session.chosenProperties.colors == [calendars.id("work"): orange])
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(session.chosenProperties == ChosenProperties() && session.calendars.first?.color != orange)
  }

  @Test(.filesOnly) func folderThatIsWritableAgainStoresItsColor() async throws {
    defer { calendars.cleanUp() }
    let red = EventColor(rgb: 0xC01C28)
    session.chosenProperties = ChosenProperties(names: [], colors: ["#c01c28 \(calendars.key("work"))"])
    await open()
    #expect(try info("work").color == red)
    await session.setColor(orange, of: calendars.id("work"))
    #expect(try calendars.text("work/color") == "#ff8800")
    #expect(try info("work").color == orange && session.chosenProperties == ChosenProperties())
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try info("work").color == red && calendars.names(in: "work").isEmpty)
  }

  @Test func colorIsAnnouncedByItsName() async throws {
    defer { calendars.cleanUp() }
    await open()
    var announcements: [String?] = []
    session.onNotice = { announcements.append($0.announcement) }
    let red = try #require(session.phrases.calendarColors.first { $0.name == "Red" })
    await session.setColor(red.color, of: calendars.id("work"))
    await session.setColor(red.color, of: calendars.id("work"))
    #expect(announcements == ["Color of “work”: Red"])
  }

  @Test func emptyAndUnchangedNamesAreIgnored() async throws {
    defer { calendars.cleanUp() }
    await open()
    await session.rename(calendars.id("work"), to: " \n")
    await session.rename(calendars.id("work"), to: "work ")
    #expect(try info("work").name == "work" && !session.canUndo)
  }

  @Test func closingACalendarRemovesItsUndoStep() async throws {
    defer { calendars.cleanUp() }
    await open()
    await session.rename(calendars.id("work"), to: "Office")
    await session.closeCalendar(calendars.id("work"))
    #expect(!session.canUndo)
  }

  @Test func newCalendarIsOpenedBesideTheOthers() async throws {
    defer { calendars.cleanUp() }
    await open()
    let folder = calendars.folder.appendingPathComponent("own").path
    let first = try #require(await session.createCalendar(named: "Club", color: orange, in: folder))
    let second = try #require(await session.createCalendar(named: "Club", in: folder))
    #expect(first.name == "Club" && first.color == orange)
    #expect(second.name == "Club 2" && session.calendars.count == 4)
    let event = try #require(session.occurrences(in: Day.earliest..<Day.latest).first?.event)
    session.transfer(event, to: second.id)
    #expect(await session.finishSaving().isEmpty)
    #expect(session.index.events.first { $0.id.uid == event.id.uid }?.id.calendar == second.id)
  }

  @Test func calendarThatCannotBeCreatedIsReported() async throws {
    defer { calendars.cleanUp() }
    await open()
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    #expect(await session.createCalendar(named: "Club", in: "/proc/handspan") == nil)
    #expect(failures.count == 1 && session.calendars.count == 2)
  }
}

/// A file system on which no file can be created.
private struct ReadOnlyCalls: FileCalls {
  func create(_ name: ByteString, in folder: Int32, mode: UInt32) -> Int32 { -30 }
}
