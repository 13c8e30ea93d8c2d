import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// The field for the link of an event, with a button that opens the link if its scheme is safe.
@MainActor
final class LinkField {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  let field = TextField()

  private let button = nonNull(gtk_button_new_from_icon_name("adw-external-link-symbolic"))
  private let translator: Translator

  init(_ translator: Translator) {
    self.translator = translator
    gtk_entry_set_input_purpose(field.gtkWidget.as(GtkEntry.self), GTK_INPUT_PURPOSE_URL)
    gtk_widget_set_hexpand(field.gtkWidget, 1)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    for widget in [field.gtkWidget, button] { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
    onSignal(button.opaque, "clicked") { [weak self] in self?.open() }
  }

  func setLink(_ link: String) {
    field.text = link
    update()
  }

  /// Updates the button for the link in the entry.
  func update() {
    let link = SafeLink(field.text)
    gtk_widget_set_visible(button, (link != nil).gboolean)
    guard let link else { return }
    let tooltip = translator.tr("Open {target}", ["target": link.target])
    Accessible.setLabelAndTooltip(button, tooltip)
  }

  private func open() {
    guard let link = SafeLink(field.text), let root = gtk_widget_get_root(gtkWidget) else { return }
    gtk_show_uri(root.as(GtkWindow.self), link.target, guint32(GDK_CURRENT_TIME))
  }
}
