import CGtk
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import Handspan

/// Widths and positions in a window that is narrow or low.
@MainActor
final class NarrowWindowTests: TimelineWindowTestCase {
  private func minimumWidth(of widget: WidgetPointer) -> Int32 {
    var minimum: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
    return minimum
  }

  /// The contents of the windows, without the shadow around them.
  private var contents: [WidgetPointer] {
    var contents: [WidgetPointer] = []
    let windows = gtk_window_get_toplevels()
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let item = g_list_model_get_item(windows, index) else { continue }
      defer { g_object_unref(item) }
      let widget = item.assumingMemoryBound(to: GtkWidget.self)
      if gtk_widget_get_mapped(widget) != 0, let child = gtk_widget_get_first_child(widget) {
        contents.append(child)
      }
    }
    return contents
  }

  func testWindowsCanBe320PixelsWide() async throws {
    gtk_window_set_default_size(window.gtkWidget.as(GtkWindow.self), 320, 600)
    let isNarrow = await fixture.wait { gtk_widget_get_width(self.window.gtkWidget) == 320 }
    XCTAssertTrue(isNarrow, "the window is \(gtk_widget_get_width(window.gtkWidget)) px wide")
    for command in ["shortcuts", "preferences"] {
      let count = contents.count
      gtk_widget_activate_action_variant(window.gtkWidget, "win." + command, nil)
      let isOpen = await fixture.wait { self.contents.count > count }
      XCTAssertTrue(isOpen, "\(command) did not open")
      for child in contents { XCTAssertLessThanOrEqual(minimumWidth(of: child), 320, command) }
      keyboard.press("Escape")
      await settle()
    }
  }

  /// With large text, the list of calendars begins below the lower edge of the sidebar.
  func testFocusedCalendarIsInSightWhenTheSidebarOpens() async throws {
    gtk_window_set_default_size(window.gtkWidget.as(GtkWindow.self), 360, 360)
    let isLow = await fixture.wait { gtk_widget_get_height(self.window.gtkWidget) == 360 }
    XCTAssertTrue(isLow, "the window is \(gtk_widget_get_height(window.gtkWidget)) px high")
    gtk_widget_activate_action_variant(window.gtkWidget, "win.sidebar", nil)
    let isFocused = await fixture.wait { self.focusedRow != nil }
    XCTAssertTrue(isFocused, focusName)
    let isInSight = await fixture.wait {
      guard let row = self.focusedRow, let sidebar = self.window.sidebar.contents?.gtkWidget else {
        return false
      }
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(row, sidebar, &bounds) != 0 else { return false }
      return bounds.origin.y >= 0
        && bounds.origin.y + bounds.size.height <= Float(gtk_widget_get_height(sidebar)) + 1
    }
    XCTAssertTrue(isInSight, "the focused calendar is out of sight")
  }

  private var focusedRow: WidgetPointer? {
    window.sidebar.contents?.rows.first { $0.hasFocus }?.gtkWidget
  }
}
