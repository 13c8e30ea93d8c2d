import CalendarModel
import SubscriptionBackend

/// The calendars on the web that the user has subscribed to.
package enum Subscriptions {
  /// The subscriptions for a command, which only reads the last copies.
  package static let shared = SubscriptionBackend(isFetching: false, now: { Instant.now.seconds })

  /// The folder of the copies. It changes whenever a subscription is fetched, added or removed.
  package static var copiesFolder: String { SubscriptionBackend.copiesFolder }

  /// The copies on the disk, by calendar, for a program that reads them without a backend.
  package static var copies: [CalendarID: String] { SubscriptionBackend.copies() }

  /// Returns the subscriptions for a window, which fetch nothing yet. Tests set HANDSPAN_CERTIFICATES to the path of a
  /// file with the certificates of their servers.
  package static func makeBackend() -> SubscriptionBackend {
    SubscriptionBackend(
      trustedCertificates: Environment["HANDSPAN_CERTIFICATES"],
      now: { Instant.now.seconds })
  }
}
