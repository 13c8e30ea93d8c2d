import CGtk
import CalendarText
import GtkSupport
import TimelineWidgets

/// The button below the calendars, with a menu of the ways to add one.
@MainActor
enum AddCalendarButton {
  static func make(_ phrases: Phrases, _ popoverGate: PopoverGate) -> WidgetPointer {
    let t = phrases.translator
    let button = nonNull(gtk_menu_button_new())
    let content = nonNull(adw_button_content_new())
    adw_button_content_set_icon_name(content.opaque, "list-add-symbolic")
    adw_button_content_set_label(content.opaque, t.tr("Add Calendar"))
    gtk_menu_button_set_child(button.opaque, content)
    gtk_menu_button_set_direction(button.opaque, GTK_ARROW_UP)
    for style in ["flat", "add-calendar"] { gtk_widget_add_css_class(button, style) }
    for part in [button, gtk_widget_get_first_child(button)].compactMap(\.self) {
      Accessible.setLabel(part, t.tr("Add Calendar"))
    }
    let menu = nonNull(g_menu_new())
    g_menu_append(menu, t.tr("New Calendar…"), "win.new-calendar")
    g_menu_append(menu, t.tr("Open…"), "win.open")
    gtk_menu_button_set_menu_model(button.opaque, menu.as(GMenuModel.self))
    g_object_unref(UnsafeMutableRawPointer(menu))
    onOpening(menuOf: button) {
      guard popoverGate.mayOpen(for: .key) else { return false }
      Accessible.nameRows(ofMenuIn: button, named: t.tr("Add Calendar"))
      return true
    }
    return button
  }
}
