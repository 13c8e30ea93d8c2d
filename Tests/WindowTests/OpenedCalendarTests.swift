import CGtk
import CalendarModel
import CalendarSession
import FoundationEssentials
import UserSettings
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Opening more calendars and closing them, and files that other programs remove or damage while they are open.
@MainActor
final class OpenedCalendarTests: SidebarWindowTestCase {
  /// Opens a calendar with an event in the second week.
  private func openOthers(isTemporary: Bool = false) async throws -> URL {
    let others = try WindowFixture.write(
      WindowFixture.event("elsewhere", "Elsewhere", day: "14", hour: "10"), in: fixture.folder,
      named: "others.ics")
    window.calendarOpening.open(OpenRequest(paths: [others.path], isTemporary: isTemporary))
    await expect("“others” is not open") { self.hasRow("others") }
    return others
  }

  // MARK: Opening

  func testUndoOfAnOpeningClosesTheCalendarAndTheShownWeekStays() async throws {
    let firstWeek = fixture.title
    window.go(to: Self.monday.adding(days: 7))
    await expect("the second week is not shown") { self.fixture.title != firstWeek }
    let secondWeek = fixture.title
    _ = try await openOthers()
    await expect("the event is not shown") { self.block("Elsewhere") != nil }
    await expect("the header says \(labels)") { self.labels.contains("3 calendars") }
    await expectMessage("“others” was opened")
    XCTAssertEqual(fixture.title, secondWeek)
    try await press("Undo")
    await expect("undo does not close it") { !self.hasRow("others") && self.block("Elsewhere") == nil }
    await expect("the header says \(labels)") { self.labels.contains("2 calendars") }
    XCTAssertEqual(fixture.title, secondWeek)
  }

  func testDeletionIsUndoneAfterTheOpeningThatFollowedIt() async throws {
    let textBefore = text(fixture.file)
    try perform(.delete, on: "Review")
    await expect("the event is still in the file") {
      self.text(self.fixture.file)?.contains("SUMMARY:Review") == false
    }
    _ = try await openOthers()
    activate("undo")
    await expect("undo does not close the calendar") { !self.hasRow("others") }
    await settle()
    XCTAssertNil(block("Review"), "the deletion is undone too")
    XCTAssertEqual(text(fixture.file)?.contains("SUMMARY:Review"), false, "the deletion is undone too")
    activate("undo")
    await expect("the deletion is not undone") { self.text(self.fixture.file) == textBefore }
  }

  func testCalendarShownForNowIsNotOpenedAtTheNextStart() async throws {
    let opened = { self.window.preferences[Preferences.lastOpened] }
    let others = try await openOthers(isTemporary: true)
    XCTAssertFalse(opened().contains(others.path))
    XCTAssertTrue(opened().contains(fixture.file.path))
  }

  func testCalendarNamedAtTheStartIsAddedToThoseOpenLast() async throws {
    let others = try WindowFixture.write("", in: fixture.folder, named: "others.ics")
    let expected = Set(session.calendars.map(\.id.key)).union([others.path])
    await fixture.closeWindow()
    let second = await WindowFixture(others, at: Self.monday) { TimelineView(style: $0, day: $1) }
    func opened() -> Set<String> { Set(second.window.session.calendars.map(\.id.key)) }
    let areOpen = await second.wait { opened() == expected }
    XCTAssertTrue(areOpen, "\(opened()) instead of \(expected)")
    await second.closeWindow()
  }

  func testCalendarThatIsOpenAlreadyIsNotOpenedTwice() async throws {
    let rowCount = rows.count
    window.calendarOpening.open(OpenRequest(paths: [fixture.file.path]))
    await expectMessage("The calendar is already open")
    XCTAssertEqual(rows.count, rowCount)
  }

  func testActionClosesOneOfTheOpenCalendars() async throws {
    let others = try await openOthers()
    activate("close-calendar", others.path)
    await expectMessage("“others” was closed")
    XCTAssertFalse(hasRow("others"))
    XCTAssertNotNil(block("Review"), "the events of another calendar are gone too")
    XCTAssertTrue(FileManager.default.fileExists(atPath: others.path))
  }

  // MARK: Files that other programs change

  /// Expects a message as long as the file is not what it was, with its events still shown.
  private func checkMessage(_ message: String, while change: (URL) throws -> Void, line: UInt = #line)
    async throws
  {
    let data = try Data(contentsOf: fixture.file)
    try change(fixture.file)
    await expect("“\(message)” is not shown: \(labels)", line: line) {
      self.labels.contains { $0.contains(message) }
    }
    XCTAssertFalse(widgets(labeled: "Save a Copy…").isEmpty, "no button saves a copy", line: line)
    XCTAssertNotNil(block("Review"), "the events are no longer shown", line: line)
    try data.write(to: fixture.file)
    await expect("“\(message)” is still shown: \(labels)", line: line) {
      !self.labels.contains { $0.contains(message) }
    }
  }

  func testDeletedFileIsReportedUntilItIsBack() async throws {
    try await checkMessage("calendar.ics” is no longer there") {
      try FileManager.default.removeItem(at: $0)
    }
  }

  func testFileThatBecomesUnreadableIsReportedUntilItIsReadable() async throws {
    try await checkMessage("calendar.ics” can no longer be read") {
      try Data("\u{0} not a calendar any more".utf8).write(to: $0)
    }
  }
}
