import CalendarModel

/// A backend that can list its calendars, such as those of the user's accounts or the user's subscriptions.
///
/// A window lists the calendars only after its first frame, because listing them may take a second. From then on,
/// `listings` yields the new list whenever it changes.
package protocol ListingBackend: CalendarBackend {
  /// Lists the calendars that are switched on.
  nonisolated(nonsending) func listCalendars() async throws(AccountsUnavailable) -> [ListedCalendar]

  /// Yields the new list whenever it changes, after the first call to `listCalendars`. Supports a single consumer.
  var listings: AsyncStream<[ListedCalendar]> { get }

  /// Asks the server of a calendar for changes, at the user's request. The changes are reported when they arrive.
  nonisolated(nonsending) func refresh(_ calendar: CalendarID) async throws(StoreError)
}

/// A calendar that a `ListingBackend` lists: one of an account, or a subscription.
package struct ListedCalendar: Hashable, Sendable, Identifiable {
  package var id: CalendarID
  package var name: String
  /// The name of the account; nil if the calendar is on this computer.
  package var account: String?
  /// Whether the user wants to see it, as chosen in another program.
  package var isSelected: Bool
  /// Whether new events are added to it by default, as chosen in another program.
  package var isDefault: Bool
  /// The state of a subscription that Handspan itself fetches; nil for a calendar of an account.
  package var subscription: SubscriptionStatus?

  package init(
    id: CalendarID, name: String, account: String? = nil, isSelected: Bool = true, isDefault: Bool = false,
    subscription: SubscriptionStatus? = nil
  ) {
    (self.id, self.name, self.account, self.isSelected) = (id, name, account, isSelected)
    (self.isDefault, self.subscription) = (isDefault, subscription)
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
  /// The interface of the service differs from the one that Handspan uses.
  case unsupportedVersion
  /// The service failed. The value is its message.
  case failed(String)

  /// Whether trying again may help.
  package var mayBeTemporary: Bool {
    switch self {
    case .noAnswer, .failed: true
    case .noSessionBus, .notInstalled, .unsupportedVersion: false
    }
  }
}

extension CalendarStore {
  /// How long to wait for listed calendars, in milliseconds. Those that are loaded by then are shown together; the
  /// others follow one by one.
  private static let maximumAccountWait = 300

  /// Opens the given calendars of accounts and subscriptions in addition to the open ones, and closes those that
  /// are no longer listed. Calendars that cannot be opened now are listed as unavailable.
  ///
  /// A calendar may be missing from the list only for a while. The unsaved changes to it stay stored, and are applied
  /// when it is listed again, in this run or in a later one.
  ///
  /// - Returns: the new state.
  package func setListedCalendars(_ ids: [CalendarID]) async -> StoreSnapshot {
    processMailbox()
    let listedIDs = Set(ids)
    for calendar in calendars.map(\.id) where !isFileBased(calendar) && !listedIDs.contains(calendar) {
      await closeAbsent(calendar)
    }
    let openIDs = Set(calendars.map(\.id))
    let newIDs = ids.filter { !openIDs.contains($0) && !isFileBased($0) }
    guard !newIDs.isEmpty else { return snapshot() }
    _ = await loadAndWatch(
      newIDs.map(\.key), isReopening: true, maximumWait: CalendarStore.maximumAccountWait)
    for calendar in newIDs { applyRecordsOfAbsence(of: calendar) }
    return snapshot()
  }

  /// Reads a listed calendar again if it is not available, and waits for the result.
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
