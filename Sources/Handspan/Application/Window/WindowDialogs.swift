import CGtk
import CalendarSession
import CalendarText
import GtkSupport

// Choosing files.
extension MainWindow {
  func chooseFile() {
    let t = phrases.translator
    choose(.calendars(t), title: t.tr("Open a calendar"), accept: t.tr("_Open")) { [weak self] path in
      self?.open(OpenRequest(paths: [path]))
    }
  }

  func chooseCopy() {
    let t = phrases.translator
    choose(
      .calendars(t), title: t.tr("Save a copy"), name: t.tr("Calendar") + ".ics", accept: t.tr("_Save")
    ) { [weak self] path in
      Task { await self?.session.saveCopy(to: path) }
    }
  }

  /// Which files a dialog shows.
  struct FileKind {
    let name: String
    let types: [String]
    let patterns: [String]

    /// Calendar files.
    static func calendars(_ t: Translator) -> FileKind {
      FileKind(name: t.tr("Calendars (iCalendar)"), types: ["text/calendar"], patterns: ["*.ics"])
    }

    /// What a page can be exported to.
    static func pictures(_ t: Translator) -> FileKind {
      FileKind(
        name: t.tr("Pictures (PNG, SVG, PDF)"), types: ["image/png", "image/svg+xml", "application/pdf"],
        patterns: ["*.png", "*.svg", "*.pdf"])
    }
  }

  /// Asks for a file.
  ///
  /// - Parameters:
  ///   - kind: which files are shown.
  ///   - title: of the dialog.
  ///   - name: what a new file would be called; nil to open one that is there.
  ///   - accept: the button that takes the choice.
  ///   - use: gets the path, unless the dialog was left.
  func choose(
    _ kind: FileKind, title: String, name: String? = nil, accept: String,
    then use: @escaping @MainActor (String) -> Void
  ) {
    let action = name == nil ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SAVE
    let native = created(
      gtk_file_chooser_native_new(
        title, pointer.as(GtkWindow.self), action, accept, phrases.translator.tr("_Cancel")))
    let chooser = UnsafeMutableRawPointer(native)
    let dialog = chooser.assumingMemoryBound(to: GtkNativeDialog.self)
    let filter = created(gtk_file_filter_new())
    gtk_file_filter_set_name(filter, kind.name)
    for type in kind.types { gtk_file_filter_add_mime_type(filter, type) }
    for pattern in kind.patterns { gtk_file_filter_add_pattern(filter, pattern) }
    gtk_file_chooser_add_filter(OpaquePointer(chooser), filter)
    if let name { gtk_file_chooser_set_current_name(OpaquePointer(chooser), name) }
    gtk_native_dialog_set_modal(dialog, 1)
    onResponse(OpaquePointer(chooser)) { response in
      defer { g_object_unref(chooser) }
      guard response == GTK_RESPONSE_ACCEPT.rawValue,
        let file = gtk_file_chooser_get_file(OpaquePointer(chooser))
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      if let path = takeString(g_file_get_path(file)) { use(path) }
    }
    gtk_native_dialog_show(dialog)
  }
}
