import SubscriptionBackend

/// The calendars on the web that the user has subscribed to.
enum Subscriptions {
  /// The subscriptions for a command, which reads the last copies and fetches nothing.
  static let shared = SubscriptionBackend(isFetching: false)

  /// The subscriptions for a window, which starts nothing yet.
  static var backend: SubscriptionBackend { SubscriptionBackend() }
}
