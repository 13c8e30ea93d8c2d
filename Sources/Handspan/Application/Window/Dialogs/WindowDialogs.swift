import CGtk
import CalendarText
import GtkSupport
import TimelineWidgets

/// A filter for the files that a dialog shows.
struct FileFilter {
  let name: String
  let types: [String]
  let patterns: [String]

  static func calendars(_ t: Translator) -> FileFilter {
    FileFilter(name: t.tr("Calendars (iCalendar)"), types: ["text/calendar"], patterns: ["*.ics"])
  }

  /// The file formats to which a page can be exported.
  static func pictures(_ t: Translator) -> FileFilter {
    FileFilter(
      name: t.tr("Pictures (PNG, SVG, PDF)"), types: ["image/png", "image/svg+xml", "application/pdf"],
      patterns: ["*.png", "*.svg", "*.pdf"])
  }
}

/// Presents alerts, secondary windows and file dialogs for the parts of a window.
@MainActor
final class WindowDialogs {
  /// Called when an alert is shown, and when it is answered.
  var onChange: () -> Void = {}
  /// Whether an alert is open. Since libadwaita 1.5, alerts are inside the window, so the window's shortcuts
  /// have to be disabled while an alert is open.
  var hasOpenAlert: Bool { openAlertCount > 0 }

  let window: WidgetPointer
  let translator: Translator
  private let popoverGate: PopoverGate
  private var openAlertCount = 0 { didSet { onChange() } }
  /// What to do once no alert is open, in order.
  private var waitingActions: [@MainActor () -> Void] = []

  /// - Parameters:
  ///   - window: the parent of all dialogs.
  ///   - popoverGate: watches each window that is opened.
  init(over window: WidgetPointer, popoverGate: PopoverGate, _ translator: Translator) {
    (self.window, self.popoverGate, self.translator) = (window, popoverGate, translator)
  }

  /// The width of the parent window in px.
  var parentWidth: Int32 { gtk_widget_get_width(window) }

  /// Creates an alert over the window without showing it.
  func makeAlert(_ heading: String, _ body: String) -> Alert {
    Alert(heading, body, over: window.as(GtkWindow.self))
  }

  /// Shows a modal alert, and calls `handler` with the response.
  func ask(_ alert: Alert, then handler: @escaping @MainActor (String) -> Void = { _ in }) {
    openAlertCount += 1
    alert.ownWindow.map(popoverGate.watch)
    alert.onResponse { [weak self] response in
      self?.openAlertCount -= 1
      handler(response)
      // The alert returns the focus to the window first.
      afterMilliseconds(0) {
        self?.performWaitingActions()
        return false
      }
    }
    alert.present()
  }

  /// Performs an action that opens an alert: immediately or, if an alert is open, once it and the alerts that are
  /// already waiting have been closed.
  func performWhenNoAlertIsOpen(_ action: @escaping @MainActor () -> Void) {
    waitingActions.append(action)
    performWaitingActions()
  }

  private func performWaitingActions() {
    while !hasOpenAlert, !waitingActions.isEmpty { waitingActions.removeFirst()() }
  }

  /// Shows an alert with a message and a Close button.
  func showMessage(_ heading: String, _ body: String) {
    let alert = makeAlert(heading, body)
    alert.add("close", translator.tr("Close"))
    ask(alert)
  }

  /// Shows a separate window over this one.
  func present(_ otherWindow: WidgetPointer) {
    gtk_window_set_transient_for(otherWindow.as(GtkWindow.self), window.as(GtkWindow.self))
    popoverGate.watch(otherWindow)
    gtk_window_present(otherWindow.as(GtkWindow.self))
  }

  /// Shows a file dialog.
  ///
  /// - Parameters:
  ///   - fileFilter: the files to show.
  ///   - title: the title of the dialog.
  ///   - name: the suggested name of a new file; nil to open an existing one.
  ///   - acceptLabel: the label of the button that confirms the choice.
  ///   - handler: called with the path, unless the dialog was canceled.
  func choose(
    _ fileFilter: FileFilter, title: String, name: String? = nil, acceptLabel: String,
    then handler: @escaping @MainActor (String) -> Void
  ) {
    let action = name == nil ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SAVE
    let native = nonNull(
      gtk_file_chooser_native_new(
        title, window.as(GtkWindow.self), action, acceptLabel, translator.tr("_Cancel")))
    let chooser = UnsafeMutableRawPointer(native)
    let dialog = chooser.assumingMemoryBound(to: GtkNativeDialog.self)
    gtk_file_chooser_add_filter(OpaquePointer(chooser), fileFilter.gtkFilter)
    if let name { gtk_file_chooser_set_current_name(OpaquePointer(chooser), name) }
    gtk_native_dialog_set_modal(dialog, 1)
    onResponse(OpaquePointer(chooser)) { response in
      defer { g_object_unref(chooser) }
      guard response == GTK_RESPONSE_ACCEPT.rawValue,
        let file = gtk_file_chooser_get_file(OpaquePointer(chooser))
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      if let path = takeString(g_file_get_path(file)) { handler(path) }
    }
    gtk_native_dialog_show(dialog)
  }
}
