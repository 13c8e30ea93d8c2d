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
  /// Called when other calendars were opened, with the day to show.
  var onOpened: (Day) -> Void = { _ in }

  private let session: CalendarSession
  private let preferences: Preferences
  private let closing: WindowClosing
  private let toasts: WindowToasts
  private let offer: PendingChangesOffer
  /// The last request. Requests are handled one after the other.
  private var opening: Task<Void, Never>?

  init(
    _ session: CalendarSession, _ preferences: Preferences, _ closing: WindowClosing,
    _ dialogs: WindowDialogs,
    _ toasts: WindowToasts
  ) {
    (self.session, self.preferences, self.closing, self.toasts) = (session, preferences, closing, toasts)
    offer = PendingChangesOffer(session, dialogs, toasts) { closing.isClosing }
  }

  /// Opens the requested calendars, after all earlier requests.
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
      // The running window was activated; its calendars are open already.
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
    // The toast offers to undo a change in calendars that are no longer open.
    toasts.dismiss()
    await session.open(requested.paths, as: requested.source)
    // A path that could not be opened because nothing exists there is not reopened at the next start.
    let opened = session.calendars.map(\.id.key)
    if requested.source == .chosen, !opened.isEmpty {
      preferences[Preferences.lastOpened] = opened
      for path in session.calendars.compactMap(\.location.path) { addRecent(path) }
    }
    onOpened(request.date ?? session.today)
    Task { await offer.offer() }
  }

  /// Ends the active interaction, and asks before anything is lost.
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
  /// The present day in the display zone.
  var today: Day { displayZone.time(at: .now).wall.day }
}
