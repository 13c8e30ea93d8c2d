/// The reason why a subscription could not be added or refreshed.
package enum SubscriptionFault: Error, Hashable, Sendable {
  /// The text is not a web address.
  case invalidAddress
  /// The address has a scheme other than webcal, https or http.
  case unsupportedScheme(String)
  /// The calendar is already subscribed to.
  case alreadySubscribed
  /// The server cannot be reached, or its name is not known.
  case unreachable
  /// The calendar was not complete after `seconds`.
  case tooSlow(seconds: Int)
  /// The calendar has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// The server redirected more than `limit` times.
  case tooManyRedirects(limit: Int)
  /// The server redirected to an address that is not on the web, such as a file.
  case redirectedElsewhere
  /// A server on the internet redirected to the local network.
  case redirectedToPrivateNetwork
  /// The server redirected from an encrypted connection to one that is not.
  case redirectedToInsecure
  /// The server could not prove its identity, or the encryption failed.
  case untrusted
  /// The server has no calendar at this address, or no longer has one.
  case notFound
  /// The server asks for a password, or refuses access.
  case accessDenied
  /// The server failed or refused, with an HTTP status.
  case serverFailed(status: Int)
  /// The answer is a web page.
  case webPage
  /// The answer is not a calendar.
  case notCalendar
  /// The end of the calendar is missing.
  case incomplete
  /// The calendar has not been fetched yet.
  case notFetched
  /// The calendar could not be stored on this computer.
  case notStored
  /// The HTTP library is not installed.
  case notSupported
}
