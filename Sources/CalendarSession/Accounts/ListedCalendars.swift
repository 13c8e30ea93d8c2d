import CalendarModel
import CalendarStore

/// The calendars of the user's accounts, and the calendars on the web that the user has subscribed to. They are listed
/// after the first frame.
@MainActor
package final class ListedCalendars {
  /// The calendars of accounts, followed by the subscriptions, as last listed.
  package private(set) var calendars: [ListedCalendar] = []
  /// Why the calendars of accounts cannot be listed; nil if they can, or if they have not been requested yet.
  private(set) var accountsUnavailable: AccountsUnavailable?
  /// Opens the listed calendars after the list has changed. The argument contains those that are no longer listed.
  var open: @MainActor (_ removed: Set<CalendarID>) async -> Void = { _ in }

  /// The calendars of the user's accounts; nil if there are no accounts.
  private let accounts: (any ListingBackend)?
  /// The subscriptions; nil if there can be none.
  private let subscriptions: (any SubscriptionManaging)?
  private let choices: CalendarChoices
  private let reports: SessionReports
  /// Whether the calendars of accounts have been listed.
  private var hasListedAccounts = false
  /// The listed calendars that were available when calendars were last shown.
  private var availableCalendars: Set<CalendarID> = []
  private var accountTask: Task<Void, Never>?
  private var subscriptionTask: Task<Void, Never>?

  init(
    accounts: (any ListingBackend)?, subscriptions: (any SubscriptionManaging)?, _ choices: CalendarChoices,
    _ reports: SessionReports
  ) {
    (self.accounts, self.subscriptions, self.choices, self.reports) = (
      accounts, subscriptions, choices, reports
    )
  }

  isolated deinit {
    accountTask?.cancel()
    subscriptionTask?.cancel()
  }

  /// The backends of these calendars.
  var backends: [any CalendarBackend] {
    var backends: [any CalendarBackend] = []
    if let accounts { backends.append(accounts) }
    if let subscriptions { backends.append(subscriptions) }
    return backends
  }

  /// Returns whether a calendar belongs to an account or is a subscription, even if it is no longer listed.
  package func owns(_ calendar: CalendarID) -> Bool { backend(of: calendar) != nil }

  /// Returns whether a calendar is a subscription.
  func isSubscription(_ calendar: CalendarID) -> Bool { subscriptions?.owns(calendar) == true }

  /// Returns whether a calendar belonged to an account that no longer has it. This is false as long as the accounts are
  /// not listed, because it may come back.
  func isGone(_ calendar: CalendarID) -> Bool {
    guard let accounts, hasListedAccounts, accountsUnavailable == nil else { return false }
    return accounts.owns(calendar) && !calendars.contains { $0.id == calendar }
  }

  private func backend(of calendar: CalendarID) -> (any ListingBackend)? {
    if let accounts, accounts.owns(calendar) { return accounts }
    if let subscriptions, subscriptions.owns(calendar) { return subscriptions }
    return nil
  }

  // MARK: Listing

  /// Lists the calendars of accounts, opens them, and follows changes to the list. Does nothing if there are no
  /// accounts or if it has been called before.
  package func startAccounts() {
    guard let accounts, accountTask == nil else { return }
    accountTask = Task { [weak self] in
      await self?.listAccounts()
      for await calendars in accounts.listings { await self?.set(calendars, of: accounts) }
    }
  }

  /// Lists the calendars of accounts. Call this to try again after it has failed.
  package func listAccounts() async {
    guard let accounts else { return }
    do throws(AccountsUnavailable) {
      await set(try await accounts.listCalendars(), of: accounts)
    } catch {
      guard accountsUnavailable != error else { return }
      accountsUnavailable = error
      reports.send(.displayChanged)
    }
  }

  /// Lists the subscriptions, opens them, and follows changes to the list. Does nothing if it has been called before.
  package func startSubscriptions() {
    guard let subscriptions, subscriptionTask == nil else { return }
    subscriptionTask = Task { [weak self] in
      if let calendars = try? await subscriptions.listCalendars(), !calendars.isEmpty {
        await self?.set(calendars, of: subscriptions)
      }
      for await calendars in subscriptions.listings { await self?.set(calendars, of: subscriptions) }
    }
  }

  /// Replaces the listed calendars of a backend. Those of the other backend stay.
  private func set(_ newCalendars: [ListedCalendar], of backend: any ListingBackend) async {
    let isFirstAccountList = accounts.map { $0 === backend } == true && !hasListedAccounts
    if isFirstAccountList { hasListedAccounts = true }
    await replace(with: newCalendars, of: backend)
    // If a calendar has become available, that has already been reported.
    if isFirstAccountList, availableCalendars.isEmpty { reports.send(.accountsOpened) }
  }

  private func replace(with newCalendars: [ListedCalendar], of backend: any ListingBackend) async {
    let isAccountList = accounts.map { $0 === backend } ?? false
    let otherCalendars = calendars.filter { !backend.owns($0.id) }
    let allCalendars = isAccountList ? newCalendars + otherCalendars : otherCalendars + newCalendars
    guard allCalendars != calendars || (isAccountList && accountsUnavailable != nil) else { return }
    if isAccountList { accountsUnavailable = nil }
    let hasSameIDs = allCalendars.map(\.id) == calendars.map(\.id)
    let removedIDs = Set(calendars.map(\.id)).subtracting(allCalendars.map(\.id))
    calendars = allCalendars
    choices.recordListed(allCalendars)
    // The state of a subscription may have changed, although its events have not.
    if hasSameIDs, !isAccountList { return reports.send(.displayChanged) }
    await open(removedIDs)
  }

  /// Reports if listed calendars have become available. Call this when calendars are shown.
  func recordShown(_ shown: [CalendarInfo]) {
    let available = Set(shown.filter { $0.isAvailable && owns($0.id) }.map(\.id))
    let hasNewlyAvailable = !available.isSubset(of: availableCalendars)
    availableCalendars = available
    if hasNewlyAvailable { reports.send(.accountsOpened) }
  }

  /// Refreshes a calendar.
  func refresh(_ calendar: CalendarID) async throws(StoreError) {
    try await backend(of: calendar)?.refresh(calendar)
  }

  // MARK: Subscriptions

  /// Returns the name of the server in an address, for display, or what is wrong with the address.
  package func host(of address: String) -> Result<String, SubscriptionFault> {
    guard let subscriptions else { return .failure(.notSupported) }
    do {
      return .success(try subscriptions.host(of: address))
    } catch {
      return .failure(error)
    }
  }

  /// Subscribes to a calendar, at the user's request. The calendar is shown once it is open.
  ///
  /// - Returns: the calendar, or the reason why it could not be added. In that case, nothing has changed.
  package func subscribe(to address: String) async -> Result<ListedCalendar, SubscriptionFault> {
    guard let subscriptions else { return .failure(.notSupported) }
    do throws(SubscriptionFault) {
      let newCalendar = try await subscriptions.add(address)
      if let calendars = try? await subscriptions.listCalendars() {
        await set(calendars, of: subscriptions)
      }
      return .success(newCalendar)
    } catch {
      return .failure(error)
    }
  }

  /// Sets the interval at which a subscription is fetched, in seconds; nil to follow its publisher.
  ///
  /// - Returns: the reason why the interval could not be stored; nil if it was.
  package func setRefreshInterval(_ interval: Int?, of calendar: CalendarID) async -> SubscriptionFault? {
    guard let subscriptions else { return .notSupported }
    do throws(SubscriptionFault) {
      try await subscriptions.setInterval(interval, of: calendar)
      return nil
    } catch {
      return error
    }
  }

  /// Ends a subscription, at the user's request.
  package func unsubscribe(from calendar: CalendarID) async {
    guard let subscriptions else { return }
    await subscriptions.remove(calendar)
    await set(calendars.filter { subscriptions.owns($0.id) && $0.id != calendar }, of: subscriptions)
    choices.forgetListed(calendar)
  }

  /// Returns the state of a subscription; nil for any other calendar.
  package func subscription(_ calendar: CalendarID) -> SubscriptionStatus? {
    calendars.first { $0.id == calendar }?.subscription
  }
}
