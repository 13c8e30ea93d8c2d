import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A text field for the name of a calendar, with its label.
@MainActor
final class NameEntry {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  /// Called when the text has changed.
  var onType: () -> Void = {}

  private let entry = nonNull(gtk_entry_new())
  private let reference: ObjectReference

  init(_ t: Translator, text: String = "") {
    reference = ObjectReference(gtkWidget.opaque)
    let label = nonNull(gtk_label_new(t.tr("Name")))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, "heading")
    gtk_label_set_mnemonic_widget(label.opaque, entry)
    gtk_editable_set_text(entry.opaque, text)
    gtk_entry_set_max_length(entry.as(GtkEntry.self), Self.maximumLength)
    gtk_entry_set_activates_default(entry.as(GtkEntry.self), 1)
    for child in [label, entry] { gtk_box_append(gtkWidget.as(GtkBox.self), child) }
    onSignal(entry.opaque, "changed") { [weak self] in self?.onType() }
  }

  /// The maximum number of characters in a name. Longer names would not fit anywhere.
  private static let maximumLength: Int32 = 200

  /// The text as the name of a calendar; empty if the text is blank.
  var name: String { String(cString: gtk_editable_get_text(entry.opaque)).asCalendarName }

  /// Moves the focus to the field and selects its text, once the dialog is shown.
  func focusWhenShown() {
    whenShown(entry.opaque) { [weak self] in
      if let self { gtk_widget_grab_focus(self.entry) }
    }
  }
}
