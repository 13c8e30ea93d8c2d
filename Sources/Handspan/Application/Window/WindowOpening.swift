import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport

/// Opens calendars in place of the open ones.
@MainActor
final class WindowOpening {
  /// Switches to another view.
  var showView: (CalendarView) -> Void = { _ in }
  var showDay: (Day) -> Void = { _ in }
  /// Called with the day to show when other calendars were opened.
  var onOpened: (Day) -> Void = { _ in }

  private let session: CalendarSession
  private let preferences: Preferences
  private let closing: WindowClosing
  private let toasts: WindowToasts
  private let offer: PendingChangesOffer
  /// The task of the last request. Requests are handled one after the other.
  private var opening: Task<Void, Never>?

  init(
    _ session: CalendarSession, _ preferences: Preferences, _ closing: WindowClosing,
    _ dialogs: WindowDialogs,
    _ toasts: WindowToasts
  ) {
    (self.session, self.preferences, self.closing, self.toasts) = (session, preferences, closing, toasts)
    offer = PendingChangesOffer(session, dialogs, toasts) { closing.isClosing }
  }

  /// Opens the requested calendars, once all earlier requests are done.
  func open(_ request: OpenRequest) {
    let previous = opening
    opening = Task {
      await previous?.value
      await carryOut(request)
    }
  }

  private func carryOut(_ request: OpenRequest) async {
    if let view = request.view { showView(view) }
    if request.paths.isEmpty, !request.isSample, session.source != .nothing {
      // The window was only activated; its calendars are already open.
      if let date = request.date { showDay(date) }
      return
    }
    guard await mayReplace(), !closing.isClosing else { return }
    let requested: (paths: [String], source: CalendarSession.Source)
    do throws(OpeningFailure) {
      requested = try session.choose(
        request, lastOpened: preferences[Preferences.lastOpened], today: session.today)
    } catch {
      return toasts.showToast(error.message(session.phrases.translator))
    }
    if session.source == .nothing, let date = request.date { showDay(date) }
    // A visible toast may offer to undo a change in calendars that are being closed.
    toasts.dismiss()
    await session.open(requested.paths, as: requested.source)
    // A path that does not exist is not reopened at the next start.
    let opened = session.calendars.map(\.id.key)
    if requested.source == .chosen, !opened.isEmpty {
      preferences[Preferences.lastOpened] = opened
      for path in session.calendars.compactMap(\.location.path) { addRecent(path) }
    }
    onOpened(request.date ?? session.today)
    Task { await offer.offer() }
  }

  /// Ends the active interaction, and asks the user before changes are lost.
  private func mayReplace() async -> Bool {
    guard session.source != .nothing, let reason = await closing.settle().first else { return true }
    let button = session.phrases.translator.tr("Open Without Saving")
    return await closing.askAboutLoss(reason, button: button) == .lose
  }

  private func addRecent(_ path: String) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
  }
}

extension CalendarSession {
  /// The current day in the display zone.
  var today: Day { displayZone.time(at: .now).wall.day }
}
