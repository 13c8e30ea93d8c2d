import CGtk
import CalendarText
import GtkSupport
import TimelineWidgets

/// The button below the calendars, with a menu of the ways to add a calendar.
@MainActor
enum AddCalendarButton {
  static func make(_ phrases: Phrases, _ popoverGate: PopoverGate) -> WidgetPointer {
    let t = phrases.translator
    let button = nonNull(gtk_menu_button_new())
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    let label = nonNull(gtk_label_new(t.tr("Add Calendar")))
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    for child in [nonNull(gtk_image_new_from_icon_name("list-add-symbolic")), label] {
      gtk_box_append(content.as(GtkBox.self), child)
    }
    gtk_widget_set_halign(content, GTK_ALIGN_CENTER)
    gtk_menu_button_set_child(button.opaque, content)
    gtk_menu_button_set_direction(button.opaque, GTK_ARROW_UP)
    for style in ["flat", "add-calendar"] { gtk_widget_add_css_class(button, style) }
    Accessible.setLabel(ofMenuButton: button, t.tr("Add Calendar"))
    let items: [MenuItem] = [
      .row(t.tr("New Calendar…"), action: "win.new-calendar"), .row(t.tr("Open File…"), action: "win.open"),
      .row(t.tr("Open Folder…"), action: "win.open-folder"),
      .row(t.tr("Subscribe to Calendar…"), action: "win.subscribe"),
      .row(t.tr("Import…"), action: "win.import"),
    ]
    setMenu(items, of: button)
    onOpening(menuOf: button) {
      guard popoverGate.mayOpen(for: .key) else { return false }
      Accessible.nameRows(ofMenuIn: button, named: t.tr("Add Calendar"))
      return true
    }
    return button
  }
}
