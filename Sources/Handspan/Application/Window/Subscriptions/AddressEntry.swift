import CGtk
import CalendarText
import GtkSupport

/// A labeled text field for the address of a subscription, with a note below it: the server's name, or the reason why
/// the address cannot be used.
@MainActor
final class AddressEntry {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  /// Called when the text has changed.
  var onType: () -> Void = {}

  private let entry = nonNull(gtk_entry_new())
  private let note = nonNull(gtk_label_new(nil))
  private let reference: ObjectReference

  init(_ t: Translator, text: String) {
    reference = ObjectReference(gtkWidget.opaque)
    let label = nonNull(gtk_label_new(t.tr("Address")))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, "heading")
    gtk_label_set_mnemonic_widget(label.opaque, entry)
    gtk_editable_set_text(entry.opaque, text)
    gtk_entry_set_input_purpose(entry.as(GtkEntry.self), GTK_INPUT_PURPOSE_URL)
    gtk_entry_set_placeholder_text(entry.as(GtkEntry.self), "https://")
    gtk_entry_set_activates_default(entry.as(GtkEntry.self), 1)
    gtk_label_set_xalign(note.opaque, 0)
    gtk_label_set_wrap(note.opaque, 1)
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(note, style) }
    for part in [label, entry, note] { gtk_box_append(gtkWidget.as(GtkBox.self), part) }
    onSignal(entry.opaque, "changed") { [weak self] in self?.onType() }
  }

  var text: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  /// Shows a note below the field.
  ///
  /// - Parameter isError: whether the note says why the address cannot be used.
  func showNote(_ text: String, isError: Bool) {
    gtk_label_set_text(note.opaque, text)
    Accessible.setDescription(entry, text)
    Accessible.setRejected(entry, isError)
  }

  /// Moves the focus to the field and selects its text, once the dialog is shown.
  func focusWhenShown() {
    whenShown(entry.opaque) { [weak self] in
      if let self { gtk_widget_grab_focus(self.entry) }
    }
  }
}
