import CGtk
import CalendarText
import GtkSupport
import UserSettings

/// Creates the About window.
@MainActor
enum AboutWindow {
  static func create(_ t: Translator) -> WidgetPointer {
    Toolkit.addIconSearchPath()
    let about = nonNull(adw_about_window_new())
    let aboutWindow = OpaquePointer(about)
    adw_about_window_set_application_name(aboutWindow, "Handspan")
    adw_about_window_set_application_icon(aboutWindow, applicationID)
    adw_about_window_set_version(aboutWindow, applicationVersion)
    adw_about_window_set_developer_name(aboutWindow, t.tr("The Handspan developers"))
    adw_about_window_set_license_type(aboutWindow, GTK_LICENSE_APACHE_2_0)
    adw_about_window_set_comments(aboutWindow, t.tr("A calendar you can hold."))
    return about
  }
}
