import CGtk
import CalendarText
import GtkSupport

/// A ribbon, and a caption below it that shows the name of the centered item. The caption is updated while
/// the ribbon moves.
@MainActor
final class CaptionedRibbon {
  let gtkWidget: WidgetPointer
  let picker: ListPicker
  private let caption = nonNull(gtk_label_new(nil))
  private let reference: ObjectReference

  /// - Parameter name: the accessible label, for example "Icon".
  init(phrases: Phrases, name: String, items: PickerItems, selected: Int) {
    picker = ListPicker(phrases: phrases, name: name, items: items, selected: selected)
    gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    reference = ObjectReference(gtkWidget.opaque)
    gtk_widget_add_css_class(caption, "dim-label")
    gtk_widget_add_css_class(caption, "caption")
    gtk_label_set_ellipsize(caption.opaque, PANGO_ELLIPSIZE_END)
    // The ribbon already announces the item.
    Accessible.setHidden(caption, true)
    for part in [picker.gtkWidget, caption] { gtk_box_append(gtkWidget.as(GtkBox.self), part) }
    picker.onHighlight = { [weak self] in self?.setCaption($0) }
    setCaption(selected)
  }

  /// Replaces the items and selects one of them.
  func setItems(_ items: PickerItems, selected: Int) {
    picker.setItems(items, selected: selected)
    setCaption(selected)
  }

  private func setCaption(_ item: Int) { gtk_label_set_text(caption.opaque, picker.items.name(item)) }
}
