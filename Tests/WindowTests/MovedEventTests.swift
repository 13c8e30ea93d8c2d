import CGtk
import CGtkTesting
import CalendarModel
import FoundationEssentials
import GtkSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// One or several events that are moved by dialogs, by keys or by the bar of the selection.
@MainActor
final class MovedEventTests: SidebarWindowTestCase {
  private var other: URL { fixture.folder.appendingPathComponent("other.ics") }
  /// The texts of both calendars.
  private var files: [String?] { [text(fixture.file), text(other)] }

  /// The lines of an event in a file; nil if it is not there.
  private func component(_ title: String, in text: String) -> String? {
    guard let summary = text.firstRange(of: "SUMMARY:\(title)\r\n"),
      let start = text[..<summary.lowerBound].ranges(of: "BEGIN:VEVENT\r\n").last,
      let end = text[summary.upperBound...].firstRange(of: "END:VEVENT\r\n")
    else { return nil }
    return String(text[start.lowerBound..<end.upperBound])
  }

  /// The texts of both calendars once exactly the lines of these events have moved to the other one.
  private func filesAfterMoving(_ titles: String...) throws -> [String?] {
    var (source, target) = (try XCTUnwrap(text(fixture.file)), try XCTUnwrap(text(other)))
    for title in titles {
      let lines = try XCTUnwrap(component(title, in: source), title)
      source = source.replacing(lines, with: "")
      target = target.replacing("END:VCALENDAR\r\n", with: lines + "END:VCALENDAR\r\n")
    }
    return [source, target]
  }

  private func start(of title: String) -> String? {
    guard let text = text(fixture.file), let lines = component(title, in: text) else { return nil }
    return lines.split(separator: "\r\n").first { $0.hasPrefix("DTSTART") }?.split(separator: ":").last
      .map(String.init)
  }

  private func expectOneUndoRestores(_ filesBefore: [String?], line: UInt = #line) async {
    activate("undo")
    await expect("one undo does not restore every byte", line: line) { self.files == filesBefore }
  }

  private func choose(calendar: String) throws {
    let button = widgets(ofType: gtk_check_button_get_type()).first { name(of: $0).hasPrefix(calendar) }
    gtk_check_button_set_active(try XCTUnwrap(button).as(GtkCheckButton.self), 1)
  }

  private func pressBar(_ button: String) async throws {
    let widget = widgets(ofType: gtk_button_get_type()).first { name(of: $0) == button }
    handspan_test_emit_clicked(try XCTUnwrap(widget, "the bar has no “\(button)”"))
    await settle()
  }

  private func select(_ titles: String...) async throws {
    for title in titles { try perform(.toggleSelection, on: title) }
    let count = titles.count == 1 ? "1 event selected" : "\(titles.count) events selected"
    await expect("the bar says \(labels)") { self.labels.contains(count) }
  }

  /// Opens a dialog about “Review” with a key.
  private func openDialog(_ key: String, _ heading: String) async throws {
    try focus("Review")
    keyboard.press(key)
    await expect("“\(heading)” is not open: \(labels)") { self.isOpen(heading) }
  }

  // MARK: To another calendar

  private static let calendarDialog = "Move to Calendar"

  func testMoveToACalendarIsOneUndoStep() async throws {
    let (before, after) = (files, try filesAfterMoving("Review"))
    try await openDialog("<Control><Shift>m", Self.calendarDialog)
    XCTAssertFalse(try isEnabled("Move"), "the event's own calendar is chosen")
    try choose(calendar: "other")
    XCTAssertTrue(try isEnabled("Move"))
    XCTAssertEqual(files, before, "it was moved before the answer")
    try await press("Move")
    await expect("the event is not moved") { self.files == after }
    await expectMessage("“Review” was moved to “other”")
    await expect("the focus is on \(focusName)") { self.focusName == "event Review" }
    await expectOneUndoRestores(before)
    activate("redo")
    await expect("redo does not move it again") { self.files == after }
  }

