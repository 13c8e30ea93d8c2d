import CGtk
import CalendarStore
import CalendarText
import GtkSupport

/// A search field above a list of the time zones that match the search.
///
/// It is not in a popover, because a compositor may refuse to open a popover after a tap.
@MainActor
final class ZoneList {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  /// Called with the name of the chosen zone; empty for none.
  var onChoose: (String) -> Void = { _ in }
  /// Called when the user presses Escape in the search field.
  var onCancel: () -> Void = {}

  private let searchEntry = nonNull(gtk_search_entry_new())
  private let pages = nonNull(gtk_stack_new())
  private let list: WidgetPointer
  private let selection = nonNull(gtk_single_selection_new(nil))
  private let reference: ObjectReference
  private let phrases: Phrases
  private let noneLabel: String
  private let chosen: String
  /// All zones: the chosen one, likely ones, and the system's other zones, in that order.
  private let zones: [String]
  /// The zones in the list. An empty string means "none".
  private var matches: [String] = []

  /// - Parameters:
  ///   - chosen: the name of the chosen zone; empty for none.
  ///   - suggested: the names of likely zones, which are listed after the chosen one.
  ///   - noneLabel: the label for no zone.
  init(chosen: String, suggested: [String] = [], noneLabel: String, phrases: Phrases) {
    (self.chosen, self.noneLabel, self.phrases) = (chosen, noneLabel, phrases)
    var zones: [String] = []
    for zone in [chosen] + suggested where !zone.isEmpty && !zones.contains(zone) { zones.append(zone) }
    let preferredZones = zones
    self.zones = zones + SystemZones.shared.names.filter { !preferredZones.contains($0) }
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    let factory = nonNull(gtk_signal_list_item_factory_new())
    // The list view takes ownership of the selection and the factory.
    list = nonNull(gtk_list_view_new(selection, factory))
    reference = ObjectReference(gtkWidget.opaque)
    onObjectSignal(factory, "setup") { item in item.map { ZoneRow.setUp(OpaquePointer($0)) } }
    onObjectSignal(factory, "bind") { [weak self] item in
      guard let self, let item = item.map(OpaquePointer.init) else { return }
      let zone = self.matches[Int(gtk_list_item_get_position(item))]
      ZoneRow.bind(self.label(for: zone), isChosen: zone == self.chosen, in: item)
    }
    build()
    fill()
  }

  private func build() {
    let t = phrases.translator
    setProperty(searchEntry.opaque, "placeholder-text", t.tr("Find a time zone"))
    Accessible.setLabel(searchEntry, t.tr("Find a time zone"))
    Accessible.setLabel(list, t.tr("Time zones"))
    gtk_list_view_set_single_click_activate(list.opaque, 1)
    let scrolled = nonNull(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolled.opaque, list)
    gtk_widget_set_vexpand(scrolled, 1)
    let noMatches = nonNull(gtk_label_new(t.tr("No matching time zones")))
    gtk_label_set_wrap(noMatches.opaque, 1)
    gtk_label_set_justify(noMatches.opaque, GTK_JUSTIFY_CENTER)
    gtk_widget_add_css_class(noMatches, "dim-label")
    for (page, name) in [(scrolled, "found"), (noMatches, "nothing")] {
      gtk_stack_add_named(pages.opaque, page, name)
    }
    for child in [searchEntry, pages] { gtk_box_append(gtkWidget.as(GtkBox.self), child) }
    gtk_widget_add_css_class(gtkWidget, "zones")
    gtk_search_entry_set_key_capture_widget(searchEntry.opaque, list)
    onSignal(searchEntry.opaque, "changed") { [weak self] in self?.fill() }
    onSignal(searchEntry.opaque, "activate") { [weak self] in self?.chooseFirstMatch() }
    onSignal(searchEntry.opaque, "stop-search") { [weak self] in self?.onCancel() }
    onSignal(list.opaque, "activate", index: { [weak self] in self?.choose(at: $0) })
  }

  /// Focuses the search field.
  func takeFocus() { gtk_widget_grab_focus(searchEntry) }

  private func label(for zone: String) -> String { zone.isEmpty ? noneLabel : phrases.zone(zone) }

  private var searchText: String { String(cString: gtk_editable_get_text(searchEntry.opaque)) }

  /// Fills the list with the matches. "None" is listed only while the search field is empty.
  private func fill() {
    matches = (searchText.isEmpty ? [""] : []) + phrases.zones(zones, matching: searchText)
    // The rows are added before the model is set, so that the list is notified only once.
    let rows = nonNull(gtk_string_list_new(nil))
    defer { g_object_unref(UnsafeMutableRawPointer(rows)) }
    for zone in matches { gtk_string_list_append(rows, zone) }
    gtk_single_selection_set_model(selection, rows)
    gtk_stack_set_visible_child_name(pages.opaque, matches.isEmpty ? "nothing" : "found")
  }

  private func choose(at index: Int) { if matches.indices.contains(index) { onChoose(matches[index]) } }

  /// Chooses the first match. Called when the user presses Enter.
  private func chooseFirstMatch() {
    if !searchText.isEmpty { choose(at: 0) }
  }
}

/// A row of the list, with the zone's name and a check mark if it is the chosen one.
@MainActor
private enum ZoneRow {
  static func setUp(_ item: OpaquePointer) {
    let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    let label = nonNull(gtk_label_new(nil))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, 1)
    let checkMark = nonNull(gtk_image_new_from_icon_name("object-select-symbolic"))
    for widget in [label, checkMark] { gtk_box_append(row.as(GtkBox.self), widget) }
    gtk_list_item_set_child(item, row)
  }

  static func bind(_ text: String, isChosen: Bool, in item: OpaquePointer) {
    guard let row = gtk_list_item_get_child(item), let label = gtk_widget_get_first_child(row),
      let checkMark = gtk_widget_get_last_child(row)
    else { return }
    gtk_label_set_text(label.opaque, text)
    gtk_widget_set_visible(checkMark, isChosen.gboolean)
    // The list view's own row widget gets the focus, but has no accessible name by default.
    gtk_widget_get_parent(row).map { Accessible.setLabel($0, text) }
  }
}
