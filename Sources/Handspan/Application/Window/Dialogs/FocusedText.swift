import CGtk
import GtkSupport

/// Finds the focused text field of a window.
@MainActor
enum FocusedText {
  /// Returns the focused text widget; nil if no text widget has the focus.
  static func find(in window: WidgetPointer) -> WidgetPointer? {
    guard let focus = gtk_window_get_focus(window.as(GtkWindow.self)) else { return nil }
    let isText = [gtk_text_get_type(), gtk_text_view_get_type()].contains {
      g_type_check_instance_is_a(focus.as(GTypeInstance.self), $0) != 0
    }
    return isText ? focus : nil
  }
}
