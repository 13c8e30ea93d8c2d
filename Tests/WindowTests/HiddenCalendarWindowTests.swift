import CGtk
import CGtkTesting
import CalendarModel
import CalendarSession
import FoundationEssentials
import GtkSupport
import UserSettings
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Hiding and showing calendars in the sidebar.
@MainActor
final class HiddenCalendarWindowTests: SidebarWindowTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try await openChoir()
  }

  private func toggle(_ calendar: String) async throws {
    handspan_test_emit_clicked(try checkBox(calendar))
    await settle()
  }

  private func isShown(_ title: String) -> Bool { block(title) != nil }

  private func isChecked(_ calendar: String) throws -> Bool {
    gtk_toggle_button_get_active(try checkBox(calendar).as(GtkToggleButton.self)) != 0
  }

  /// What the small month says of Wednesday, 7 January, the day of the rehearsal.
  private func dayIsNamed(_ count: String) -> Bool {
    widgets(ofType: gtk_widget_get_type()).contains {
      let name = name(of: $0)
      return name.hasPrefix("Wednesday, 7 January 2026") && name.contains(count)
    }
  }

  func testCheckBoxHidesAndShowsACalendar() async throws {
    let textsBefore = [text(fixture.file), text(rehearsal)]
    await expect("the month does not count the rehearsal") { self.dayIsNamed("1 event") }
    try await toggle("choir")
    await expect("the event of the hidden calendar is still shown") { !self.isShown("Rehearsal") }
    XCTAssertTrue(isShown("Review"), "the events of the other calendar are gone too")
    await expect("the month still counts the rehearsal") { !self.dayIsNamed("1 event") }
    await expect("“hidden” is not announced: \(announcements)") {
      self.announcements.contains("“choir” is hidden")
    }
    try await toggle("choir")
    await expect("the event of the calendar is not shown again") { self.isShown("Rehearsal") }
    await expect("“shown” is not announced: \(announcements)") {
      self.announcements.contains("“choir” is shown")
    }
    XCTAssertEqual([text(fixture.file), text(rehearsal)], textsBefore)
  }

  func testShowOnlyThisHidesTheOthersAndShowAllShowsThem() async throws {
    try await choose("Show Only This Calendar", ofMenuOf: "choir")
    await expect("the other calendar is still shown") { !self.isShown("Review") }
    XCTAssertTrue(isShown("Rehearsal"), "the calendar itself is hidden")
    try await choose("Show All Calendars", ofMenuOf: "choir")
    await expect("the other calendar is not shown again") { self.isShown("Review") }
  }

  func testChosenResultInAHiddenCalendarIsShownAndFocused() async throws {
    try await toggle("calendar")
    await expect("the calendar is not hidden") { !self.isShown("Review") }
    keyboard.press("<Control>f")
    await settle()
    try enter("review")
    await expect("there is no result: \(labels)") {
      self.labels.contains { $0.contains("Review") }
    }
    let entry = keyboard.focus.flatMap { gtk_widget_get_ancestor($0, gtk_search_entry_get_type()) }
    handspan_test_emit_activate(try XCTUnwrap(entry))
    await expect("the focus is on \(focusName)") { self.focusName == "event Review" }
    XCTAssertTrue(try isChecked("calendar"))
  }

  func testUndoInAHiddenCalendarRestoresTheFile() async throws {
    let textBefore = text(fixture.file)
    try perform(.delete, on: "Review")
    await expect("the event was not deleted") { self.text(self.fixture.file) != textBefore }
    try await toggle("calendar")
    await expect("the calendar is still shown") { !self.isShown("Lunch") }
    activate("undo")
    await expect("the deletion is not undone") { self.text(self.fixture.file) == textBefore }
    XCTAssertFalse(isShown("Review"), "undo shows an event of a hidden calendar")
  }

  func testNewEventGoesToACalendarThatIsShown() async throws {
    window.preferences[Preferences.lastCalendar] = choir.path
    try await toggle("choir")
    await expect("the calendar is still shown") { !self.isShown("Rehearsal") }
    let files = { [self.fixture.file, self.fixture.folder.appendingPathComponent("other.ics")] }
    keyboard.press("<Control>n")
    await settle()
    try enter("gathering")
    keyboard.press("Return")
    await expect("the event is in no calendar that is shown") {
      files().contains { self.text($0)?.contains("SUMMARY:gathering") == true }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: choir.path)
    XCTAssertEqual(names.filter { !$0.hasPrefix(".") }, ["rehearsal.ics"])
    XCTAssertEqual(text(rehearsal), Self.rehearsalText)
  }

  func testSidebarAndHiddenCalendarsAreRemembered() async throws {
    try await toggle("choir")
    let path = choir.path
    await expect("the hidden calendar is not saved") {
      self.window.preferences[Preferences.hiddenCalendars].contains(path)
    }
    await fixture.closeWindow()
    let second = await WindowFixture(fixture.file, at: Self.monday) { TimelineView(style: $0, day: $1) }
    second.window.calendarOpening.open(OpenRequest(paths: [path]))
    let isListed = await second.wait {
      second.window.sidebar.contents?.rows.contains { $0.entry.calendar.id.key == path } == true
    }
    XCTAssertTrue(isListed)
    XCTAssertTrue(second.window.sidebar.isOpen, "the sidebar is closed")
    let rows = second.window.sidebar.contents?.rows ?? []
    let calendar = fixture.file.path
    XCTAssertEqual(rows.first { $0.entry.calendar.id.key == path }?.isShown, false)
    XCTAssertEqual(rows.first { $0.entry.calendar.id.key == calendar }?.isShown, true)
    await second.closeWindow()
  }
}
