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
  override class var components: String { WindowFixture.event("a", "Standup", day: "05", hour: "09") }

  /// Returns the visible widgets of a type in all windows.
  private func widgets(ofType type: GType) -> [WidgetPointer] {
    var matches: [WidgetPointer] = []
    func visit(_ widget: WidgetPointer) {
      guard gtk_widget_get_mapped(widget) != 0 else { return }
      if g_type_check_instance_is_a(widget.as(GTypeInstance.self), type) != 0 { matches.append(widget) }
      var child = gtk_widget_get_first_child(widget)
      while let current = child {
        visit(current)
        child = gtk_widget_get_next_sibling(current)
      }
    }
    let windows = gtk_window_get_toplevels()
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let window = g_list_model_get_item(windows, index) else { continue }
      visit(window.assumingMemoryBound(to: GtkWidget.self))
      g_object_unref(window)
    }
    return matches
  }

  private func widgets(labeled label: String) -> [WidgetPointer] {
    widgets(ofType: gtk_button_get_type()).filter {
      gtk_button_get_label($0.as(GtkButton.self)).map { String(cString: $0) } == label
    }
  }

  private var labels: [String] {
    widgets(ofType: gtk_label_get_type()).map { String(cString: gtk_label_get_text($0.opaque)) }
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

  /// The program has to terminate while its window is being closed with a change that cannot be saved.
  func testTerminationDoesNotAskAboutUnsavedChanges() async throws {
    let (window, list) = (fixture.window, fixture.list)
    try FileManager.default.removeItem(at: fixture.folder)
    list.delete(try XCTUnwrap(list.events.first))
    window.close()
    window.closing.terminate()
    let isClosed = await fixture.wait { self.fixture.isClosed }
    XCTAssertTrue(isClosed, "the window is still open")
    XCTAssertFalse(window.dialogs.hasOpenAlert, "a question is open")
  }
}
