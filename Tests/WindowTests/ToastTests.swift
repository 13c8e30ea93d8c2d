import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineWidgets
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan

/// Toasts in the window, and the changes that their buttons undo.
@MainActor
final class ToastTests: WindowTestCase {
  override class var components: String { WindowFixture.event("a", "Standup", day: "05", hour: "09") }

  /// The button of the visible toast; nil if there is none.
  private var button: WidgetPointer? {
    func find(in widget: WidgetPointer) -> WidgetPointer? {
      if gtk_widget_get_mapped(widget) != 0,
        g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_actionable_get_type()) != 0,
        gtk_actionable_get_action_name(widget.opaque).map({ String(cString: $0) }) == "win.undo-change"
      {
        return widget
      }
      var child = gtk_widget_get_first_child(widget)
      while let current = child {
        if let button = find(in: current) { return button }
        child = gtk_widget_get_next_sibling(current)
      }
      return nil
    }
    return find(in: fixture.window.toasts.overlay)
  }

  /// When the focused widget is hidden, GTK moves the focus as if Tab had been pressed.
  func testToastNeverTakesTheFocus() async throws {
    let window = fixture.window.gtkWidget
    fixture.window.view.delete(try XCTUnwrap(fixture.list.events.first))
    let isShown = await fixture.wait { self.button != nil }
    XCTAssertTrue(isShown, "there is no toast")
    let button = try XCTUnwrap(button)
    for _ in 0..<40 {
      gtk_widget_child_focus(window, GTK_DIR_TAB_FORWARD)
      XCTAssertEqual(gtk_widget_is_focus(button), 0, "the button of the toast has the focus")
    }
    XCTAssertEqual(gtk_widget_grab_focus(button), 0)
    XCTAssertNotEqual(gtk_widget_get_mapped(button), 0, "the toast disappeared too soon")
  }

  func testUndoOfAToastUndoesTheChangeEvenWhileTextIsTyped() async throws {
    let (window, list) = (fixture.window, fixture.list)
    gtk_widget_activate_action_variant(window.gtkWidget, "win.search", nil)
    let isTyping = await fixture.wait { FocusedText.find(in: window.gtkWidget) != nil }
    XCTAssertTrue(isTyping, "the search field does not have the focus")
    fixture.window.view.delete(try XCTUnwrap(list.events.first))
    let isShown = await fixture.wait { self.button != nil }
    XCTAssertTrue(isShown, "there is no toast")
    gtk_widget_activate(try XCTUnwrap(button))
    let isUndone = await fixture.wait { list.titles == ["Standup"] }
    XCTAssertTrue(isUndone, "the view shows \(list.titles)")
  }

  func testToastEndsWhenAnotherChangeWouldBeUndone() async throws {
    let (window, list, session) = (fixture.window, fixture.list, fixture.window.session)
    // The toast does not disappear by itself.
    window.preferences[Preferences.holdToDrag] = true
    defer { window.preferences[Preferences.holdToDrag] = false }
    fixture.window.view.callbacks.onEdit(try XCTUnwrap(list.events.first))
    window.toasts.showToast("3 events were imported", button: .undo)
    let isShown = await fixture.wait { self.button != nil }
    XCTAssertTrue(isShown, "there is no toast")
    session.applyInEditor([.location("Room 2")])
    let hasEnded = await fixture.wait { self.button == nil }
    XCTAssertTrue(hasEnded, "the toast still offers to undo the import")
  }

  func testToastEndsWhenALaterChangeHasBegun() async throws {
    let (window, list) = (fixture.window, fixture.list)
    window.preferences[Preferences.holdToDrag] = true
    defer { window.preferences[Preferences.holdToDrag] = false }
    fixture.window.view.delete(try XCTUnwrap(list.events.first))
    let isShown = await fixture.wait { self.button != nil }
    XCTAssertTrue(isShown, "there is no toast")
    fixture.window.view.callbacks.onUnsavedChange()
    let hasEnded = await fixture.wait { self.button == nil }
    XCTAssertTrue(hasEnded, "the toast would undo the later change")
    XCTAssertTrue(window.session.canUndo)
  }

  func testUndoAndRedoAreBesideEachOtherInTheMenu() async throws {
    let menu = MainMenu(fixture.window.session.phrases, popoverGate: PopoverGate()) { [] }
    let testWindow = TestWindow(menu.gtkWidget, width: 100, height: 100)
    gtk_menu_button_popup(OpaquePointer(menu.gtkWidget))
    var actions: [String] = []
    func collect(_ model: UnsafeMutablePointer<GMenuModel>) {
      for index in 0..<g_menu_model_get_n_items(model) {
        if let value = g_menu_model_get_item_attribute_value(model, index, "action", nil) {
          actions.append(String(cString: g_variant_get_string(value, nil)))
          g_variant_unref(value)
        }
        if let section = g_menu_model_get_item_link(model, index, "section") {
          collect(section)
          g_object_unref(UnsafeMutableRawPointer(section))
        }
      }
    }
    collect(try XCTUnwrap(gtk_menu_button_get_menu_model(OpaquePointer(menu.gtkWidget))))
    let undo = try XCTUnwrap(actions.firstIndex(of: "win.undo"))
    XCTAssertEqual(actions[undo + 1], "win.redo")
    testWindow.close()
  }
}
