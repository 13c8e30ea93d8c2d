import CGtk
import GtkSupport

/// A button that shows a value and opens the page for changing it.
@MainActor
final class PageButton {
  let gtkWidget = nonNull(gtk_button_new())
  /// Called when the user presses the button.
  var onOpen: () -> Void = {}

  private let label = nonNull(gtk_label_new(nil))

  init() {
    let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, 1)
    // GTK mirrors this icon in right-to-left locales.
    let arrow = nonNull(gtk_image_new_from_icon_name("go-next-symbolic"))
    for widget in [label, arrow] { gtk_box_append(row.as(GtkBox.self), widget) }
    gtk_button_set_child(gtkWidget.as(GtkButton.self), row)
    gtk_widget_add_css_class(gtkWidget, "zone")
    onSignal(gtkWidget.opaque, "clicked") { [weak self] in self?.onOpen() }
  }

  /// Shows a value. A value that does not fit on one line wraps if `wraps` is true.
  ///
  /// - Parameter note: a note below the button, which a screen reader reads after the value; nil for none.
  func setText(_ text: String, wraps: Bool = false, note: String? = nil) {
    gtk_label_set_wrap(label.opaque, wraps.gboolean)
    gtk_label_set_ellipsize(label.opaque, wraps ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
    gtk_label_set_text(label.opaque, text)
    Accessible.setDescription(gtkWidget, [text, note].compactMap(\.self).joined(separator: "\n"))
  }
}
