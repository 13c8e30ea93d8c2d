/// What a server may use up before a fetch is given up.
struct FetchLimits: Hashable, Sendable {
  /// The maximum size in bytes, both as sent and after decompression.
  var bytes = 50_000_000
  /// The time in milliseconds until the whole calendar must be there, including redirects.
  var milliseconds = 30_000
  var redirects = 5
}
