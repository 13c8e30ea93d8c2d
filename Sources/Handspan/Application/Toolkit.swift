import CGtk
import GtkSupport

/// Initializes GTK and libadwaita once.
@MainActor
enum Toolkit {
  /// Connects to the display.
  ///
  /// - Returns: false if there is none.
  static func start() -> Bool {
    withoutTheme {
      guard gtk_init_check() != 0 else { return false }
      // Made now, and with it the style that it loads.
      _ = gtk_settings_get_default()
      return true
    }
  }

  /// Lets GTK begin with the empty style sheet that libadwaita will choose anyway. It would else read its own first,
  /// a seventh of all that a start takes, only to put it away for libadwaita's.
  ///
  /// It stands last in the environment, so that taking it out moves nothing that another thread may be reading.
  private static func withoutTheme(_ body: () -> Bool) -> Bool {
    let variable = "GTK_THEME"
    guard g_getenv(variable) == nil else { return body() }
    g_setenv(variable, "Adwaita-empty", 0)
    defer { g_unsetenv(variable) }
    return body()
  }

  private static var hasIcons = false

  /// Lets the program's own icons be found where it is not installed. To be called before one of them is shown: the
  /// theme is read again after it.
  static func findIcons() {
    guard !hasIcons, let display = gdk_display_get_default(), let data = DataFiles.sourceData else { return }
    hasIcons = true
    gtk_icon_theme_add_search_path(
      gtk_icon_theme_get_for_display(display), data.appendingPathComponent("icons").path)
  }
}
