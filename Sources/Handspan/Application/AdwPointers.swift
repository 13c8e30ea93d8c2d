import CGtk
import GtkSupport

/// libadwaita's pointers, whose import differs from class to class.
@MainActor
enum AdwPointers {
  static func overlay() -> WidgetPointer { created(adw_toast_overlay_new()) }

  /// Toasts read their title as markup.
  static func escaped(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? text }
}
