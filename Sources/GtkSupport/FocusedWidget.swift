import CGtk

/// Finds the focused widget of a window.
@MainActor
package enum FocusedWidget {
  /// Returns the focused widget in the window of `widget`, or nil if none has the focus or there is no
  /// window.
  package static func inWindow(of widget: WidgetPointer) -> WidgetPointer? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Returns the widget of a window that assistive technology regards as focused: a text field rather than the
  /// GtkText inside it.
  package static func accessibleFocus(inWindowOf widget: WidgetPointer) -> WidgetPointer? {
    guard let focused = inWindow(of: widget) else { return nil }
    let isText = g_type_check_instance_is_a(focused.as(GTypeInstance.self), gtk_text_get_type()) != 0
    return isText ? gtk_widget_get_parent(focused) ?? focused : focused
  }

  /// Returns whether the focus is on a descendant of a widget, but not on the widget itself.
  package static func isIn(_ widget: WidgetPointer) -> Bool {
    inWindow(of: widget).map { gtk_widget_is_ancestor($0, widget) != 0 } ?? false
  }
}
