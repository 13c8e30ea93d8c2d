import CalendarModel
import CalendarStore
import CalendarText

// The calendars of the user's accounts. They are listed after the first frame, and are open beside the files as
// long as they are listed.
extension CalendarSession {
  /// Whether a calendar belongs to an account, even if it is no longer listed.
  package func isInAccount(_ calendar: CalendarID) -> Bool { accounts?.owns(calendar) ?? false }

  /// Lists the calendars of accounts, opens them, and follows the changes of the list. Does nothing if there are no
  /// accounts, or if it was called before.
  package func startAccounts() {
    guard let accounts, accountTask == nil else { return }
    accountTask = Task { [weak self] in
      await self?.listAccounts()
      for await calendars in accounts.listings { await self?.setAccountCalendars(calendars) }
    }
  }

  /// Lists the calendars of accounts again, after that has failed.
  package func listAccounts() async {
    guard let accounts else { return }
    do throws(AccountsUnavailable) {
      await setAccountCalendars(try await accounts.listCalendars())
    } catch {
      guard accountsUnavailable != error else { return }
      accountsUnavailable = error
      onDisplayChange()
    }
  }

  private func setAccountCalendars(_ listed: [AccountCalendar]) async {
    guard listed != accountCalendars || accountsUnavailable != nil else { return }
    accountsUnavailable = nil
    let removed = Set(accountCalendars.map(\.id)).subtracting(listed.map(\.id))
    accountCalendars = listed
    hideUnselected(listed.filter { !knownAccountCalendars.contains($0.id) })
    for calendar in removed { forgetEdits(of: calendar) }
    await openAccountCalendars()
  }

  /// Hides new calendars that another program does not show.
  private func hideUnselected(_ new: [AccountCalendar]) {
    guard !new.isEmpty else { return }
    knownAccountCalendars.formUnion(new.map(\.id))
    onKnownAccountCalendarsChanged()
    let unselected = new.filter { !$0.isSelected }.map(\.id)
    guard !unselected.isEmpty else { return }
    hiddenCalendars.formUnion(unselected)
    onHiddenCalendarsChanged()
  }

  /// Opens the listed calendars beside the user's own ones. The sample is alone.
  func openAccountCalendars() async {
    guard source == .own || source == .chosen else { return }
    let snapshot = await store.setAccountCalendars(accountCalendars.map(\.id))
    guard source == .own || source == .chosen else { return }
    await waitForIdleFrame()
    adopt(snapshot, isExternal: true)
  }

  /// Determines whether the user's own folder is needed. It is not while it has no events and new events go to the
  /// default calendar of the accounts, which may have the same name. Once it had events, it stays.
  func updateUnneededCalendar() {
    let all = snapshot?.calendars ?? []
    let chosenElsewhere = accountCalendars.first(where: \.isDefault)?.id
    guard let own = all.first(where: { $0.id == personalCalendar }), own.eventCount == 0, own.isAvailable
    else {
      unneededCalendar = nil
      if all.contains(where: { $0.id == personalCalendar && $0.eventCount > 0 }) { personalCalendar = nil }
      return
    }
    let isNeeded = !all.contains { $0.id == chosenElsewhere && $0.isAvailable && $0.state == .ready }
    unneededCalendar = isNeeded || lastCalendar == own.id ? nil : own.id
  }

  /// Tries again to reach a calendar of an account, at the user's request.
  ///
  /// - Returns: a message that explains why the calendar is unavailable; nil if it is now available.
  func retryInAccount(_ calendar: CalendarID) async -> String? {
    if let info = calendars.first(where: { $0.id == calendar }), info.isAvailable {
      // The answer changes its state later.
      do throws(StoreError) {
        try await accounts?.refresh(calendar)
      } catch {
        return error.message(phrases.translator)
      }
      return nil
    }
    adopt(await store.reopen(calendar))
    return calendars.first { $0.id == calendar && !$0.isAvailable }.flatMap(unavailableMessage)
  }

  // MARK: States

  /// The state of a calendar of an account that is told in the sidebar.
  package enum AccountState: Hashable, Sendable {
    /// It is being opened for the first time.
    case loading
    case offline
    /// Its server reports an error, in its own words.
    case serverError(String)
    case needsSignIn
    /// It cannot be opened.
    case failed

    package var isServerError: Bool { if case .serverError = self { true } else { false } }

    /// Whether it may help to try again.
    package var mayEnd: Bool {
      switch self {
      case .offline, .serverError, .needsSignIn, .failed: true
      case .loading: false
      }
    }
  }

  /// Returns the state of a calendar of an account; nil if it can be used, or for a file or folder.
  package func accountState(of calendar: CalendarInfo) -> AccountState? {
    guard isInAccount(calendar.id) else { return nil }
    switch calendar.unavailableReason {
    case .notResponding: return .loading
    case .missing(.signInNeeded): return .needsSignIn
    case .missing(.offline), .missing(.noAnswer): return .offline
    case .missing(.serverError(_, let words)): return .serverError(words)
    case .missing: return .failed
    case nil: break
    }
    return switch calendar.state {
    case .offline: .offline
    case .serverError(let words): .serverError(words)
    case .needsSignIn: .needsSignIn
    case .notAvailable: .failed
    case .ready, .readOnly: nil
    }
  }

  /// Returns a message about a calendar of an account that shows what is known of it, but cannot be changed on the
  /// server now.
  func stateMessage(_ calendar: CalendarInfo) -> String? {
    let t = phrases.translator
    return switch calendar.state {
    case .offline:
      t.tr(
        "“{calendar}” is offline. Its last known events are shown, and your changes are kept until it can be reached.",
        ["calendar": calendar.name])
    case .serverError(let words):
      t.tr(
        "The server of “{calendar}” reports an error: {reason}. Its last known events are shown, and your changes are kept until it works again.",
        ["calendar": calendar.name, "reason": words])
    case .needsSignIn:
      t.tr(
        "“{calendar}” needs a sign-in. Its last known events are shown. Sign in to its account in Settings.",
        ["calendar": calendar.name])
    case .ready, .readOnly, .notAvailable: nil
    }
  }

  /// Says in one line why the calendars of accounts are not shown; nil if they are, or if there are no accounts.
  package var accountsMessage: String? {
    let t = phrases.translator
    return switch accountsUnavailable {
    case nil: nil
    case .noSessionBus: t.tr("Online accounts are not available: there is no session bus.")
    case .notInstalled: t.tr("Online accounts are not available: Evolution Data Server is not installed.")
    case .noAnswer: t.tr("Online accounts are not available: Evolution Data Server does not answer.")
    case .otherVersion:
      t.tr("Online accounts are not available: this version of Evolution Data Server is not supported.")
    case .failed(let words): t.tr("Online accounts are not available: {reason}", ["reason": words])
    }
  }

  /// Whether it may help to list the accounts again.
  package var mayListAccountsAgain: Bool { accountsUnavailable?.mayBeTemporary ?? false }
}
