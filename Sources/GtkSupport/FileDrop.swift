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
        (boxedHandler(data, (@MainActor ([String]) -> Bool).self)?(paths) ?? false).gboolean
      }
    }
  _ = connect(target, "drop", handler, trampoline)
  gtk_widget_add_controller(widget, target)
}
