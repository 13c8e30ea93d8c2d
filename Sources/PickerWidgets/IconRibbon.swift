import CGtk
import CalendarText
import GtkSupport
import TimelinePainting

/// A ribbon of emoji for an event's mood or kind, and a field for searching them by name. The first item is
/// "no icon".
///
/// If the event has an icon that is not one of these, that icon is added as the second item.
@MainActor
package final class IconRibbon {
  /// The widget that contains the search field and the ribbon.
  package let gtkWidget: WidgetPointer
  /// Called when the ribbon has come to rest on a different icon; nil for none.
  package var onCommit: (Character?) -> Void = { _ in }

  /// The selected icon; nil for none.
  package private(set) var icon: Character?
  private let ribbon: CaptionedRibbon
  let search = nonNull(gtk_search_entry_new())
  private let phrases: Phrases
  private let noMatches = nonNull(gtk_label_new(nil))
  private let reference: ObjectReference
  /// The icons in the ribbon after "no icon", filtered by the search.
  private(set) var icons: [NamedIcon] = []

  package init(phrases: Phrases, icon: Character? = nil) {
    self.phrases = phrases
    self.icon = icon
    let translator = phrases.translator
    ribbon = CaptionedRibbon(
      phrases: phrases, name: translator.tr("Icon"), items: PickerItems(strings: [""]), selected: 0)
    gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    reference = ObjectReference(gtkWidget.opaque)
    setProperty(search.opaque, "placeholder-text", translator.tr("Find an icon"))
    Accessible.setLabel(search, translator.tr("Find an icon"))
    gtk_label_set_text(noMatches.opaque, translator.tr("No matching icons"))
    gtk_widget_add_css_class(noMatches, "dim-label")
    gtk_widget_set_visible(noMatches, 0)
    for part in [search, ribbon.gtkWidget, noMatches] { gtk_box_append(gtkWidget.as(GtkBox.self), part) }
    picker.onCommit = { [weak self] in self?.picked($0) }
    onSignal(search.opaque, "search-changed") { [weak self] in self?.searchChanged() }
    onSignal(search.opaque, "activate") { [weak self] in self?.pickFirstResult() }
    fill()
  }

  /// Shows an icon. While the ribbon is moving, the change is delayed until the ribbon comes to rest, and is
  /// dropped if the user has picked a different icon by then.
  package func select(_ icon: Character?) {
    picker.whenAtRest { [weak self] in
      guard let self, icon != self.icon else { return }
      self.icon = icon
      self.fill()
    }
  }

  /// Focuses the search field after a short delay, because a field that has just been shown can report the
  /// focus to assistive technology only once it has been laid out.
  package func takeFocus() {
    afterMilliseconds(IconRibbon.layoutTime) { [weak self] in
      if let self { gtk_widget_grab_focus(self.search) }
      return false
    }
  }

  /// The time, in milliseconds, after which a newly shown field has certainly been laid out: three frames at
  /// 60 Hz.
  private static let layoutTime: UInt32 = 50

  /// Comes to rest and commits immediately. Call this when the surrounding window is about to close.
  package func finish() { picker.finish() }

  var picker: ListPicker { ribbon.picker }

  private func picked(_ item: Int) {
    icon = item == 0 ? nil : icons[item - 1].icon
    onCommit(icon)
  }

  // MARK: Search

  private var searchText: String { String(cString: gtk_editable_get_text(search.opaque)) }

  /// The text that the icons in the ribbon match. GTK reports typed text only after a short pause.
  private var searchedText = ""

  private func searchChanged() {
    guard searchText != searchedText else { return }
    // Commit an item that has just been picked.
    finish()
    fill()
  }

  /// Fills the ribbon with the search results and the event's icon.
  private func fill() {
    searchedText = searchText
    icons = phrases.icons(matching: searchText)
    gtk_widget_set_visible(noMatches, icons.isEmpty.gboolean)
    if let icon, !icons.contains(where: { $0.icon == icon }) {
      icons.insert(NamedIcon(icon: icon, name: phrases.name(of: icon)), at: 0)
    }
    let (icons, noIconName) = (icons, phrases.translator.tr("No icon"))
    let items = PickerItems(
      count: icons.count + 1,
      painter: { $0 == 0 ? NoneItemPainter() as any PickerItemPainter : IconItemPainter(icons[$0 - 1].icon) },
      name: { $0 == 0 ? noIconName : icons[$0 - 1].name })
    ribbon.setItems(items, selected: icons.firstIndex { $0.icon == icon }.map { $0 + 1 } ?? 0)
  }

  /// Picks the first search result when Enter is pressed.
  func pickFirstResult() {
    searchChanged()
    guard !searchText.isEmpty, let firstMatch = phrases.icons(matching: searchText).first,
      let item = icons.firstIndex(of: firstMatch)
    else { return }
    picker.go(to: item + 1)
  }
}
