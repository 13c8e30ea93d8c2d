import CGtk
import CalendarText
import GtkSupport
import TimelinePainting

/// A row of emoji for an event's mood or kind, "no icon" first, and a field that finds one by its name.
///
/// An icon that the event has but that is not offered here stands right after "no icon", and is kept.
@MainActor
package final class IconRibbon {
  /// The field and the row.
  package let pointer: WidgetPointer
  /// Called with the icon on which the row has come to rest, if it is another one; nil for none.
  package var onCommit: (Character?) -> Void = { _ in }

  /// The icon that is picked; nil for none.
  package private(set) var icon: Character?
  private let ribbon: CaptionedRibbon
  let search = created(gtk_search_entry_new())
  private let phrases: Phrases
  private let nothing = created(gtk_label_new(nil))
  private let reference: ObjectReference
  /// What is on the row after "no icon", as far as the search goes.
  private(set) var icons: [NamedIcon] = []

  package init(phrases: Phrases, icon: Character? = nil) {
    self.phrases = phrases
    self.icon = icon
    let translator = phrases.translator
    ribbon = CaptionedRibbon(
      phrases: phrases, name: translator.tr("Icon"), items: PickerItems(words: [""]), selected: 0)
    pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    reference = ObjectReference(pointer.opaque)
    setProperty(search.opaque, "placeholder-text", translator.tr("Find an icon"))
    Accessible.setLabel(search, translator.tr("Find an icon"))
    gtk_label_set_text(nothing.opaque, translator.tr("No matching icons"))
    gtk_widget_add_css_class(nothing, "dim-label")
    gtk_widget_set_visible(nothing, 0)
    for part in [search, ribbon.pointer, nothing] { gtk_box_append(pointer.as(GtkBox.self), part) }
    picker.onCommit = { [weak self] in self?.picked($0) }
    onSignal(search.opaque, "search-changed") { [weak self] in self?.searched() }
    onSignal(search.opaque, "activate") { [weak self] in self?.pickFirstFound() }
    fill()
  }

  /// Shows an icon; while the row moves, once it rests, unless another was picked by then.
  package func select(_ icon: Character?) {
    picker.whenAtRest { [weak self] in
      guard let self, icon != self.icon else { return }
      self.icon = icon
      self.fill()
    }
  }

  /// Comes to rest and commits at once: what it stands in is about to close.
  package func finish() { picker.finish() }

  var picker: ListPicker { ribbon.picker }

  private func picked(_ item: Int) {
    icon = item == 0 ? nil : icons[item - 1].icon
    onCommit(icon)
  }

  // MARK: Search

  private var typed: String { String(cString: gtk_editable_get_text(search.opaque)) }

  private func searched() {
    // What was picked just before is picked.
    finish()
    fill()
  }

  /// Puts on the row what is found, and the icon that the event has.
  private func fill() {
    icons = phrases.icons(matching: typed)
    gtk_widget_set_visible(nothing, icons.isEmpty.gboolean)
    if let icon, !icons.contains(where: { $0.icon == icon }) {
      icons.insert(NamedIcon(icon: icon, name: phrases.name(of: icon)), at: 0)
    }
    let (icons, none) = (icons, phrases.translator.tr("No icon"))
    let items = PickerItems(
      count: icons.count + 1,
      face: { $0 == 0 ? NothingFace() as any PickerFace : IconFace(icons[$0 - 1].icon) },
      name: { $0 == 0 ? none : icons[$0 - 1].name })
    ribbon.setItems(items, selected: icons.firstIndex { $0.icon == icon }.map { $0 + 1 } ?? 0)
  }

  /// Enter picks the first icon that was found.
  func pickFirstFound() {
    guard !typed.isEmpty, let found = phrases.icons(matching: typed).first,
      let item = icons.firstIndex(of: found)
    else { return }
    picker.go(to: item + 1)
  }
}
