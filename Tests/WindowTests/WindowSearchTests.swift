import CGtk
import GtkSupport
import XCTest

@testable import Handspan

/// Keys pressed in the search field before there are results.
@MainActor
final class WindowSearchTests: WindowTestCase {
  override class var components: String { WindowFixture.event("a", "Standup", day: "05", hour: "09") }

  private func firstWidget(ofType type: GType, in widget: WidgetPointer) -> WidgetPointer? {
    if g_type_check_instance_is_a(widget.as(GTypeInstance.self), type) != 0 { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let part = child {
      if let match = firstWidget(ofType: type, in: part) { return match }
      child = gtk_widget_get_next_sibling(part)
    }
    return nil
  }

  /// Emits a signal of the search field, as pressing a key does.
  private func emit(_ name: String, on entry: WidgetPointer) {
    var value = GValue()
    g_value_init(&value, gtk_search_entry_get_type())
    g_value_set_object(&value, UnsafeMutableRawPointer(entry))
    g_signal_emitv(&value, g_signal_lookup(name, gtk_search_entry_get_type()), 0, nil)
    g_value_unset(&value)
  }

  func testEnterInAClosedSearchDoesNotCloseTheNextOne() async throws {
    let search = fixture.window.search
    search.toggle()
    let entry = try XCTUnwrap(firstWidget(ofType: gtk_search_entry_get_type(), in: search.gtkWidget))
    gtk_editable_set_text(entry.opaque, "standup")
    emit("activate", on: entry)
    XCTAssertTrue(search.isOpen, "the results are known already")
    emit("stop-search", on: entry)
    XCTAssertFalse(search.isOpen)
    search.toggle()
    let list = try XCTUnwrap(firstWidget(ofType: gtk_list_view_get_type(), in: search.gtkWidget))
    let isDone = await fixture.wait { !search.isOpen || gtk_widget_get_mapped(list) != 0 }
    XCTAssertTrue(isDone, "there are no results")
    XCTAssertTrue(search.isOpen, "the search has closed")
  }
}
