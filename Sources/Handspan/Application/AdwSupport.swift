import CGtk
import GtkSupport

/// Wrappers for functions of libadwaita and GLib whose arguments or results need to be converted.
@MainActor
enum AdwSupport {
  static func makeToastOverlay() -> WidgetPointer { nonNull(adw_toast_overlay_new()) }

  /// Escapes text for widgets that parse their titles as markup, such as toasts.
  static func escaped(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? text }
}
