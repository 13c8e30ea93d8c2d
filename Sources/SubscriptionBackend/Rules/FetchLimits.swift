/// The limits beyond which a fetch is given up.
struct FetchLimits: Hashable, Sendable {
  /// The maximum number of bytes, both as sent and after decompression.
  var bytes = 50_000_000
  /// The maximum time for fetching the complete calendar, including redirects.
  var milliseconds = 30_000
  /// The maximum number of redirects.
  var redirects = 5
}
