import CalendarModel

/// A backend for calendars on the web that the user has subscribed to. They are read-only.
package protocol SubscriptionManaging: ListingBackend {
  /// Returns the name of the server in an address. The name can be shown, whereas the address may contain a secret.
  ///
  /// - Throws: `SubscriptionFault` if `address` is not the address of a calendar on the web.
  nonisolated func host(of address: String) throws(SubscriptionFault) -> String

  /// Fetches a calendar and subscribes to it. If it cannot be fetched, no subscription is added.
  nonisolated(nonsending) func add(_ address: String) async throws(SubscriptionFault) -> ListedCalendar

  /// Sets how often a calendar is fetched.
  ///
  /// - Parameter interval: the time between fetches in seconds; nil to use the interval that its publisher suggests.
  nonisolated(nonsending) func setInterval(_ interval: Int?, of calendar: CalendarID)
    async throws(SubscriptionFault)

  /// Ends a subscription, and removes its stored data.
  nonisolated(nonsending) func remove(_ calendar: CalendarID) async
}

/// What is known about a subscription, apart from its events.
package struct SubscriptionStatus: Hashable, Sendable {
  /// The name of the server.
  package var host: String
  /// The time of the last successful refresh, in seconds since 1970; nil if there has been none.
  package var lastRefresh: Int?
  /// The reason why the latest refresh failed; nil if it succeeded.
  package var fault: SubscriptionFault?
  /// How often the user wants it to be fetched, in seconds; nil to use the interval that its publisher suggests.
  package var interval: Int?

  package init(
    host: String, lastRefresh: Int? = nil, fault: SubscriptionFault? = nil, interval: Int? = nil
  ) {
    (self.host, self.lastRefresh, self.fault, self.interval) = (host, lastRefresh, fault, interval)
  }
}
