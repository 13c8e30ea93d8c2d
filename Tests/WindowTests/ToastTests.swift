import CGtk
import GtkSupport
import XCTest

@testable import Handspan

/// Toasts in the window.
@MainActor
final class ToastTests: WindowTestCase {
  override class var components: String { WindowFixture.event("a", "Standup", day: "05", hour: "09") }

  /// The button of the visible toast; nil if there is none.
  private var button: WidgetPointer? {
    func find(in widget: WidgetPointer) -> WidgetPointer? {
      if gtk_widget_get_mapped(widget) != 0,
        g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_actionable_get_type()) != 0,
        gtk_actionable_get_action_name(widget.opaque).map({ String(cString: $0) }) == "win.undo"
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
    fixture.list.delete(try XCTUnwrap(fixture.list.events.first))
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
}
