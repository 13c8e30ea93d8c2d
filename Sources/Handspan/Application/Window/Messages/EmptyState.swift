import CGtk
import CalendarText
import GtkSupport
import UserSettings

/// The page that is shown instead of the timeline while there are no events.
@MainActor
enum EmptyState {
  /// Creates the page, which says that there are no events and has buttons for adding events.
  static func makePage(_ t: Translator) -> WidgetPointer {
    Toolkit.addIconSearchPath()
    let hint = t.tr("Add an event with Ctrl+N, open a calendar file, or try a sample calendar.")
    let page = nonNull(adw_status_page_new())
    adw_status_page_set_icon_name(OpaquePointer(page), applicationID + "-symbolic")
    adw_status_page_set_title(OpaquePointer(page), t.tr("Your Calendar Is Empty"))
    adw_status_page_set_description(OpaquePointer(page), hint)
    let choices = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    gtk_widget_set_halign(choices, GTK_ALIGN_CENTER)
    for (text, action, isMain) in [
      (t.tr("New Event"), "win.new-event", true),
      (t.tr("Open…"), "win.open", false),
      (t.tr("Try a Sample"), "win.sample", false),
    ] {
      let choice = nonNull(gtk_button_new_with_label(text))
      gtk_widget_add_css_class(choice, "pill")
      if isMain {
        gtk_widget_add_css_class(choice, "suggested-action")
        // A screen reader does not read the text of the page.
        Accessible.setDescription(choice, hint)
      }
      gtk_actionable_set_action_name(choice.opaque, action)
      gtk_box_append(choices.as(GtkBox.self), choice)
    }
    adw_status_page_set_child(OpaquePointer(page), choices)
    return page
  }

  /// Focuses the first button of a page.
  static func takeFocus(_ page: WidgetPointer) {
    guard let choices = adw_status_page_get_child(OpaquePointer(page)),
      let button = gtk_widget_get_first_child(choices)
    else { return }
    gtk_widget_grab_focus(button)
  }
}
