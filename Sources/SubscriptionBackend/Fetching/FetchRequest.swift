import CalendarModel

/// The address to fetch, and the rules for fetching it.
struct FetchRequest: Sendable {
  let address: SubscriptionAddress
  /// The headers that make the server send the calendar only if it has changed.
  var conditions: [(name: String, value: String)] = []
  var limits = FetchLimits()
  var privateNetwork = PrivateNetworkRule()
  /// Whether the server was on the internet when the user subscribed, or at any later time. It must then not be on the
  /// local network: whoever controls its name could otherwise read from there what only the user can reach.
  var mustBePublic = false
  /// The path of a file with certificates to trust instead of the system's; nil to trust the system's.
  var trustedCertificates: String?
  /// The URI of a proxy to use instead of the system's, for tests; nil to use the system's.
  var proxy: String?
}

/// Why a fetch failed.
struct FetchFailure: Error, Hashable, Sendable {
  var fault: SubscriptionFault
  /// How long the server asks clients to wait before the next request, in seconds.
  var retryAfter: Int?
}

/// A complete response.
enum FetchResponse: Hashable, Sendable {
  case notModified
  case body(FetchedBody)
}

/// The body of a response, and the headers that describe it.
struct FetchedBody: Hashable, Sendable {
  var bytes: [UInt8]
  var contentType: String?
  var entityTag: String?
  var lastModified: String?
  /// Whether a server on the internet was reached.
  var isPublic = false
}
