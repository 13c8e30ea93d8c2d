import Testing

/// Waits until a condition holds, for about 30 s at most. If it does not hold by then, the test ends with a failure.
@MainActor func wait(
  _ expectation: Comment? = nil, at sourceLocation: SourceLocation = #_sourceLocation,
  until condition: () throws -> Bool
) async throws {
  for _ in 0..<3_000 where try !condition() { try await Task.sleep(for: .milliseconds(10)) }
  try #require(try condition(), expectation, sourceLocation: sourceLocation)
}
