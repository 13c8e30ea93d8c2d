import CGtk

/// Accepts files that are dropped on a widget, for example from a file manager. The handler receives the
/// local paths and returns whether it accepts the files.
@MainActor
package func onFilesDropped(_ widget: WidgetPointer, _ handler: @escaping @MainActor ([String]) -> Bool) {
  let target = nonNull(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY))
  let trampoline: @convention(c) (gpointer?, UnsafePointer<GValue>?, Double, Double, gpointer?) -> gboolean =
    {
      _, value, _, _, data in
      var paths: [String] = []
      let files = value.flatMap { g_value_get_boxed($0) }.flatMap {
        gdk_file_list_get_files(OpaquePointer($0))
      }
      var next = files
      while let file = next {
        if let path = takeString(g_file_get_path(OpaquePointer(file.pointee.data))) { paths.append(path) }
        next = file.pointee.next
      }
      g_slist_free(files)
      return MainActor.assumeIsolated { [paths] in
        (boxed(data, (@MainActor ([String]) -> Bool).self)?(paths) ?? false).gboolean
      }
    }
  _ = connect(target, "drop", handler, trampoline)
  gtk_widget_add_controller(widget, target)
}

/// Binds keys to actions of a widget. The bindings apply only if the focused widget does not handle the keys.
///
/// An accelerator of the application would take precedence over the focused widget, so Ctrl+C would no longer
/// work in a text entry.
@MainActor
package func addKeys(_ widget: WidgetPointer, _ keys: [(keys: String, action: String)]) {
  let controller = nonNull(gtk_shortcut_controller_new())
  for (keys, action) in keys {
    // The shortcut takes ownership of both objects, and the controller of the shortcut.
    let shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new(action))
    gtk_shortcut_controller_add_shortcut(controller, shortcut)
  }
  gtk_widget_add_controller(widget, controller)
}
