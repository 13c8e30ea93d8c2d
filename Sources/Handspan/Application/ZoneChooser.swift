import CGtk
import CalendarStore
import GtkSupport

/// A choice among the system's time zones, or none, that is searched by typing.
@MainActor
struct ZoneChooser {
  /// The drop-down.
  let pointer: WidgetPointer
  private let zones: [String]

  /// - Parameters:
  ///   - chosen: the zone's name; empty for none.
  ///   - none: what it is called to choose no zone.
  ///   - name: what the choice is of, for assistive technology; nil if a label beside it says so.
  init(chosen: String, none: String, name: String?) {
    var zones = SystemZones.shared.names
    if !chosen.isEmpty, !zones.contains(chosen) { zones.append(chosen) }
    let list = created(gtk_string_list_new(nil))
    gtk_string_list_append(list, none)
    // As people write them: "America/New York".
    for zone in zones { gtk_string_list_append(list, String(zone.map { $0 == "_" ? " " : $0 })) }
    let text = created(gtk_property_expression_new(gtk_string_object_get_type(), nil, "string"))
    // The drop-down takes list and expression over.
    let choice = created(gtk_drop_down_new(list, text))
    gtk_drop_down_set_enable_search(OpaquePointer(choice), 1)
    if let name { Accessible.setLabel(choice, name) }
    pointer = choice
    self.zones = zones
    choose(chosen)
    focusSearchWhenOpened()
  }

  /// GTK gives the focus to the first zone of all, where typing finds nothing, keeps what was typed the last time, and
  /// leaves the list open at Escape.
  private func focusSearchWhenOpened() {
    var child = gtk_widget_get_first_child(pointer)
    while let current = child {
      child = gtk_widget_get_next_sibling(current)
      guard g_type_check_instance_is_a(current.as(GTypeInstance.self), gtk_popover_get_type()) != 0,
        let search = ZoneChooser.searchEntry(in: current)
      else { continue }
      onSignal(search.opaque, "stop-search") { gtk_popover_popdown(current.as(GtkPopover.self)) }
      onSignal(current.opaque, "show") {
        gtk_editable_set_text(search.opaque, "")
        // The list may be gone by then.
        let kept = ObjectReference(search.opaque)
        afterMilliseconds(0) {
          gtk_widget_grab_focus(kept.pointer.opaque.widget)
          return false
        }
      }
    }
  }

  private static func searchEntry(in widget: WidgetPointer) -> WidgetPointer? {
    if g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_search_entry_get_type()) != 0 {
      return widget
    }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let found = searchEntry(in: current) { return found }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  /// Shows a zone as the chosen one; empty for none. One that the list does not have is passed over.
  func choose(_ zone: String) {
    guard let index = zone.isEmpty ? 0 : zones.firstIndex(of: zone).map({ $0 + 1 }) else { return }
    if gtk_drop_down_get_selected(OpaquePointer(pointer)) != guint(index) {
      gtk_drop_down_set_selected(OpaquePointer(pointer), guint(index))
    }
  }

  /// Calls back with the zone's name when another one is chosen; empty for none.
  func onChoose(_ handler: @escaping @MainActor (String) -> Void) {
    let (zones, choice) = (zones, pointer)
    onNotify(choice.opaque, "selected") {
      let selected = Int(gtk_drop_down_get_selected(OpaquePointer(choice)))
      guard selected <= zones.count else { return }
      handler(selected == 0 ? "" : zones[selected - 1])
    }
  }
}
