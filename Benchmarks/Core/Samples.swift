/// Durations measured over several rounds.
struct Samples {
  private let sorted: [Duration]

  /// Runs `body` in as many rounds; each gets what `prepare` makes, which is not measured.
  init<Input>(
    rounds: Int, isolation: isolated (any Actor)? = #isolation,
    prepare: () async throws -> Input, measure body: (inout Input) async throws -> Void
  ) async rethrows {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<rounds {
      var input = try await prepare()
      let start = clock.now
      try await body(&input)
      times.append(clock.now - start)
    }
    sorted = times.sorted()
  }

  /// The fastest: what it costs when nothing else runs.
  var best: Duration { sorted[0] }
  /// The middle one.
  var median: Duration { sorted[sorted.count / 2] }
  /// The slowest.
  var worst: Duration { sorted[sorted.count - 1] }
}

extension Duration {
  /// In milliseconds with two decimals.
  var inMilliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