  func testEscapeInTheDialogForACalendarChangesNothing() async throws {
    let before = files
    try await openDialog("<Control><Shift>m", Self.calendarDialog)
    try choose(calendar: "other")
    keyboard.press("Escape")
    await expect("the dialog is still open") { !self.isOpen(Self.calendarDialog) }
    await expect("the focus is on \(focusName)") { self.focusName == "event Review" }
    // Everything is saved before the window has closed.
    await fixture.closeWindow()
    XCTAssertEqual(files, before)
  }

  func testSeriesIsMovedAsAWhole() async throws {
    let (before, after) = (files, try filesAfterMoving("Tea"))
    try perform(.moveToCalendar, on: "Tea")
    await expect("there is no question: \(labels)") { self.isOpen(Self.calendarDialog) }
    XCTAssertTrue(labels.contains("Tea\nAll events in the series will be moved."), "\(labels)")
    try choose(calendar: "other")
    try await press("Move")
    await expect("the series is not moved") { self.files == after }
    await expectMessage("“Tea” was moved to “other”")
    XCTAssertNotNil(block("Tea"), "the series is no longer shown")
    await expectOneUndoRestores(before)
  }

  func testWithoutAnotherCalendarKeysAndActionSayWhy() async throws {
    activate("close-calendar", other.path)
    await expectMessage("“other” was closed")
    let textBefore = text(fixture.file)
    try focus("Review")
    keyboard.press("<Control><Shift>m")
    await expectMessage("No other calendar is open")
    window.toasts.dismiss()
    await expect("the message stays") { !self.labels.contains("No other calendar is open") }
    try perform(.moveToCalendar, on: "Review")
    await expectMessage("No other calendar is open")
    XCTAssertEqual(text(fixture.file), textBefore)
  }

  func testSelectedEventsMoveToAnotherCalendarInOneStep() async throws {
    let (before, after) = (files, try filesAfterMoving("Review", "Lunch"))
    try await select("Review", "Lunch")
    try await pressBar("Move to Calendar…")
    await expect("there is no question: \(labels)") { self.isOpen(Self.calendarDialog) }
    try choose(calendar: "other")
    try await press("Move")
    await expect("the events are not moved") { self.files == after }
    await expect("the bar is still shown") { !self.labels.contains { $0.hasSuffix("selected") } }
    await expectOneUndoRestores(before)
  }

  // MARK: To another date

  private static let dateDialog = "Move to Date"

  /// The entry for a date in the open dialog.
  private func dateEntry() throws -> WidgetPointer {
    let entries = widgets(ofType: gtk_entry_get_type()).filter { dialog(around: $0) != nil }
    return try XCTUnwrap(entries.last, "there is no entry for a date")
  }

  func testTypedDateMovesTheEventAndKeepsItsTime() async throws {
    let before = files
    try await openDialog("<Control><Shift>g", Self.dateDialog)
    XCTAssertEqual(files, before)
    let entry = try dateEntry()
    gtk_editable_set_text(entry.opaque, "9 feb")
    handspan_test_emit_activate(entry)
    await expect("it starts at \(start(of: "Review") ?? "no time")") {
      self.start(of: "Review") == "20260209T110000"
    }
    await expect("the dialog is still open") { !self.isOpen(Self.dateDialog) }
    await expect("the focus is on \(focusName)") { self.focusName == "event Review" }
    await expectOneUndoRestores(before)
  }

  func testSelectedEventsMoveToADateByTheSameNumberOfDays() async throws {
    let before = files
    try await select("Review", "Walk")
    try await openDialog("<Control><Shift>g", Self.dateDialog)
    XCTAssertTrue(labels.contains { $0.hasPrefix("Review and 1 more event\n") }, "\(labels)")
    let entry = try dateEntry()
    gtk_editable_set_text(entry.opaque, "9 feb")
    handspan_test_emit_activate(entry)
    await expect("they start at \(start(of: "Review") ?? ""), \(start(of: "Walk") ?? "")") {
      self.start(of: "Review") == "20260209T110000" && self.start(of: "Walk") == "20260210T100000"
    }
    await expectMessage("2 events moved")
    await expectOneUndoRestores(before)
  }

