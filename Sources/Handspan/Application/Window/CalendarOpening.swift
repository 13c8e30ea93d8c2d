import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import UserSettings

/// Opens and closes calendars. Several calendars can be open at the same time.
@MainActor
final class CalendarOpening {
  /// Switches to another view.
  var showView: (ViewKind) -> Void = { _ in }
  var showDay: (Day) -> Void = { _ in }
  /// Shows and focuses an event.
  var reveal: (Occurrence) -> Void = { _ in }
  /// Called with the link when the user has opened a link to a calendar on the web.
  var onLink: (String) -> Void = { _ in }
  /// Called after calendars have been opened, with the day to show.
  var onOpened: (Day) -> Void = { _ in }

  /// The event to show once its calendar has been listed.
  private var awaitedEvent: OccurrenceReference?

  private let session: CalendarSession
  private let closing: WindowClosing
  private let toasts: WindowToasts
  private let pendingChangesOffer: PendingChangesOffer
  private let interruptedSplitOffer: InterruptedSplitOffer
  /// The task of the last request. Requests are handled one at a time.
  private var lastRequestTask: Task<Void, Never>?

  init(
    _ session: CalendarSession, _ closing: WindowClosing, _ dialogs: WindowDialogs, _ toasts: WindowToasts
  ) {
    (self.session, self.closing, self.toasts) = (session, closing, toasts)
    pendingChangesOffer = PendingChangesOffer(session, dialogs, toasts) { closing.isClosing }
    interruptedSplitOffer = InterruptedSplitOffer(session, dialogs) { closing.isClosing }
    // Repairs of interrupted splits are offered only after the changes that an earlier run could not save, because
    // those changes may complete the splits.
    pendingChangesOffer.onEnd = { [interruptedSplitOffer] in await interruptedSplitOffer.present() }
  }

  /// Opens the requested calendars after all earlier requests have been handled.
  func open(_ request: OpenRequest) {
    enqueue { [weak self] in
      self?.awaitedEvent = nil
      await self?.handle(request)
      if let event = request.event { self?.show(event) }
    }
  }

  private func show(_ event: OccurrenceReference) {
    guard !closing.isClosing else { return }
    guard let occurrence = session.occurrence(event) else { return awaitedEvent = event }
    awaitedEvent = nil
    reveal(occurrence)
  }

  /// Shows the event that was requested before its calendar was listed.
  func calendarsWereListed() { if let awaitedEvent { show(awaitedEvent) } }

  private func handle(_ request: OpenRequest) async {
    var request = request
    let links = request.takeLinks()
    // The window and its calendars are shown first.
    defer { for link in links { onLink(link) } }
    if let view = request.view { showView(view) }
    if request.paths.isEmpty, !request.isSample, session.source != .nothing {
      // The window was only activated; its calendars are already open.
      if let date = request.date { showDay(date) }
      return
    }
    if !request.paths.isEmpty, keepsOpenCalendars { return await openAdditionally(request) }
    guard await confirmReplacing(), !closing.isClosing else { return }
    let resolved: (paths: [String], source: CalendarSession.Source)
    do throws(OpeningFailure) {
      resolved = try session.resolve(request, today: session.today)
    } catch {
      return toasts.showToast(error.message(session.phrases.translator))
    }
    if session.source == .nothing, let date = request.date { showDay(date) }
    // A visible toast may offer to undo a change in calendars that are being closed.
    toasts.dismiss()
    await session.open(resolved.paths, as: resolved.source)
    if resolved.source == .chosen { recordOpened(session.calendars, isTemporary: request.isTemporary) }
    onOpened(request.date ?? session.today)
    Task { await pendingChangesOffer.present() }
  }

  /// Offers the changes that an earlier run could not save.
  func offerPendingChanges() { Task { await pendingChangesOffer.present() } }

