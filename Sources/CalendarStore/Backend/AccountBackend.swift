import CalendarModel

/// A backend that can list its calendars: those of the user's accounts.
///
/// The calendars are listed on demand, and a window does that only after its first frame, because a list may
/// take a second. From then on, `listings` yields the new list whenever it changes.
package protocol AccountBackend: CalendarBackend {
  /// Lists the calendars that are switched on.
  nonisolated(nonsending) func listCalendars() async throws(AccountsUnavailable) -> [AccountCalendar]

  /// The new list whenever it changes, after the first `listCalendars`. Supports a single consumer.
  var listings: AsyncStream<[AccountCalendar]> { get }

  /// Asks the server of a calendar for changes, at the user's request. The changes are reported when they arrive.
  nonisolated(nonsending) func refresh(_ calendar: CalendarID) async throws(StoreError)
}

/// A calendar of an account.
package struct AccountCalendar: Hashable, Sendable, Identifiable {
  package var id: CalendarID
  package var name: String
  /// The name of the account; nil if the calendar is on this computer.
  package var account: String?
  /// Whether the user wants to see it, as chosen in another program.
  package var isSelected: Bool
  /// Whether new events go there, as chosen in another program.
  package var isDefault: Bool
  /// The user's mail address in this calendar, without a scheme; nil if it is not known.
  package var userAddress: String?
  /// The state of a subscription that Handspan itself fetches; nil for a calendar of an account.
  package var subscription: SubscriptionStatus?

  package init(
    id: CalendarID, name: String, account: String? = nil, isSelected: Bool = true, isDefault: Bool = false,
    userAddress: String? = nil, subscription: SubscriptionStatus? = nil
  ) {
    (self.id, self.name, self.account, self.isSelected) = (id, name, account, isSelected)
    (self.isDefault, self.userAddress, self.subscription) = (isDefault, userAddress, subscription)
  }
}

/// The reason why the calendars of accounts are not available.
package enum AccountsUnavailable: Error, Hashable, Sendable {
  /// The desktop has no session bus.
  case noSessionBus
  /// The service that manages the accounts is not installed.
  case notInstalled
  /// The service did not answer in time.
  case noAnswer
  /// The service has a different interface from the one that is used here.
  case otherVersion
  /// The service failed, in its own words.
  case failed(String)

  /// Whether it may help to try again.
  package var mayBeTemporary: Bool {
    switch self {
    case .noAnswer, .failed: true
    case .noSessionBus, .notInstalled, .otherVersion: false
    }
  }
}

extension CalendarStore {
  /// How long to wait for calendars of accounts, in milliseconds. Those that are loaded by then are shown together;
  /// the others follow one by one.
  private static let maximumAccountWait = 300

  /// Opens the calendars of accounts beside the open ones, and closes those that are no longer listed. Those
  /// that cannot be opened now are listed as unavailable. A copy of the unsaved changes to a closed calendar is
  /// kept in the conflicts folder.
  ///
  /// - Returns: the new state.
  package func setAccountCalendars(_ ids: [CalendarID]) async -> StoreSnapshot {
    processMailbox()
    let listed = Set(ids)
    for calendar in calendars.map(\.id) where !isFileBased(calendar) && !listed.contains(calendar) {
      _ = await close(calendar)
    }
    let open = Set(calendars.map(\.id))
    let new = ids.filter { !open.contains($0) && !isFileBased($0) }
    guard !new.isEmpty else { return snapshot() }
    return await loadAndWatch(
      new.map(\.key), isReopening: true, maximumWait: CalendarStore.maximumAccountWait)
  }

  /// Reads a calendar of an account again if it is not available, and waits for the result.
  ///
  /// - Returns: the new state.
  package func reopen(_ calendar: CalendarID) async -> StoreSnapshot {
    processMailbox()
    let generation = openGeneration
    if calendars.contains(where: { $0.id == calendar && !$0.isFileBased && $0.unavailableReason != nil }) {
      load(calendar, openGeneration: generation)
      await waitUntilLoaded(openGeneration: generation)
    }
    return snapshot()
  }
}
