import CalendarModel
import CalendarStore
import CalendarText

// The calendars of the user's accounts. They are listed after the first frame, and are open alongside the files
// as long as they are listed.
extension CalendarSession {
  /// Returns whether a calendar belongs to an account or is a subscription, even if it is no longer listed.
  package func isInAccountOrSubscription(_ calendar: CalendarID) -> Bool {
    listingBackend(of: calendar) != nil
  }

  private func listingBackend(of calendar: CalendarID) -> (any ListingBackend)? {
    if let accounts, accounts.owns(calendar) { return accounts }
    if let subscriptions, subscriptions.owns(calendar) { return subscriptions }
    return nil
  }

  /// Lists the calendars of accounts, opens them, and follows changes to the list. Does nothing if there are no
  /// accounts or if it has been called before.
  package func startAccounts() {
    guard let accounts, accountTask == nil else { return }
    accountTask = Task { [weak self] in
      await self?.listAccounts()
      for await calendars in accounts.listings { await self?.setListedCalendars(calendars, of: accounts) }
    }
  }

  /// Lists the calendars of accounts. Call this to try again after it has failed.
  package func listAccounts() async {
    guard let accounts else { return }
    do throws(AccountsUnavailable) {
      await setListedCalendars(try await accounts.listCalendars(), of: accounts)
    } catch {
      guard accountsUnavailable != error else { return }
      accountsUnavailable = error
      reports.send(.displayChanged)
    }
  }

  /// Replaces the listed calendars of a backend. Those of the other backend stay.
  func setListedCalendars(_ newCalendars: [ListedCalendar], of backend: any ListingBackend) async {
    let isFirstAccountList = accounts.map { $0 === backend } == true && !hasListedAccounts
    if isFirstAccountList { hasListedAccounts = true }
    await replaceListedCalendars(with: newCalendars, of: backend)
    // If a calendar has become available, that has already been reported.
    if isFirstAccountList, availableListedCalendars.isEmpty { reports.send(.accountsOpened) }
  }

  private func replaceListedCalendars(
    with newCalendars: [ListedCalendar], of backend: any ListingBackend
  ) async {
    let isAccountList = accounts.map { $0 === backend } ?? false
    let otherCalendars = listedCalendars.filter { !backend.owns($0.id) }
    let allCalendars = isAccountList ? newCalendars + otherCalendars : otherCalendars + newCalendars
    guard allCalendars != listedCalendars || (isAccountList && accountsUnavailable != nil) else { return }
    if isAccountList { accountsUnavailable = nil }
    let hasSameIDs = allCalendars.map(\.id) == listedCalendars.map(\.id)
    let removedIDs = Set(listedCalendars.map(\.id)).subtracting(allCalendars.map(\.id))
    listedCalendars = allCalendars
    choices.recordListed(allCalendars)
    for calendar in removedIDs { forgetEdits(of: calendar) }
    // The state of a subscription may have changed, although its events have not.
    if hasSameIDs, !isAccountList { return reports.send(.displayChanged) }
    await openListedCalendars()
  }

  /// Opens the listed calendars alongside the user's own ones, but not alongside the sample.
  func openListedCalendars() async {
    guard source == .ownCalendars || source == .chosen else { return }
    let snapshot = await store.setListedCalendars(listedCalendars.map(\.id))
    guard source == .ownCalendars || source == .chosen else { return }
    await waitForIdleFrame()
    adopt(snapshot, isExternal: true)
  }

  /// Determines whether the user's own folder is needed. It is not needed as long as it has no events and new events
  /// go to the default calendar of the accounts, which may have the same name. Once it has had events, it stays.
  func updateUnneededCalendar() {
    let allCalendars = snapshot?.calendars ?? []
    let defaultAccountCalendar = listedCalendars.first(where: \.isDefault)?.id
    guard let personal = allCalendars.first(where: { $0.id == personalCalendar }), personal.eventCount == 0,
      personal.isAvailable
    else {
      unneededCalendar = nil
      if allCalendars.contains(where: { $0.id == personalCalendar && $0.eventCount > 0 }) {
        personalCalendar = nil
      }
      return
    }
    let isNeeded = !allCalendars.contains {
      $0.id == defaultAccountCalendar && $0.isAvailable && $0.state == .ready
    }
    unneededCalendar = isNeeded || choices.lastUsed == personal.id ? nil : personal.id
  }

