import CGtk

/// Binds keys to actions of a widget. The bindings apply only if the focused widget does not handle the keys.
///
/// An accelerator of the application would take precedence over the focused widget, so Ctrl+C would no longer
/// work in a text entry.
@MainActor
package func addShortcuts(_ widget: WidgetPointer, _ shortcuts: [(keys: String, action: String)]) {
  let controller = nonNull(gtk_shortcut_controller_new())
  for (keys, action) in shortcuts {
    // The shortcut takes ownership of both objects, and the controller takes ownership of the shortcut.
    let shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new(action))
    gtk_shortcut_controller_add_shortcut(controller, shortcut)
  }
  gtk_widget_add_controller(widget, controller)
}
