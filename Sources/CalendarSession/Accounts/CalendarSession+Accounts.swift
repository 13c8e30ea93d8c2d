import CalendarModel
import CalendarStore
import CalendarText

// The calendars of the user's accounts, which are open alongside the files as long as they are listed.
extension CalendarSession {
  /// Forgets the edits of calendars that are no longer listed, and opens those that are.
  func handleListing(removed: Set<CalendarID>) async {
    for calendar in removed { forgetEdits(of: calendar) }
    await openListedCalendars()
  }

  /// Opens the listed calendars alongside the user's own ones, but not alongside the sample.
  func openListedCalendars() async {
    guard source == .ownCalendars || source == .chosen else { return }
    let snapshot = await store.setListedCalendars(listed.calendars.map(\.id))
    guard source == .ownCalendars || source == .chosen else { return }
    await waitForIdleFrame()
    adopt(snapshot, isExternal: true)
  }

  /// Tries again to reach a calendar of an account, at the user's request.
  ///
  /// - Returns: a message that explains why the calendar is unavailable; nil if it is now available.
  func retryListedCalendar(_ calendar: CalendarID) async -> String? {
    if listed.subscription(calendar) != nil { return await refreshSubscription(calendar) }
    if let info = calendars.first(where: { $0.id == calendar }), info.isAvailable {
      // The state of the calendar changes later, when the server answers.
      do throws(StoreError) {
        try await listed.refresh(calendar)
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
    guard listed.owns(calendar.id) else { return nil }
    switch calendar.unavailableReason {
    case .notResponding: return .loading
    case .missing(.signInNeeded): return .needsSignIn
    case .missing(.offline), .missing(.noAnswer): return .offline
    case .missing(.serverError(_, let message)): return .serverError(message)
    case .missing: return .failed
    case nil: break
    }
    if let fault = listed.subscription(calendar.id)?.fault { return .outdated(fault) }
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
    return switch listed.accountsUnavailable {
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
  package var canRetryListingAccounts: Bool {
    listed.accountsUnavailable?.mayBeTemporary ?? false
  }
}
