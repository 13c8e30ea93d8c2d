import CGtk

/// Finds the focused widget of a window.
@MainActor
package enum FocusedWidget {
  /// The focused widget in the window of `widget`; nil if none has the focus, or there is no window.
  package static func inWindow(of widget: WidgetPointer) -> WidgetPointer? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Whether the focus is on a widget or inside it.
  package static func isIn(_ widget: WidgetPointer) -> Bool {
    inWindow(of: widget).map { gtk_widget_is_ancestor($0, widget) != 0 } ?? false
  }
}
