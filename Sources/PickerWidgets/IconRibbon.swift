import CGtk
import CalendarText
import GtkSupport
import TimelinePainting

/// A row of emoji for an event's mood or kind, starting with "no icon", and a field to search them by name.
///
/// If the event has an icon that is not offered here, it is kept and shown right after "no icon".
@MainActor
package final class IconRibbon {
  /// The field and the row.
  package let pointer: WidgetPointer
  /// Called when the row has come to rest on another icon; nil for none.
  package var onCommit: (Character?) -> Void = { _ in }

  /// The selected icon; nil for none.
  package private(set) var icon: Character?
  private let ribbon: CaptionedRibbon
  let search = created(gtk_search_entry_new())
  private let phrases: Phrases
  private let noMatches = created(gtk_label_new(nil))
  private let reference: ObjectReference
  /// The icons on the row after "no icon", filtered by the search.
  private(set) var icons: [NamedIcon] = []

  package init(phrases: Phrases, icon: Character? = nil) {
    self.phrases = phrases
    self.icon = icon
    let translator = phrases.translator
    ribbon = CaptionedRibbon(
      phrases: phrases, name: translator.tr("Icon"), items: PickerItems(strings: [""]), selected: 0)
    pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    reference = ObjectReference(pointer.opaque)
    setProperty(search.opaque, "placeholder-text", translator.tr("Find an icon"))
    Accessible.setLabel(search, translator.tr("Find an icon"))
    gtk_label_set_text(noMatches.opaque, translator.tr("No matching icons"))
    gtk_widget_add_css_class(noMatches, "dim-label")
    gtk_widget_set_visible(noMatches, 0)
    for part in [search, ribbon.pointer, noMatches] { gtk_box_append(pointer.as(GtkBox.self), part) }
    picker.onCommit = { [weak self] in self?.picked($0) }
    onSignal(search.opaque, "search-changed") { [weak self] in self?.searched() }
    onSignal(search.opaque, "activate") { [weak self] in self?.pickFirstFound() }
    fill()
  }

  /// Shows an icon. While the row moves, this is delayed until it rests, and dropped if another one was
  /// picked by then.
  package func select(_ icon: Character?) {
    picker.whenAtRest { [weak self] in
      guard let self, icon != self.icon else { return }
      self.icon = icon
      self.fill()
    }
  }

  /// Focuses the search.
  package func takeFocus() { gtk_widget_grab_focus(search) }

  /// Comes to rest and commits immediately, because the surrounding window is about to close.
  package func finish() { picker.finish() }

  var picker: ListPicker { ribbon.picker }

  private func picked(_ item: Int) {
    icon = item == 0 ? nil : icons[item - 1].icon
    onCommit(icon)
  }

  // MARK: Search

  private var typed: String { String(cString: gtk_editable_get_text(search.opaque)) }

  private func searched() {
    // An item that was picked just before is committed first.
    finish()
    fill()
  }

  /// Fills the row with the search results, and the icon that the event has.
  private func fill() {
    icons = phrases.icons(matching: typed)
    gtk_widget_set_visible(noMatches, icons.isEmpty.gboolean)
    if let icon, !icons.contains(where: { $0.icon == icon }) {
      icons.insert(NamedIcon(icon: icon, name: phrases.name(of: icon)), at: 0)
    }
    let (icons, none) = (icons, phrases.translator.tr("No icon"))
    let items = PickerItems(
      count: icons.count + 1,
      painter: { $0 == 0 ? NoneItemPainter() as any PickerItemPainter : IconItemPainter(icons[$0 - 1].icon) },
      name: { $0 == 0 ? none : icons[$0 - 1].name })
    ribbon.setItems(items, selected: icons.firstIndex { $0.icon == icon }.map { $0 + 1 } ?? 0)
  }

  /// Picks the first search result, on Enter.
  func pickFirstFound() {
    guard !typed.isEmpty, let found = phrases.icons(matching: typed).first,
      let item = icons.firstIndex(of: found)
    else { return }
    picker.go(to: item + 1)
  }
}
