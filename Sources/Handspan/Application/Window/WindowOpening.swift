import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// Opens calendars beside the open ones, and closes them.
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
  /// Takes back what was opened or closed last.
  private var undoing: (@MainActor () async -> Void)?

  init(
    _ session: CalendarSession, _ preferences: Preferences, _ closing: WindowClosing,
    _ dialogs: WindowDialogs,
    _ toasts: WindowToasts
  ) {
    (self.session, self.preferences, self.closing, self.toasts) = (session, preferences, closing, toasts)
    offer = PendingChangesOffer(session, dialogs, toasts) { closing.isClosing }
  }

  /// Opens the requested calendars, after all earlier requests.
  func open(_ request: OpenRequest) { enqueue { [weak self] in await self?.handle(request) } }

  private func handle(_ request: OpenRequest) async {
    if let view = request.view { showView(view) }
    if request.paths.isEmpty, !request.isSample, session.source != .nothing {
      // The window was only activated; its calendars are already open.
      if let date = request.date { showDay(date) }
      return
    }
    if !request.paths.isEmpty, keepsOpenCalendars { return await add(request) }
    guard await confirmReplacing(), !closing.isClosing else { return }
    let requested: (paths: [String], source: CalendarSession.Source)
    do throws(OpeningFailure) {
      requested = try session.resolve(
        request, lastOpened: preferences[Preferences.lastOpened], today: session.today)
    } catch {
      return toasts.showToast(error.message(session.phrases.translator))
    }
    if session.source == .nothing, let date = request.date { showDay(date) }
    // A visible toast may offer to undo a change in calendars that are being closed.
    toasts.dismiss()
    await session.open(requested.paths, as: requested.source)
    if requested.source == .chosen { noteOpened(session.calendars) }
    onOpened(request.date ?? session.today)
    Task { await offer.offer() }
  }

  /// Whether what is asked for is opened beside the open calendars, or beside those that were open last if the
  /// window is new. The sample, and a calendar of the user's own that has never been used, make way.
  private var keepsOpenCalendars: Bool {
    switch session.source {
    case .nothing: !preferences[Preferences.lastOpened].isEmpty
    case .own: !session.isUnused
    case .chosen: !session.calendars.isEmpty
    case .sample: false
    }
  }

  /// Opens calendars beside the open ones, and offers to undo that.
  private func add(_ request: OpenRequest) async {
    let isNew = session.source == .nothing
    if isNew {
      if let date = request.date { showDay(date) }
      await session.open(preferences[Preferences.lastOpened], as: .own)
    }
    guard !closing.isClosing else { return }
    let added = await session.add(request.paths)
    noteOpened(added)
    if isNew {
      onOpened(request.date ?? session.today)
    } else if let date = request.date {
      showDay(date)
    }
    let t = session.phrases.translator
    if let first = added.first {
      let words =
        added.count == 1
        ? t.tr("“{calendar}” was opened", ["calendar": first.name])
        : t.trn("{count} calendar was opened", "{count} calendars were opened", added.count)
      offerUndo(words) { [weak self] in
        for calendar in added { await self?.closeNow(calendar.id) }
      }
    } else if session.failures.isEmpty, !isNew {
      toasts.showToast(
        t.trn("The calendar is open already", "The calendars are open already", request.paths.count))
    }
    Task { await offer.offer() }
  }

  /// Remembers the open calendars for the next start, and lists the new ones under Recent. One that could not be
  /// opened because nothing exists there is not among them.
  private func noteOpened(_ new: [CalendarInfo]) {
    guard !new.isEmpty else { return }
    preferences[Preferences.lastOpened] = session.calendars.map(\.id.key)
    for path in new.compactMap(\.location.path) { addRecent(path) }
  }

  // MARK: Closing a calendar

  /// Closes a calendar, after all earlier requests.
  func close(_ calendar: CalendarID) {
    enqueue { [weak self] in
      guard let self, let info = self.session.calendars.first(where: { $0.id == calendar }) else { return }
      guard await self.mayClose(calendar), !self.closing.isClosing else { return }
      await self.closeNow(calendar)
      let words = self.session.phrases.translator.tr("“{calendar}” was closed", ["calendar": info.name])
      self.offerUndo(words) { [weak self] in
        guard let self else { return }
        self.noteOpened(await self.session.add([calendar.key]))
      }
    }
  }

  private func mayClose(_ calendar: CalendarID) async -> Bool {
    _ = await closing.saveAll()
    guard let reason = await session.finish(calendar).first else { return true }
    let button = session.phrases.translator.tr("Close Without Saving")
    return await closing.askAboutUnsavedChanges(reason, button: button) == .discard
  }

  /// Closes a calendar. After the last one, the user's own opens.
  private func closeNow(_ calendar: CalendarID) async {
    await session.closeCalendar(calendar)
    preferences[Preferences.lastOpened] = session.calendars.map(\.id.key)
    if session.calendars.isEmpty,
      let own = try? session.resolve(OpenRequest(), lastOpened: [], today: session.today)
    {
      await session.open(own.paths, as: own.source)
    }
  }

  /// Shows a toast with a button that takes back what was opened or closed.
  private func offerUndo(_ words: String, _ body: @escaping @MainActor () async -> Void) {
    undoing = body
    toasts.showToast(words, button: .undoOpening)
  }

  /// Takes back what was opened or closed last.
  func undo() {
    guard let undoing else { return }
    self.undoing = nil
    enqueue(undoing)
  }

  private func enqueue(_ body: @escaping @MainActor () async -> Void) {
    let previous = opening
    opening = Task {
      await previous?.value
      await body()
    }
  }

  /// Ends the active interaction, and asks before anything is lost.
  private func confirmReplacing() async -> Bool {
    guard session.source != .nothing, let reason = await closing.saveAll().first else { return true }
    let button = session.phrases.translator.tr("Open Without Saving")
    return await closing.askAboutUnsavedChanges(reason, button: button) == .discard
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
