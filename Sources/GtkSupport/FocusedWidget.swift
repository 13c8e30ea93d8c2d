import CGtk

/// Where the keyboard is in a window.
@MainActor
package enum FocusedWidget {
  /// The widget that has the focus in the window of another one; nil if none has, or there is no window.
  package static func inWindow(of widget: WidgetPointer) -> WidgetPointer? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Whether what has the focus is in a widget.
  package static func isIn(_ widget: WidgetPointer) -> Bool {
    inWindow(of: widget).map { gtk_widget_is_ancestor($0, widget) != 0 } ?? false
  }
}
