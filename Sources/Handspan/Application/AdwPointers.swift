import CGtk
import GtkSupport

/// Converts libadwaita's pointers, which are imported differently from class to class.
@MainActor
enum AdwPointers {
  static func toastOverlay() -> WidgetPointer { created(adw_toast_overlay_new()) }

  /// Escapes a text for toasts, which parse their title as markup.
  static func escaped(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? text }
}
