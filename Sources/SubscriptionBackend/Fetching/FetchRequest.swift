import CalendarModel

/// What to fetch, and under which rules.
struct FetchRequest: Sendable {
  let address: SubscriptionAddress
  /// The headers that make the server send the calendar only if it has changed.
  var conditions: [(name: String, value: String)] = []
  var limits = FetchLimits()
  var privateNetwork = PrivateNetworkRule()
  /// The path of a file with certificates to trust instead of the system's; nil to trust the system's.
  var trustedCertificates: String?
}

/// Why a fetch failed.
struct FetchFailure: Error, Hashable, Sendable {
  var fault: SubscriptionFault
  /// How long the server asks to wait before the next request, in seconds.
  var pause: Int?
}

/// A complete answer.
enum FetchAnswer: Hashable, Sendable {
  case notModified
  case body(FetchedBody)
}

struct FetchedBody: Hashable, Sendable {
  var bytes: [UInt8]
  var contentType: String?
  var tag: String?
  var modified: String?
}
