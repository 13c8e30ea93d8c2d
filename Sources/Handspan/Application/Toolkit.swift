import CGtk
import GtkSupport
import UserSettings

/// Initializes GTK, and makes the application's icons available to it.
@MainActor
enum Toolkit {
  /// Initializes GTK and connects to the display.
  ///
  /// - Returns: whether there is a display.
  static func start() -> Bool {
    withEmptyTheme {
      guard gtk_init_check() != 0 else { return false }
      // Creating the settings also loads the theme, so they are created while the empty theme is set.
      _ = gtk_settings_get_default()
      RefusedPopovers.install()
      return true
    }
  }

  /// Makes GTK start with the empty theme that libadwaita chooses later anyway. Otherwise GTK would first
  /// read its own theme, which takes a seventh of the startup time, only for libadwaita to replace it.
  ///
  /// The new variable is the last one in the environment, so removing it does not move the other variables,
  /// which another thread may be reading.
  private static func withEmptyTheme(_ body: () -> Bool) -> Bool {
    let variable = "GTK_THEME"
    guard g_getenv(variable) == nil else { return body() }
    g_setenv(variable, "Adwaita-empty", 0)
    defer { g_unsetenv(variable) }
    return body()
  }

  /// Whether the text is so large that a control does not fit beside its title.
  static var hasLargeText: Bool {
    // The property is in units of 1/1024 dpi; the default is 96 dpi.
    gtk_settings_get_default().map { integerProperty($0, "gtk-xft-dpi") > 96 * 1024 * 5 / 4 } ?? false
  }

  private static var hasAddedIcons = false

  /// Makes the application's icons available even if the application is not installed. Call this only when
  /// one of them is needed, because GTK then reads the icon theme again.
  static func addIconSearchPath() {
    guard !hasAddedIcons, let display = gdk_display_get_default(), let data = DataFiles.sourceDataFolder
    else {
      return
    }
    hasAddedIcons = true
    gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), data + "/icons")
  }
}