  /// Whether requested calendars are added to the open ones or, in a new window, to the calendars that were
  /// open last time. Otherwise, the requested calendars replace the sample, or the user's own calendar if it has
  /// no events.
  private var keepsOpenCalendars: Bool {
    switch session.source {
    case .nothing: !session.choices.opened.isEmpty
    case .ownCalendars: !session.isUnused
    case .chosen: !session.calendars.isEmpty
    case .sample: false
    }
  }

  /// Opens calendars in addition to the open ones, and offers to close them again.
  private func openAdditionally(_ request: OpenRequest) async {
    let isNewWindow = session.source == .nothing
    if isNewWindow {
      if let date = request.date { showDay(date) }
      await session.open(session.choices.opened.map(\.key), as: .ownCalendars)
    }
    guard !closing.isClosing else { return }
    let addedCalendars = await session.openAdditional(request.paths)
    recordOpened(addedCalendars, isTemporary: request.isTemporary)
    if !request.isTemporary { session.keep(request.paths.map { CalendarID($0) }) }
    if isNewWindow {
      onOpened(request.date ?? session.today)
    } else if let date = request.date {
      showDay(date)
    }
    session.recordOpening(of: addedCalendars)
    if addedCalendars.isEmpty, session.failureMessages.isEmpty, !isNewWindow {
      toasts.showToast(
        session.phrases.translator.trn(
          "The calendar is already open", "The calendars are already open", request.paths.count))
    }
    Task { await pendingChangesOffer.present() }
  }

  /// Adds newly opened calendars to the Open Recent menu, and records, for the next launch, all open calendars that are
  /// not temporary. Calendars that could not be opened because their files do not exist are not included.
  private func recordOpened(_ calendars: [CalendarInfo], isTemporary: Bool = false) {
    guard !calendars.isEmpty else { return }
    for path in calendars.compactMap(\.location.path) { addRecent(path) }
    if isTemporary { session.showTemporarily(calendars) } else { session.rememberOpenCalendars() }
  }

  // MARK: Closing a calendar

  /// Closes a calendar after all earlier requests have been handled.
  func close(_ calendar: CalendarID) {
    enqueue { [weak self] in
      guard let self, let info = self.session.calendars.first(where: { $0.id == calendar }) else { return }
      guard await self.confirmClosing(calendar), !self.closing.isClosing else { return }
      await self.session.close(info)
      // Like any other one, the user's own calendar can then be opened again from the menu.
      if let path = info.location.path { addRecent(path) }
    }
  }

  private func confirmClosing(_ calendar: CalendarID) async -> Bool {
    _ = await closing.saveAll()
    guard let reason = await session.flush(calendar).first else { return true }
    let discardLabel = session.phrases.translator.tr("Close Without Saving")
    return await closing.askAboutUnsavedChanges(reason, discardLabel: discardLabel) == .discard
  }

  /// If no calendar is open, opens the calendars that are recorded for the next launch or, if none are
  /// recorded, the user's own calendar.
  func openOwnCalendarsIfEmpty() async {
    guard session.calendars.isEmpty,
      let resolved = try? session.resolve(OpenRequest(), today: session.today)
    else { return }
    await session.open(resolved.paths, as: resolved.source)
  }

  // MARK: Discovered calendars

  /// Stops offering a calendar of another program.
  func dismiss(_ calendar: DiscoveredCalendar) { session.dismiss(calendar.path, named: calendar.name) }

  private func enqueue(_ body: @escaping @MainActor () async -> Void) {
    let previousTask = lastRequestTask
    lastRequestTask = Task {
      await previousTask?.value
      await body()
    }
  }

  /// Ends the active interaction, saves all changes, and asks the user before changes are lost.
  ///
  /// - Returns: whether the open calendars may be replaced.
  private func confirmReplacing() async -> Bool {
    guard session.source != .nothing, let reason = await closing.saveAll().first else { return true }
    let discardLabel = session.phrases.translator.tr("Open Without Saving")
    return await closing.askAboutUnsavedChanges(reason, discardLabel: discardLabel) == .discard
  }

  func addRecent(_ path: String) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
  }
}

extension CalendarSession {
  /// The current day in the display zone.
  var today: Day { displayZone.time(at: .now).wall.day }
}
