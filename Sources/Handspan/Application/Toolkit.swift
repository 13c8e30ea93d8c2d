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
      // Creates the settings now, because this also loads the style.
      _ = gtk_settings_get_default()
      return true
    }
  }

  /// Makes GTK start with the empty style sheet that libadwaita chooses later. Otherwise GTK would first read
  /// its own one, which takes a seventh of the startup time, and libadwaita would replace it.
  ///
  /// The new variable is the last one in the environment, so that removing it does not move others that
  /// another thread may be reading.
  private static func withoutTheme(_ body: () -> Bool) -> Bool {
    let variable = "GTK_THEME"
    guard g_getenv(variable) == nil else { return body() }
    g_setenv(variable, "Adwaita-empty", 0)
    defer { g_unsetenv(variable) }
    return body()
  }

  private static var hasIcons = false

  /// Makes the program's own icons available if it is not installed. Called only when one of them is needed,
  /// because it makes GTK read the icon theme again.
  static func findIcons() {
    guard !hasIcons, let display = gdk_display_get_default(), let data = DataFiles.sourceData else { return }
    hasIcons = true
    gtk_icon_theme_add_search_path(
      gtk_icon_theme_get_for_display(display), data.appendingPathComponent("icons").path)
  }
}
