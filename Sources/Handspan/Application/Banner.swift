import CGtk
import GtkSupport

/// A line above the timeline that stays until it no longer holds.
@MainActor
final class Banner {
  let pointer: WidgetPointer = created(gtk_revealer_new())
  private let label = created(gtk_label_new(nil))

  init() {
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0.5)
    gtk_widget_add_css_class(label, "banner-text")
    gtk_revealer_set_child(pointer.opaque, label)
    gtk_widget_add_css_class(pointer, "banner")
  }

  /// What it says; nil hides it.
  var text: String? {
    didSet {
      guard text != oldValue else { return }
      if let text { gtk_label_set_text(label.opaque, text) }
      gtk_revealer_set_reveal_child(pointer.opaque, (text != nil).gboolean)
    }
  }
}

/// libadwaita's pointers, whose import differs from class to class.
@MainActor
enum AdwPointers {
  static func overlay() -> WidgetPointer { created(adw_toast_overlay_new()) }

  /// Toasts read their title as markup.
  static func escaped(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? text }
}
