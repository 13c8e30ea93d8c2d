import CGtk
import CalendarText
import GtkSupport

/// A ribbon with the name of its centred item below it, updated while it moves.
@MainActor
final class CaptionedRibbon {
  let pointer: WidgetPointer
  let picker: ListPicker
  private let caption = created(gtk_label_new(nil))
  private let reference: ObjectReference

  /// - Parameter name: the accessible label, for example "Icon".
  init(phrases: Phrases, name: String, items: PickerItems, selected: Int) {
    picker = ListPicker(phrases: phrases, name: name, items: items, selected: selected)
    pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    reference = ObjectReference(pointer.opaque)
    gtk_widget_add_css_class(caption, "dim-label")
    gtk_widget_add_css_class(caption, "caption")
    gtk_label_set_ellipsize(caption.opaque, PANGO_ELLIPSIZE_END)
    // The ribbon itself already announces the item.
    Accessible.setHidden(caption, true)
    for part in [picker.pointer, caption] { gtk_box_append(pointer.as(GtkBox.self), part) }
    picker.onHighlight = { [weak self] in self?.setCaption($0) }
    setCaption(selected)
  }

  /// Replaces the items, at rest on one of them.
  func setItems(_ items: PickerItems, selected: Int) {
    picker.setItems(items, selected: selected)
    setCaption(selected)
  }

  private func setCaption(_ item: Int) { gtk_label_set_text(caption.opaque, picker.items.name(item)) }
}
