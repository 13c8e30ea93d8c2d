import CGtk
import CalendarModel
import CalendarSession
import FoundationEssentials
import GtkSupport
import XCTest

@testable import Handspan

/// What the dialogs of a window show, and when they are not shown.
@MainActor
final class WindowDialogsTests: WindowTestCase {
  private static let organizer = "ORGANIZER:mailto:ann@example.com\r\n"
  override class var components: String {
    WindowFixture.event("a", "Standup", day: "05", hour: "09")
      .replacing("SUMMARY", with: organizer + "SUMMARY")
  }

  private func openCancellation() async throws -> WidgetPointer {
    let message = """
      METHOD:CANCEL\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260102T000000Z\r\nSEQUENCE:1\r
      \(Self.organizer)END:VEVENT\r\n
      """
    let file = try WindowFixture.write(message, in: fixture.folder, named: "cancel.ics")
    fixture.window.importExport.importFiles([file.path])
    let isShown = await fixture.wait { self.labels.contains("1 will be updated") }
    XCTAssertTrue(isShown, "the dialog shows \(labels)")
    let buttons = widgets(ofType: gtk_check_button_get_type()).filter {
      gtk_check_button_get_label($0.as(GtkCheckButton.self)).map { String(cString: $0) }
        == "Remove events that are canceled"
    }
    return try XCTUnwrap(buttons.first)
  }

  private func importFromDialog() async throws {
    gtk_widget_activate(try XCTUnwrap(widgets(labeled: "Import").last))
    let isClosed = await fixture.wait { !self.fixture.window.dialogs.hasOpenAlert }
    XCTAssertTrue(isClosed, "the dialog is still open")
  }

  private var text: String { (try? String(contentsOf: fixture.file, encoding: .utf8)) ?? "" }

  func testCanceledEventStaysAndIsMarkedByDefault() async throws {
    let button = try await openCancellation()
    XCTAssertEqual(gtk_check_button_get_active(button.as(GtkCheckButton.self)), 0)
    try await importFromDialog()
    let isMarked = await fixture.wait { self.text.contains("STATUS:CANCELLED") }
    XCTAssertTrue(isMarked, text)
  }

  func testCanceledEventIsRemovedOnRequestAndCanBeRestored() async throws {
    let button = try await openCancellation()
    gtk_check_button_set_active(button.as(GtkCheckButton.self), 1)
    XCTAssertTrue(labels.contains("1 will be removed"), "the dialog shows \(labels)")
    try await importFromDialog()
    let isRemoved = await fixture.wait { !self.text.contains("UID:a") }
    XCTAssertTrue(isRemoved, text)
    let isToldAbout = await fixture.wait { self.labels.contains { $0.hasPrefix("1 event was removed") } }
    XCTAssertTrue(isToldAbout, "the window shows \(labels)")
    gtk_widget_activate_action_variant(fixture.window.gtkWidget, "win.undo", nil)
    let isRestored = await fixture.wait { self.text.contains("SUMMARY:Standup") }
    XCTAssertTrue(isRestored, text)
    XCTAssertFalse(text.contains("CANCELLED"))
  }

  func testImportDialogSaysThatTextWasConverted() async throws {
    let file = fixture.folder.appendingPathComponent("latin1.ics")
    let lines = WindowFixture.event("b", "Caf\u{e9}", day: "05", hour: "11")
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\n\(lines)END:VCALENDAR\r\n"
    try XCTUnwrap(text.data(using: .isoLatin1)).write(to: file)
    fixture.window.importExport.importFiles([file.path])
    let sentence = "The text of “latin1.ics” was converted, because it is not in UTF-8."
    let isShown = await fixture.wait { self.labels.contains { $0.contains(sentence) } }
    XCTAssertTrue(isShown, "the dialog shows \(labels)")
  }

