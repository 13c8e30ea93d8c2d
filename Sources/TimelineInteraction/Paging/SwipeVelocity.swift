/// How fast a drag was at its end, by the times of its events.
struct SwipeVelocity: Hashable, Sendable {
  private struct Sample: Hashable {
    let time: Double
    let place: Double
  }

  private var samples: [Sample] = []

  /// The pointer was there then: px, seconds. Only the last `Feel.velocityWindow` is kept.
  mutating func add(_ place: Double, time: Double) {
    samples.removeAll { !(time - Feel.velocityWindow...time).contains($0.time) }
    samples.append(Sample(time: time, place: place))
  }

  /// px/s over the window before the last event; 0 after a pause as long as the window.
  var value: Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time else { return 0 }
    return (last.place - first.place) / (last.time - first.time)
  }
}
