import CGtk
import CalendarSession
import CalendarText
import GtkSupport

/// A line that says why the calendars of accounts are not shown, with a button to try again if that may help. It is
/// hidden if they are shown.
@MainActor
final class AccountsNote {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))

  private let session: CalendarSession
  private let label = nonNull(gtk_label_new(nil))
  private let button: WidgetPointer
  private let reference: ObjectReference

  init(_ session: CalendarSession) {
    self.session = session
    reference = ObjectReference(gtkWidget.opaque)
    button = nonNull(gtk_button_new_with_label(session.phrases.translator.tr("Try Again")))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    for style in ["caption", "dim-label", "group-heading"] { gtk_widget_add_css_class(label, style) }
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    for part in [label, button] { gtk_box_append(gtkWidget.as(GtkBox.self), part) }
    onSignal(button.opaque, "clicked") { [weak self] in
      guard let session = self?.session else { return }
      Task { await session.listed.listAccounts() }
    }
    update()
  }

  func update() {
    let message = session.accountsMessage
    gtk_label_set_text(label.opaque, message ?? "")
    gtk_widget_set_visible(button, session.canRetryListingAccounts.gboolean)
    gtk_widget_set_visible(gtkWidget, (message != nil).gboolean)
  }
}
