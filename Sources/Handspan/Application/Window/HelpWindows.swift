import CGtk
import CalendarText
import GtkSupport

/// Creates the shortcuts window and the About window.
@MainActor
enum HelpWindows {
  static func about(_ t: Translator) -> WidgetPointer {
    Toolkit.findIcons()
    let about = nonNull(adw_about_window_new())
    let aboutWindow = OpaquePointer(about)
    adw_about_window_set_application_name(aboutWindow, "Handspan")
    adw_about_window_set_application_icon(aboutWindow, applicationID)
    adw_about_window_set_version(aboutWindow, applicationVersion)
    adw_about_window_set_developer_name(aboutWindow, t.tr("The Handspan team"))
    adw_about_window_set_license_type(aboutWindow, GTK_LICENSE_APACHE_2_0)
    adw_about_window_set_comments(aboutWindow, t.tr("A calendar you can hold."))
    return about
  }

  /// Creates the shortcuts window from `Shortcuts`. GTK 4.8 can create such a window only from an interface
  /// description.
  static func shortcuts(_ t: Translator) -> WidgetPointer? {
    func escaped(_ text: String) -> String { AdwSupport.escaped(text) }
    let groups = Shortcuts.groups(t).map { group in
      let rows = group.rows.map {
        "<child><object class='GtkShortcutsShortcut'><property name='title'>\(escaped($0.title))</property>"
          + "<property name='accelerator'>\(escaped($0.keys))</property></object></child>"
      }.joined()
      return
        "<child><object class='GtkShortcutsGroup'><property name='title'>\(escaped(group.title))</property>"
        + "\(rows)</object></child>"
    }.joined()
    let description =
      "<interface><object class='GtkShortcutsWindow' id='help'><property name='modal'>1</property><child>"
      + "<object class='GtkShortcutsSection'><property name='section-name'>all</property>"
      + "<property name='max-height'>12</property>\(groups)</object></child></object></interface>"
    let builder = nonNull(gtk_builder_new_from_string(description, -1))
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    guard let object = gtk_builder_get_object(builder, "help") else { return nil }
    return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
  }
}
