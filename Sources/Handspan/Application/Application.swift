import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import GtkSupport
import UserSettings

/// Opens the window and runs until it is closed.
///
/// - Returns: the exit status: 0, or 1 if there is no display.
@MainActor
func runApplication(_ request: OpenRequest) -> Int32 {
  guard Toolkit.start() else {
    let message = Language.translator.tr(
      "No display was found. “handspan render” draws a calendar without one.")
    TerminalOutput.printError(message)
    return 1
  }
  // Tests use this to mirror the window even if no right-to-left language is installed.
  if ProcessInfo.processInfo.environment["HANDSPAN_DIRECTION"] == "rtl" {
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
  }
  MainLoop.adoptMainQueue()
  let application = Application()
  return withExtendedLifetime(application) { application.run(request) }
}

/// The application: its window, and the actions that do not belong to the window.
@MainActor
final class Application {
  private let application: OpaquePointer
  private let reference: ObjectReference
  private let preferences = Preferences()
  private var window: MainWindow?
  private var styleSheets: StyleSheets?

  init() {
    g_set_prgname("handspan")
    g_set_application_name("Handspan")
    application = OpaquePointer(
      nonNull(
        adw_application_new(
          applicationID,
          GApplicationFlags(
            rawValue: G_APPLICATION_HANDLES_COMMAND_LINE.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue))))
    reference = ObjectReference(application)
    // The application has no resources. If their base path were set, GTK would look for icons there, and
    // would have to read the icon theme twice.
    g_application_set_resource_base_path(application.as(GApplication.self), nil)
  }

  /// Passes the request to the running instance or, if there is none, runs until the window is closed.
  func run(_ request: OpenRequest) -> Int32 {
    onSignal(application, "startup") { [weak self] in self?.startUp() }
    onSignal(application, "activate") { [weak self] in self?.open(OpenRequest()) }
    onCommandLine(application) { [weak self] arguments in
      self?.open(OpenRequest(arguments: Array(arguments.dropFirst())))
      return 0
    }
    onOpen(application) { [weak self] paths in self?.open(OpenRequest(paths: paths, isTemporary: true)) }
    let arguments = ["handspan"] + request.arguments
    var copies: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    let status = g_application_run(
      application.as(GApplication.self), Int32(arguments.count), &copies)
    window = nil
    return status
  }

  private func startUp() {
    gtk_window_set_default_icon_name(applicationID)
    styleSheets = StyleSheets()
    preferences.onChange(Preferences.ringsWhileClosed) { [weak self] in
      guard let self, preferences[Preferences.ringsWhileClosed] else { return }
      ReminderProgram.start(from: application)
    }
    AccountReminders.shared.watch(on: application)
    addAction(to: application, "quit") { [weak self] in self?.window?.close() }
    // Other programs call these two. The text of a date is YYYY-MM-DD, and those of an event are its calendar, its UID and
    // its RECURRENCE-ID.
    addAction(to: application, "show-date", text: { [weak self] in self?.open(OpenRequest(date: Day($0))) })
    addAction(to: application, "show-event", texts: 3) { [weak self] texts in
      let event = OccurrenceReference(calendar: CalendarID(texts[0]), uid: texts[1], recurrenceID: texts[2])
      self?.open(OpenRequest(event: event))
    }
    for (action, keys) in Shortcuts.accelerators {
      withCStrings(keys) {
        gtk_application_set_accels_for_action(application.as(GtkApplication.self), action, $0)
      }
    }
    // A signal to terminate is handled like a request to close the window: unsaved changes are written first.
    // No dialog is shown, because there may be no user to answer it. Changes that cannot be saved are kept
    // and offered at the next launch.
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      onUnixSignal(signal) { [weak self] in
        if let window = self?.window { window.closing.terminate() } else { self?.quit() }
        return true
      }
    }
  }

  private func quit() { g_application_quit(application.as(GApplication.self)) }

  private func open(_ request: OpenRequest) {
    let window =
      window
      ?? MainWindow(
        application: application, preferences: preferences, accounts: Accounts.makeBackend(),
        subscriptions: Subscriptions.makeBackend())
    self.window = window
    window.onClosed = { [weak self] in
      self?.window = nil
      self?.quit()
    }
    window.calendarOpening.open(request)
    window.present()
  }
}