  /// The chosen calendar is closed while the dialog is open, so an import into that calendar cannot be planned.
  func testImportDialogSaysWhyItCannotImportIntoAChosenCalendar() async throws {
    let (window, session) = (fixture.window, fixture.window.session)
    let choir = try WindowFixture.write("", in: fixture.folder, named: "choir.ics")
    window.calendarOpening.open(OpenRequest(paths: [choir.path]))
    // The list may also contain missing calendars from earlier tests.
    let isOpen = await fixture.wait { session.calendars.contains { $0.id.key == choir.path } }
    XCTAssertTrue(isOpen, "the other calendar is not open")
    let targetIndex = session.calendars.firstIndex { $0.id.key == self.fixture.file.path }
    let otherIndex = try XCTUnwrap(session.calendars.firstIndex { $0.id.key == choir.path })
    let otherCalendar = session.calendars[otherIndex]
    let file = try WindowFixture.write(
      WindowFixture.event("b", "Review", day: "05", hour: "11"), in: fixture.folder, named: "new.ics")
    window.importExport.importFiles([file.path])
    let isPlanned = await fixture.wait { self.labels.contains("1 is new") }
    XCTAssertTrue(isPlanned, "the dialog shows \(labels)")
    window.calendarOpening.close(otherCalendar.id)
    let isClosed = await fixture.wait { !session.calendars.contains { $0.id == otherCalendar.id } }
    XCTAssertTrue(isClosed, "the other calendar is still open")
    let buttons = widgets(ofType: gtk_check_button_get_type())
    gtk_check_button_set_active(buttons[otherIndex].as(GtkCheckButton.self), 1)
    let isExplained = await fixture.wait { self.labels.contains { $0.hasPrefix("Nothing was imported. ") } }
    XCTAssertTrue(isExplained, "the dialog shows \(labels)")
    XCTAssertFalse(labels.contains("Comparing…"))
    gtk_check_button_set_active(buttons[try XCTUnwrap(targetIndex)].as(GtkCheckButton.self), 1)
    let isPlannedAgain = await fixture.wait { self.labels.contains("1 is new") }
    XCTAssertTrue(isPlannedAgain, "the dialog shows \(labels)")
  }

  func testAlertsAboutLinksWaitForTheOpenAlert() async throws {
    let window = fixture.window
    window.dialogs.showMessage("Another alert", "")
    for link in ["webcal://one.example/a", "webcal://two.example/b"] {
      window.subscriptions.ask(aboutLink: link)
    }
    // Without a backend for subscriptions, no link can be opened.
    var buttonsOfEarlierAlerts: [ObjectReference] = []
    for heading in ["Another alert", "The Link Cannot Be Opened", "The Link Cannot Be Opened"] {
      let isShown = await fixture.wait {
        let buttons = self.widgets(labeled: "Close")
        return self.labels.contains(heading) && buttons.count == 1
          && !buttonsOfEarlierAlerts.contains { $0.pointer == UnsafeMutableRawPointer(buttons[0]) }
      }
      XCTAssertTrue(isShown, "the windows show \(labels)")
      let button = try XCTUnwrap(widgets(labeled: "Close").first)
      buttonsOfEarlierAlerts.append(ObjectReference(button.opaque))
      gtk_widget_activate(button)
    }
    let areClosed = await fixture.wait { !window.dialogs.hasOpenAlert }
    XCTAssertTrue(areClosed, "the windows show \(labels)")
  }

  /// libadwaita 1.5 and newer give the last button the focus if no button is the default.
  func testEnterConfirmsNothingInAnAlertWithoutADefaultButton() async throws {
    let dialogs = fixture.window.dialogs
    let alert = dialogs.makeAlert("Destroy everything?", "It cannot be undone.")
    alert.add("cancel", "Cancel")
    alert.add("destroy", "Destroy", ADW_RESPONSE_DESTRUCTIVE)
    alert.setResponses(onClose: "cancel")
    var response: String?
    dialogs.ask(alert) { response = $0 }
    let isFocused = await fixture.wait {
      guard let button = self.widgets(labeled: "Cancel").first else { return false }
      return gtk_root_get_focus(gtk_widget_get_root(button)) == button
    }
    XCTAssertTrue(isFocused, "the focus is not on “Cancel”")
    gtk_widget_activate(try XCTUnwrap(widgets(labeled: "Cancel").first))
    let isAnswered = await fixture.wait { response != nil }
    XCTAssertTrue(isAnswered && response == "cancel", "the response is \(response ?? "missing")")
  }

  /// The program has to terminate while its window is being closed with a change that cannot be saved.
  func testTerminationDoesNotAskAboutUnsavedChanges() async throws {
    let (window, list) = (fixture.window, fixture.list)
    try FileManager.default.removeItem(at: fixture.folder)
    fixture.window.view.delete(try XCTUnwrap(list.events.first))
    window.close()
    window.closing.terminate()
    let isClosed = await fixture.wait { self.fixture.isClosed }
    XCTAssertTrue(isClosed, "the window is still open")
    XCTAssertFalse(window.dialogs.hasOpenAlert, "a question is open")
  }
}
