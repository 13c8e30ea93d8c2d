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
  /// The timer for describing the field with the note; 0 if it is not running.
  private var descriptionTimer: guint = 0
  /// The pause in typing after which the note is read, in milliseconds, as for the number of search results.
  private static let descriptionDelay: UInt32 = 500

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

  isolated deinit { if descriptionTimer != 0 { g_source_remove(descriptionTimer) } }

  var text: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  /// Shows a note below the field.
  ///
  /// - Parameter isError: whether the note says why the address cannot be used.
  func showNote(_ text: String, isError: Bool) {
    gtk_label_set_text(note.opaque, text)
    Accessible.setRejected(entry, isError)
    // A screen reader would read the note after each letter.
    if descriptionTimer != 0 { g_source_remove(descriptionTimer) }
    descriptionTimer = afterMilliseconds(Self.descriptionDelay) { [weak self] in
      guard let self else { return false }
      self.descriptionTimer = 0
      Accessible.setDescription(self.entry, String(cString: gtk_label_get_text(self.note.opaque)))
      return false
    }
  }

  /// Moves the focus to the field and selects its text, once the dialog is shown.
  func focusWhenShown() {
    whenShown(entry.opaque) { [weak self] in
      if let self { gtk_widget_grab_focus(self.entry) }
    }
  }
}
