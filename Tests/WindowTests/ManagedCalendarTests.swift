import CGtk
import CalendarModel
import CalendarSession
import FoundationEssentials
import GtkSupport
import UserSettings
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Renaming, creating and removing calendars by their menus and dialogs; folders that other programs change.
@MainActor
final class ManagedCalendarTests: SidebarWindowTestCase {
  private var displayName: URL { choir.appendingPathComponent("displayname") }
  private var color: URL { choir.appendingPathComponent("color") }

  private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  // MARK: Names

  func testCalendarIsRenamedAndUndoRestoresItsName() async throws {
    try await openChoir()
    try row("choir").takeFocus()
    keyboard.press("F2")
    let textBefore = try await waitForNameEntry("Rename Calendar")
    XCTAssertEqual(textBefore, "choir")
    XCTAssertFalse(try isEnabled("Rename"), "the name is the same")
    try enter("singers")
    XCTAssertTrue(try isEnabled("Rename"))
    try await press("Rename")
    await expect("the folder does not store the name") { self.text(self.displayName) == "singers" }
    await expectMessage("“choir” is now called “singers”")
    await expect("“singers” is not in the sidebar") { self.hasRow("singers") }
    await expect("the focus is on \(focusName)") { self.focusName == "singers" }
    XCTAssertEqual(text(rehearsal), Self.rehearsalText, "an event was written")
    activate("undo")
    await expect("undo does not restore the name") { !self.exists(self.displayName) && self.hasRow("choir") }
  }

  func testBlankNameIsRefused() async throws {
    try await openChoir()
    try row("choir").takeFocus()
    keyboard.press("F2")
    try await waitForNameEntry("Rename Calendar")
    for blank in ["", " ", "\u{A0}\u{2003}"] {
      try enter(blank)
      XCTAssertFalse(try isEnabled("Rename"), "“\(blank)”")
    }
    keyboard.press("Return")
    await settle()
    XCTAssertTrue(isOpen("Rename Calendar"), "Enter closes the dialog without a name")
    keyboard.press("Escape")
    await expect("the dialog is still open") { !self.isOpen("Rename Calendar") }
    XCTAssertFalse(exists(displayName))
  }

  func testSingleFileIsRenamedInTheSettings() async throws {
    let textBefore = text(fixture.file)
    try await choose("Rename…", ofMenuOf: "calendar")
    try await waitForNameEntry("Rename Calendar")
    try enter("Work")
    try await press("Rename")
    await expect("“Work” is not in the sidebar") { self.hasRow("Work") }
    let path = fixture.file.path
    await expect("the name is not in the settings") {
      self.window.preferences[Preferences.chosenNames].contains {
        $0.hasPrefix("Work\t") && $0.contains(path)
      }
    }
    XCTAssertEqual(text(fixture.file), textBefore)
  }

  // MARK: New calendars

  private func newFolder() throws -> URL {
    URL(fileURLWithPath: try row("club").entry.calendar.id.key)
  }

  func testNewCalendarIsShownAndUndoRemovesIt() async throws {
    activate("new-calendar")
    try await waitForNameEntry("New Calendar")
    XCTAssertFalse(try isEnabled("Create"), "it has no name")
    try enter("club")
    try await chooseColor("Red")
    try await press("Create")
    await expect("“club” is not in the sidebar: \(labels)") { self.hasRow("club") }
    let folder = try newFolder()
    XCTAssertEqual(text(folder.appendingPathComponent("displayname")), "club")
    XCTAssertEqual(text(folder.appendingPathComponent("color")), "#c01c28")
    await expectMessage("“club” was created")
    await expect("the focus is on \(focusName)") { self.focusName == "club" }
    let opened = { self.window.preferences[Preferences.lastOpened] }
    await expect("the next start does not open it") { opened().contains(folder.path) }
    activate("undo")
    await expect("undo does not remove it") { !self.exists(folder) && !self.hasRow("club") }
    activate("redo")
    await expect("redo does not create it") { self.exists(folder) && self.hasRow("club") }
    activate("undo")
    await expect("undo does not remove it again") { !self.exists(folder) }
  }

  func testUndoKeepsANewCalendarThatIsNotEmpty() async throws {
    activate("new-calendar")
    try await waitForNameEntry("New Calendar")
    try enter("club")
    try await press("Create")
    await expect("“club” is not in the sidebar") { self.hasRow("club") }
    let folder = try newFolder()
    let file = folder.appendingPathComponent("rehearsal.ics")
    try Data(Self.rehearsalText.utf8).write(to: file)
    await expect("the event of another program is not shown") { self.block("Rehearsal") != nil }
    activate("undo")
    await expectMessage("“club” is no longer empty, so it was kept. Move it to the Trash to remove it.")
    XCTAssertTrue(exists(file) && exists(folder.appendingPathComponent("displayname")))
    XCTAssertTrue(hasRow("club"))
    try FileManager.default.removeItem(at: folder)
  }

  // MARK: The Trash

  func testCancelingLeavesACalendarWhereItIs() async throws {
    try await openChoir()
    try Data("mine".utf8).write(to: choir.appendingPathComponent("notes.txt"))
    try await choose("Move to Trash…", ofMenuOf: "choir")
    let heading = "Move “choir” to the Trash?"
    await expect("there is no question: \(labels)") { self.isOpen(heading) }
    let body = labels.first { $0.hasPrefix("It has 1 event") } ?? ""
    for sentence in [
      "It has 1 event and is at “\(choir.path)”.", "Its folder also contains 1 other file or folder",
      "restore the calendar from the Trash in Files",
    ] {
      XCTAssertTrue(body.contains(sentence), body)
    }
    keyboard.press("Escape")
    await expect("the question is still open") { !self.isOpen(heading) }
    XCTAssertTrue(exists(rehearsal))
    XCTAssertTrue(hasRow("choir"))
    await expect("the focus is on \(focusName)") { self.focusName.contains("choir") }
  }

