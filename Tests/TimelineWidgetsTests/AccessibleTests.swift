import CGtk
import GtkSupport
import WidgetTestSupport
import XCTest

/// The states and names exposed to assistive technology, regardless of the GTK version.
@MainActor
final class AccessibleTests: WidgetTestCase {
  func testAccessibleHiddenStateIsKeptWhenAWidgetIsShown() async {
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let (hiddenLabel, shownLabel) = (nonNull(gtk_label_new("hidden")), nonNull(gtk_label_new("shown")))
    for label in [hiddenLabel, shownLabel] {
      Accessible.setHidden(label, true)
      gtk_box_append(box.as(GtkBox.self), label)
    }
    Accessible.setHidden(shownLabel, false)
    let testWindow = TestWindow(box)
    for _ in 0..<2 {
      testWindow.waitForFrame()
      XCTAssertNil(accessibleDifference(hiddenLabel, GTK_ACCESSIBLE_STATE_HIDDEN, from: true))
      XCTAssertNil(accessibleDifference(shownLabel, GTK_ACCESSIBLE_STATE_HIDDEN, from: false))
      gtk_widget_set_child_visible(box, 0)
      gtk_widget_set_child_visible(box, 1)
    }
  }

  func testMenuRowsAreNamedByTheirText() async throws {
    let (menu, submenu) = (nonNull(g_menu_new()), nonNull(g_menu_new()))
    g_menu_append(submenu, "Later", nil)
    g_menu_append(menu, "_Open", nil)
    g_menu_append_submenu(menu, "Move", submenu.as(GMenuModel.self))
    let button = nonNull(gtk_menu_button_new())
    gtk_menu_button_set_menu_model(button.opaque, menu.as(GMenuModel.self))
    for model in [menu, submenu] { g_object_unref(UnsafeMutableRawPointer(model)) }
    let testWindow = TestWindow(button)
    Accessible.nameRows(ofMenuIn: button, named: "Menu")
    let popover = try XCTUnwrap(gtk_menu_button_get_popover(button.opaque)).opaque.widget
    let rows = rows(in: popover)
    let texts = rows.map { stringProperty($0.opaque, "text") }
    XCTAssertTrue(Set(texts).isSuperset(of: ["Open", "Move", "Later"]), "\(texts)")
    for (row, text) in zip(rows, texts) {
      XCTAssertNil(accessibleDifference(row, GTK_ACCESSIBLE_PROPERTY_LABEL, from: text))
    }
    testWindow.waitForFrame()
  }

  private func rows(in widget: WidgetPointer) -> [WidgetPointer] {
    let isRow =
      g_type_check_instance_is_a(widget.as(GTypeInstance.self), g_type_from_name("GtkModelButton")) != 0
    var menuRows = isRow ? [widget] : []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      menuRows += rows(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return menuRows
  }
}
