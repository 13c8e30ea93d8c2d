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
      // Created now, together with the style that it loads.
      _ = gtk_settings_get_default()
      return true
    }
  }

  /// Makes GTK start with the empty style sheet that libadwaita will choose anyway. Otherwise it first reads
  /// its own, which takes a seventh of the whole start, only for libadwaita to replace it.
  ///
  /// The variable is the last one in the environment, so that removing it moves nothing that another thread
  /// may be reading.
  private static func withoutTheme(_ body: () -> Bool) -> Bool {
    let variable = "GTK_THEME"
    guard g_getenv(variable) == nil else { return body() }
    g_setenv(variable, "Adwaita-empty", 0)
    defer { g_unsetenv(variable) }
    return body()
  }

  private static var hasIcons = false

  /// Makes the program's own icons available if it is not installed. Call it before one of them is shown,
  /// because the icon theme is read again after it.
  static func findIcons() {
    guard !hasIcons, let display = gdk_display_get_default(), let data = DataFiles.sourceData else { return }
    hasIcons = true
    gtk_icon_theme_add_search_path(
      gtk_icon_theme_get_for_display(display), data.appendingPathComponent("icons").path)
  }
}
