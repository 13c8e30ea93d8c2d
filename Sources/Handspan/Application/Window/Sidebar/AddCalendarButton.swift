import CGtk
import CalendarText
import GtkSupport
import TimelineWidgets

/// The button below the calendars of the sidebar, whose menu opens and imports calendars.
@MainActor
final class AddCalendarButton {
  let gtkWidget = nonNull(gtk_menu_button_new())

  init(_ t: Translator, _ popoverGate: PopoverGate) {
    let content = nonNull(adw_button_content_new())
    adw_button_content_set_icon_name(content.opaque, "list-add-symbolic")
    adw_button_content_set_label(content.opaque, t.tr("Add Calendar"))
    gtk_menu_button_set_child(gtkWidget.opaque, content)
    gtk_widget_add_css_class(gtkWidget, "flat")
    gtk_widget_set_halign(gtkWidget, GTK_ALIGN_START)
    // The button inside the menu button gets the focus, so it also needs the name.
    for button in [gtkWidget, gtk_widget_get_first_child(gtkWidget)].compactMap(\.self) {
      Accessible.setLabel(button, t.tr("Add Calendar"))
    }
    let menu = nonNull(g_menu_new())
    let rows = [
      (t.tr("Open File…"), "win.open"), (t.tr("Open Folder…"), "win.open-folder"),
      (t.tr("Import…"), "win.import"),
    ]
    for (label, action) in rows { g_menu_append(menu, label, action) }
    gtk_menu_button_set_menu_model(gtkWidget.opaque, menu.as(GMenuModel.self))
    g_object_unref(UnsafeMutableRawPointer(menu))
    onOpening(menuOf: gtkWidget) { [gtkWidget] in
      guard popoverGate.mayOpen(for: .key) else { return false }
      Accessible.nameRows(ofMenuIn: gtkWidget, named: t.tr("Add Calendar"))
      return true
    }
  }
}
