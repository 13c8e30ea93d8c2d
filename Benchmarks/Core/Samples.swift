/// Durations measured over several rounds.
struct Samples {
  private let sorted: [Duration]

  /// Measures `body` in the given number of rounds. In each round, `body` gets a new value from `prepare`,
  /// which is not measured.
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

  /// The shortest duration, which is the one least affected by other programs.
  var best: Duration { sorted[0] }
  var median: Duration { sorted[sorted.count / 2] }
  var worst: Duration { sorted[sorted.count - 1] }
}

extension Duration {
  /// The duration in milliseconds, with two decimal places.
  var inMilliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
