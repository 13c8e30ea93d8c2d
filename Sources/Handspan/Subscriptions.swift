import CalendarModel
import FoundationEssentials
import SubscriptionBackend

/// The calendars on the web that the user has subscribed to.
enum Subscriptions {
  /// The subscriptions for a command, which reads the last copies and fetches nothing.
  static let shared = SubscriptionBackend(isFetching: false, now: { Instant.now.seconds })

  /// The subscriptions for a window, which starts nothing yet. Tests set HANDSPAN_CERTIFICATES to a file with the
  /// certificates of their servers.
  static var backend: SubscriptionBackend {
    SubscriptionBackend(
      trustedCertificates: ProcessInfo.processInfo.environment["HANDSPAN_CERTIFICATES"],
      now: { Instant.now.seconds })
  }
}
