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