  func testEscapeInTheDialogForADateChangesNothing() async throws {
    let before = files
    try await openDialog("<Control><Shift>g", Self.dateDialog)
    gtk_editable_set_text(try dateEntry().opaque, "9 feb")
    keyboard.press("Escape")
    await expect("the dialog is still open") { !self.isOpen(Self.dateDialog) }
    await expect("the focus is on \(focusName)") { self.focusName == "event Review" }
    // Everything is saved before the window has closed.
    await fixture.closeWindow()
    XCTAssertEqual(files, before)
  }

  // MARK: The selection

  func testEventsAreAddedToTheSelectionAndRemovedAndEscapeEndsIt() async throws {
    let before = files
    try await select("Review", "Lunch", "Walk")
    try perform(.toggleSelection, on: "Lunch")
    await expect("the bar says \(labels)") { self.labels.contains("2 events selected") }
    XCTAssertEqual(Set(window.view.multipleSelection.map(\.event.summary)), ["Review", "Walk"])
    try focus("Review")
    keyboard.press("Escape")
    await expect("events are still selected") { self.window.view.multipleSelection.isEmpty }
    await expect("the bar is still shown") { !self.labels.contains("2 events selected") }
    XCTAssertEqual(files, before)
  }

  func testSelectionSurvivesATurnAndCountsTheEventsNotShown() async throws {
    try await select("Review", "Lunch")
    let week = fixture.title
    window.go(to: Self.monday.adding(days: 7))
    await expect("the bar says \(labels)") { self.labels.contains("2 not shown") }
    XCTAssertTrue(labels.contains("2 events selected"), "the turn ended the selection")
    window.go(to: Self.monday)
    await expect("the first week is not shown") { self.fixture.title == week }
    await expect("the bar says \(labels)") { !self.labels.contains("2 not shown") }
    XCTAssertEqual(window.view.multipleSelection.count, 2)
  }

  func testKeysMoveAllSelectedEvents() async throws {
    let before = files
    try await select("Review", "Lunch", "Walk")
    try focus("Review")
    keyboard.press("<Control>Right")
    await expect("they start at \(["Review", "Lunch", "Walk"].map { self.start(of: $0) ?? "" })") {
      ["Review", "Lunch", "Walk"].map(self.start)
        == ["20260106T110000", "20260106T130000", "20260107T100000"]
    }
    XCTAssertEqual(window.view.multipleSelection.count, 3, "the move ended the selection")
    await expectOneUndoRestores(before)
  }

  func testDeletionOfAllSelectedEventsIsOneStep() async throws {
    let before = files
    try await select("Review", "Lunch", "Walk")
    try focus("Review")
    keyboard.press("Delete")
    await expect("not all of them were deleted") {
      ["Review", "Lunch", "Walk"].allSatisfy { self.start(of: $0) == nil }
    }
    XCTAssertNotNil(start(of: "Standup"), "another event was deleted")
    await expectMessage("3 events deleted")
    await expectOneUndoRestores(before)
  }

  func testBarRecolorsAllSelectedEvents() async throws {
    func colorCount() -> Int { (text(fixture.file) ?? "").ranges(of: "\r\nCOLOR:").count }
    let before = files
    try await select("Review", "Lunch")
    try await pressBar("Color")
    try await chooseColor("Crimson")
    await expect("\(colorCount()) events have a color") { colorCount() == 2 }
    XCTAssertEqual(window.view.multipleSelection.count, 2, "the color ended the selection")
    await expectOneUndoRestores(before)
  }
}
