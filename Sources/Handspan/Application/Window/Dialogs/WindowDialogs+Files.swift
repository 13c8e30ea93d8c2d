import CGtk
import CalendarText
import GtkSupport

// File dialogs for several files, and for folders.
extension WindowDialogs {
  /// What a file dialog lets the user choose.
  enum Selection { case files(FileFilter), folder }

  /// Shows a file dialog for existing files or a folder.
  ///
  /// - Parameter handler: called with the paths, unless the dialog was canceled.
  func choose(
    _ selection: Selection, title: String, acceptLabel: String,
    then handler: @escaping @MainActor ([String]) -> Void
  ) {
    let action =
      if case .folder = selection { GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER } else {
        GTK_FILE_CHOOSER_ACTION_OPEN
      }
    let native = nonNull(
      gtk_file_chooser_native_new(
        title, window.as(GtkWindow.self), action, acceptLabel, translator.tr("_Cancel")))
    let chooser = UnsafeMutableRawPointer(native)
    let dialog = chooser.assumingMemoryBound(to: GtkNativeDialog.self)
    if case .files(let filter) = selection {
      gtk_file_chooser_add_filter(OpaquePointer(chooser), filter.gtkFilter)
      gtk_file_chooser_set_select_multiple(OpaquePointer(chooser), 1)
    }
    gtk_native_dialog_set_modal(dialog, 1)
    onResponse(OpaquePointer(chooser)) { response in
      defer { g_object_unref(chooser) }
      guard response == GTK_RESPONSE_ACCEPT.rawValue,
        let files = gtk_file_chooser_get_files(OpaquePointer(chooser))
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(files)) }
      let paths = (0..<g_list_model_get_n_items(files)).compactMap { index -> String? in
        guard let file = g_list_model_get_item(files, index) else { return nil }
        defer { g_object_unref(file) }
        return takeString(g_file_get_path(OpaquePointer(file)))
      }
      if !paths.isEmpty { handler(paths) }
    }
    gtk_native_dialog_show(dialog)
  }
}

extension FileFilter {
  /// A filter for GTK's file dialogs.
  @MainActor var gtkFilter: OpaquePointer {
    let filter = nonNull(gtk_file_filter_new())
    gtk_file_filter_set_name(filter, name)
    for type in types { gtk_file_filter_add_mime_type(filter, type) }
    for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
    return filter
  }
}
