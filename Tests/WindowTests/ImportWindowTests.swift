import CGtk
import CGtkTesting
import CalendarModel
import FoundationEssentials
import GtkSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Importing files with a preview and one undo, and pasting what another program has put on the clipboard.
@MainActor
final class ImportWindowTests: SidebarWindowTestCase {
  private static let count = 200
  private static let oddLine = "X-ODD;X-P=\"a;b\":kept as it is\r\n"

  /// The contents of everything in the folder of the choir, hidden or not; nil for folders.
  private func files() throws -> [String: Data?] {
    let names = try FileManager.default.contentsOfDirectory(atPath: choir.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, try? Data(contentsOf: choir.appendingPathComponent($0))) })
  }

  private func write(_ components: String) throws -> URL {
    try WindowFixture.write(components, in: fixture.folder, named: "events.ics")
  }

  /// Opens the preview of a file, and chooses a calendar.
  private func previewImport(_ file: URL, into calendar: String) async throws {
    window.importExport.importFiles([file.path])
    await expect("there is no preview: \(labels)") { self.isOpen("Import Events") }
    let index = try XCTUnwrap(session.calendars.firstIndex { $0.name == calendar })
    let buttons = widgets(ofType: gtk_check_button_get_type())
    gtk_check_button_set_active(buttons[index].as(GtkCheckButton.self), 1)
  }

  private func checkButton(_ label: String) throws -> UnsafeMutablePointer<GtkCheckButton> {
    let button = widgets(ofType: gtk_check_button_get_type()).first {
      gtk_check_button_get_label($0.as(GtkCheckButton.self)).map { String(cString: $0) } == label
    }
    return try XCTUnwrap(button, "there is no “\(label)”").as(GtkCheckButton.self)
  }

  // MARK: Importing

  func testManyEventsAreImportedIntoAFolderAndOneUndoLeavesNothing() async throws {
    try await openChoir()
    let filesBefore = try files()
    let components = (0..<Self.count).map { number in
      let day = String(5 + number % 5, radix: 10)
      return WindowFixture.event("n\(number)", "Imported \(number)", day: "0\(day)", hour: "1\(number % 8)")
        .replacing("END:VEVENT", with: Self.oddLine + "END:VEVENT")
    }
    try await previewImport(write(components.joined()), into: "choir")
    await expect("the preview says \(labels)") { self.labels.contains("\(Self.count) are new") }
    try await press("Import")
    await expectMessage("\(Self.count) events were imported into “choir”")
    let imported = try files()
    XCTAssertEqual(imported.count, Self.count + 1)
    XCTAssertEqual(imported.keys.filter { $0.hasPrefix(".") }, [], "hidden files are left behind")
    let odd = imported.values.count {
      $0.map { String(decoding: $0, as: UTF8.self).contains(Self.oddLine) } ?? false
    }
    XCTAssertEqual(odd, Self.count, "unknown lines are lost")
    await expect("the first event is not shown") { self.block("Imported 0") != nil }
    activate("undo")
    await expect("one undo does not restore the folder") { (try? self.files()) == filesBefore }
    await expect("the first event is still shown") { self.block("Imported 0") == nil }
    activate("redo")
    await expect("one redo does not restore the import") { (try? self.files()) == imported }
    XCTAssertEqual(text(fixture.file)?.contains("Imported"), false, "another calendar was written")
  }

  /// The file has a newer revision of “Review”, which would be updated, and a new event.
  func testUpdatesCanBeLeftOut() async throws {
    try await openChoir()
    let (textBefore, filesBefore) = (text(fixture.file), try files())
    let newer = WindowFixture.event("b", "Review", day: "05", hour: "12")
      .replacing("DTSTAMP:2026", with: "DTSTAMP:2027")
    let file = try write(newer + WindowFixture.event("s", "Seminar", day: "05", hour: "18"))
    try await previewImport(file, into: "choir")
    await expect("the preview says \(labels)") { self.labels.contains("2 are new") }
    let index = try XCTUnwrap(session.calendars.firstIndex { $0.name == "calendar" })
    let buttons = widgets(ofType: gtk_check_button_get_type())
    gtk_check_button_set_active(buttons[index].as(GtkCheckButton.self), 1)
    await expect("the preview says \(labels)") { self.labels.contains("1 is new, 1 will be updated") }
    gtk_check_button_set_active(try checkButton("Update events that have changed"), 0)
    await expectMessage("1 is new, 1 stays as it is")
    try await press("Import")
    await expectMessage("1 event was imported into “calendar”")
    let text = try XCTUnwrap(text(fixture.file))
    XCTAssertTrue(text.contains("SUMMARY:Seminar\r\n"))
    XCTAssertTrue(text.contains("DTSTART:20260105T110000\r\n"), "the event was updated")
    XCTAssertEqual(try files(), filesBefore, "the other calendar was written")
    activate("undo")
    await expect("undo does not restore every byte") { self.text(self.fixture.file) == textBefore }
  }

  func testClosedPreviewImportsNothing() async throws {
    let textBefore = text(fixture.file)
    try await previewImport(
      write(WindowFixture.event("s", "Seminar", day: "05", hour: "18")), into: "calendar")
    keyboard.press("Escape")
    await expect("the preview is still open") { !self.isOpen("Import Events") }
    // Everything is saved before the window has closed.
    await fixture.closeWindow()
    XCTAssertEqual(text(fixture.file), textBefore)
  }

  // MARK: Pasting

  /// Puts text on the clipboard as another program does.
  private func offer(_ text: String) {
    let clipboard = gdk_display_get_clipboard(gdk_display_get_default())
    let bytes = Array(text.utf8)
    let data = g_bytes_new(bytes, gsize(bytes.count))
    let provider = gdk_content_provider_new_for_bytes("text/calendar", data)
    gdk_clipboard_set_content(clipboard, provider)
    g_object_unref(provider)
    g_bytes_unref(data)
  }

  func testSeveralEventsArePreviewedBeforeTheyArePasted() async throws {
    let textBefore = text(fixture.file)
    let others =
      WindowFixture.event("one", "One", day: "06", hour: "16")
      + WindowFixture.event("two", "Two", day: "06", hour: "18")
      + WindowFixture.event("weekly", "Weekly", day: "06", hour: "07").replacing(
        "END:VEVENT", with: "RRULE:FREQ=WEEKLY\r\nEND:VEVENT")
    offer(WindowFixture.calendar(others))
    let heading = "Add 3 Events?"
    activate("paste")
    await expect("nothing is asked: \(labels)") { self.isOpen(heading) }
    XCTAssertEqual(text(fixture.file), textBefore, "it was written before the answer")
    keyboard.press("Escape")
    await expect("the question is still open") { !self.isOpen(heading) }
    XCTAssertEqual(text(fixture.file), textBefore)
    activate("paste")
    await expect("nothing is asked again: \(labels)") { self.isOpen(heading) }
    try await press("Add")
    await expect("not all events are in the file") {
      ["One", "Two", "Weekly"].allSatisfy {
        self.text(self.fixture.file)?.contains("SUMMARY:\($0)\r\n") == true
      }
    }
    activate("undo")
    await expect("undo does not restore every byte") { self.text(self.fixture.file) == textBefore }
  }

  func testInvalidPasteIsRefusedWithItsReason() async throws {
    let textBefore = text(fixture.file)
    let event = "BEGIN:VEVENT\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT\r\n"
    let contents = [
      ("Lunch tomorrow?", "No event to paste"),
      ("BEGIN:VCALENDAR\r\n" + String(repeating: "x", count: 5_000_000), "more than 4 MB"),
      (WindowFixture.calendar(String(repeating: event, count: 501)), "only 500 can be added"),
      (WindowFixture.calendar(""), "no events"),
    ]
    for (content, reason) in contents {
      offer(content)
      activate("paste")
      await expect("“\(reason)” is not shown: \(labels)") {
        self.labels.contains { $0.contains(reason) }
      }
    }
    XCTAssertEqual(text(fixture.file), textBefore)
  }
}
