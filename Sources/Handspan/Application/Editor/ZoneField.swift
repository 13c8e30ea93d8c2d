import CGtk
import CalendarText
import GtkSupport

/// A time zone, shown as a button that opens the list of zones.
@MainActor
final class ZoneField {
  let button = created(gtk_button_new())
  /// Called with the chosen zone's name; empty for none.
  var onChoose: (String) -> Void = { _ in }
  /// Called with the page of zones to show, and with nil when it is closed.
  var onPage: (EditorPage?) -> Void = { _ in }

  /// The name of a likely zone, offered first.
  var suggested: String

  private let title, noneLabel: String
  private let phrases: Phrases
  private let label = created(gtk_label_new(nil))
  private var chosen: String?
  private var list: ZoneList?

  /// - Parameters:
  ///   - title: the title of the list.
  ///   - noneLabel: the label for no zone.
  ///   - suggested: the name of a likely zone, offered first.
  init(title: String, noneLabel: String, suggested: String, phrases: Phrases) {
    (self.title, self.noneLabel, self.suggested, self.phrases) = (title, noneLabel, suggested, phrases)
    let row = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, 1)
    // GTK mirrors this icon in right-to-left locales.
    let arrow = created(gtk_image_new_from_icon_name("go-next-symbolic"))
    for widget in [label, arrow] { gtk_box_append(row.as(GtkBox.self), widget) }
    gtk_button_set_child(button.as(GtkButton.self), row)
    gtk_widget_add_css_class(button, "zone")
    onSignal(button.opaque, "clicked") { [weak self] in self?.open() }
  }

  /// Shows a zone by its name; empty for none.
  func setZone(_ zone: String) {
    guard zone != chosen else { return }
    chosen = zone
    let words = zone.isEmpty ? noneLabel : phrases.zone(zone)
    gtk_label_set_text(label.opaque, words)
    Accessible.setDescription(button, words)
  }

  private func open() {
    let list = ZoneList(chosen: chosen ?? "", suggested: [suggested], noneLabel: noneLabel, phrases: phrases)
    list.onChoose = { [weak self] zone in
      guard let self else { return }
      self.onPage(nil)
      if zone != self.chosen { self.onChoose(zone) }
    }
    list.onCancel = { [weak self] in self?.onPage(nil) }
    self.list = list
    let button = button
    onPage(
      EditorPage(
        title: title, content: list.pointer, takeFocus: list.takeFocus,
        onClose: { gtk_widget_grab_focus(button) }))
  }
}