  /// Tries again to reach a calendar of an account, at the user's request.
  ///
  /// - Returns: a message that explains why the calendar is unavailable; nil if it is now available.
  func retryListedCalendar(_ calendar: CalendarID) async -> String? {
    if subscriptionStatus(of: calendar) != nil { return await refreshSubscription(calendar) }
    if let info = calendars.first(where: { $0.id == calendar }), info.isAvailable {
      // The state of the calendar changes later, when the server answers.
      do throws(StoreError) {
        try await listingBackend(of: calendar)?.refresh(calendar)
      } catch {
        return error.message(phrases.translator)
      }
      return nil
    }
    adopt(await store.reopen(calendar))
    return calendars.first { $0.id == calendar && !$0.isAvailable }.flatMap(unavailableMessage)
  }

  // MARK: States

  /// The state that the sidebar shows for a calendar of an account.
  package enum AccountState: Hashable, Sendable {
    /// It is being opened for the first time.
    case loading
    case offline
    /// Its server reports an error, with this message.
    case serverError(String)
    case needsSignIn
    /// It cannot be opened.
    case failed
    /// It is a subscription that could not be refreshed. Its last copy is shown.
    case outdated(SubscriptionFault)

    /// Whether trying again may help.
    package var canRetry: Bool {
      switch self {
      case .offline, .serverError, .needsSignIn, .failed, .outdated: true
      case .loading: false
      }
    }
  }

  /// Returns the state of a calendar of an account; nil if it can be used, or for a file or folder.
  package func accountState(of calendar: CalendarInfo) -> AccountState? {
    guard isInAccountOrSubscription(calendar.id) else { return nil }
    switch calendar.unavailableReason {
    case .notResponding: return .loading
    case .missing(.signInNeeded): return .needsSignIn
    case .missing(.offline), .missing(.noAnswer): return .offline
    case .missing(.serverError(_, let message)): return .serverError(message)
    case .missing: return .failed
    case nil: break
    }
    if let fault = subscriptionStatus(of: calendar.id)?.fault { return .outdated(fault) }
    return switch calendar.state {
    case .offline: .offline
    case .serverError(let message): .serverError(message)
    case .needsSignIn: .needsSignIn
    case .notAvailable: .failed
    case .ready, .readOnly: nil
    }
  }

  /// Returns a message about an account's calendar that shows its last known events, but cannot be changed on the
  /// server now; nil for any other calendar.
  func stateMessage(_ calendar: CalendarInfo) -> String? {
    let t = phrases.translator
    if let message = subscriptionMessage(calendar) { return message }
    return switch calendar.state {
    case .offline:
      t.tr(
        "“{calendar}” is offline. Its last known events are shown, and your changes are kept until it can be reached.",
        ["calendar": calendar.name])
    case .serverError(let message):
      t.tr(
        "The server for “{calendar}” reports an error: {reason}. The last known events are shown. Your changes are kept and will be saved once the server works again.",
        ["calendar": calendar.name, "reason": message])
    case .needsSignIn:
      t.tr(
        "“{calendar}” requires you to sign in to its account in Settings. Its last known events are shown.",
        ["calendar": calendar.name])
    case .ready, .readOnly, .notAvailable: nil
    }
  }

  /// One line that says why the calendars of accounts are not shown; nil if they are, or if there are no accounts.
  package var accountsMessage: String? {
    let t = phrases.translator
    return switch accountsUnavailable {
    case nil: nil
    case .noSessionBus: t.tr("Online accounts are not available: there is no session bus.")
    case .notInstalled: t.tr("Online accounts are not available: Evolution Data Server is not installed.")
    case .noAnswer: t.tr("Online accounts are not available: Evolution Data Server is not responding.")
    case .unsupportedVersion:
      t.tr("Online accounts are not available: this version of Evolution Data Server is not supported.")
    case .failed(let message): t.tr("Online accounts are not available: {reason}", ["reason": message])
    }
  }

  /// Whether listing the accounts again may help.
  package var canRetryListingAccounts: Bool { accountsUnavailable?.mayBeTemporary ?? false }
}