  // MARK: Calendars that are shown for now

  func testCalendarShownForNowIsKeptInTheSidebar() async throws {
    try await openChoir(isTemporary: true)
    let opened = { self.window.preferences[Preferences.lastOpened] }
    XCTAssertTrue(spokenName("choir").contains("shown for now"))
    XCTAssertFalse(opened().contains(choir.path))
    try await choose("Keep in Sidebar", ofMenuOf: "choir")
    await expectMessage("“choir” stays in the sidebar")
    await expect("the next start does not open it") { opened().contains(self.choir.path) }
    XCTAssertFalse(spokenName("choir").contains("shown for now"))
  }

  // MARK: Folders that other programs change

  /// Expects the choir not to be available while it is taken away, even after Try Again, and to come back on its own.
  private func checkUntilBack(
    _ takeAway: () throws -> Void, _ bringBack: () throws -> Void, line: UInt = #line
  ) async throws {
    func isMarked() -> Bool { spokenName("choir").contains("not available") }
    try await openChoir()
    try takeAway()
    await expect("the choir is still available", line: line) { isMarked() }
    try await choose("Try Again", ofMenuOf: "choir")
    let path = choir.path
    await expect("no message says what is missing: \(labels)", line: line) {
      self.labels.contains { $0.contains("\(path)” is ") }
    }
    try bringBack()
    await expect("the choir does not come back", line: line) { self.hasRow("choir") && !isMarked() }
    await expect("its event is not shown again", line: line) { self.block("Rehearsal") != nil }
    await expect("the missing folder is still reported: \(labels)", line: line) {
      !self.labels.contains { $0.contains("is no longer there") }
    }
  }

  func testRenamedFolderIsNotAvailableUntilItGetsItsNameBack() async throws {
    let away = fixture.folder.appendingPathComponent("away")
    try await checkUntilBack {
      try FileManager.default.moveItem(at: choir, to: away)
    } _: {
      try FileManager.default.moveItem(at: away, to: choir)
    }
  }

  func testRemovedFolderIsNotAvailableUntilItIsRestored() async throws {
    try await checkUntilBack {
      try FileManager.default.removeItem(at: choir)
    } _: {
      try makeChoir()
    }
  }

  func testAnotherProgramRenamesAndRecolorsAFolder() async throws {
    try await openChoir()
    try Data("Singers".utf8).write(to: displayName)
    await expect("the new name is not shown") { self.hasRow("Singers") }
    try Data("#c01c28".utf8).write(to: color)
    await expect("the new color is not shown") {
      self.rows.contains {
        $0.entry.calendar.name == "Singers" && $0.entry.calendar.color?.rgb == 0xC01C28
      }
    }
    try FileManager.default.removeItem(at: displayName)
    await expect("the folder's own name is not shown") { self.hasRow("choir") }
  }

  // MARK: Colors, properties, closing

  func testColorOfAFileIsASetting() async throws {
    let textBefore = text(fixture.file)
    let colors = {
      self.window.preferences[Preferences.chosenColors] + self.window.preferences[Preferences.calendarColors]
    }
    try await choose("Change Color…", ofMenuOf: "calendar")
    try await chooseColor("Red")
    let path = fixture.file.path
    await expect("the color is not saved: \(colors())") {
      self.window.preferences[Preferences.chosenColors].contains {
        $0.contains("#c01c28") && $0.contains(path)
      }
    }
    XCTAssertEqual(text(fixture.file), textBefore, "the color was written into the file")
    activate("undo")
    await expect("undo does not restore the color") {
      !self.window.preferences[Preferences.chosenColors].contains { $0.contains(path) }
    }
  }

  func testColorOfAFolderIsStoredInTheFolder() async throws {
    try await openChoir()
    try await choose("Change Color…", ofMenuOf: "choir")
    try await chooseColor("Red")
    await expect("the folder does not store the color") { self.text(self.color) == "#c01c28" }
    await expect("the color is not announced: \(announcements)") {
      self.announcements.contains { $0.contains("Color of “choir”: Red") }
    }
    let path = choir.path
    XCTAssertFalse(window.preferences[Preferences.chosenColors].contains { $0.contains(path) })
    activate("undo")
    await expect("undo does not restore the color") { !self.exists(self.color) }
  }

  func testMenuClosesACalendar() async throws {
    try await openChoir()
    try await choose("Close", ofMenuOf: "choir")
    await expectMessage("“choir” was closed")
    XCTAssertFalse(hasRow("choir"))
    XCTAssertTrue(exists(rehearsal), "its files are gone")
    XCTAssertNil(block("Rehearsal"))
  }

  func testPropertiesSayWhereACalendarIsStored() async throws {
    try await openChoir()
    try await choose("Properties", ofMenuOf: "choir")
    for text in ["Location: \(choir.path)", "Events: 1 event", "Size: "] {
      await expect("“\(text)” is missing") {
        self.widgets(ofType: gtk_list_box_row_get_type()).contains { self.name(of: $0).hasPrefix(text) }
      }
    }
    keyboard.press("Escape")
    await settle()
  }
}
