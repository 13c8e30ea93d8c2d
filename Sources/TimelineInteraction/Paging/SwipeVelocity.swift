/// The velocity at the end of a drag, computed from the times of its events.
///
/// On a slow machine, events are as infrequent as frames, and a single event can cover the whole distance of
/// a flick. The position at the start of `Feel.velocityWindow` is therefore interpolated between two events if
/// necessary, instead of being that of the first event inside the window.
struct SwipeVelocity: Hashable, Sendable {
  private struct Sample: Hashable {
    let time: Double
    let position: Double
  }

  private var samples: [Sample] = []

  /// Adds a position in px at a time in seconds. Only the samples of the last `Feel.velocityWindow`, and the
  /// one before them, are kept.
  mutating func add(_ position: Double, time: Double) {
    samples.removeAll { $0.time > time }
    samples.append(Sample(time: time, position: position))
    let start = time - Feel.velocityWindow
    if let lastEarlierIndex = samples.lastIndex(where: { $0.time <= start }) {
      samples.removeFirst(lastEarlierIndex)
    }
  }

  /// The velocity over the window before the last event, in px/s; 0 after a pause as long as the window.
  var value: Double {
    guard let last = samples.last, let first = sample(at: last.time - Feel.velocityWindow),
      last.time > first.time
    else { return 0 }
    return (last.position - first.position) / (last.time - first.time)
  }

  /// Returns the position of the pointer at the start of the window, or at the press if that was later.
  private func sample(at start: Double) -> Sample? {
    guard let earlierSample = samples.first, earlierSample.time < start, samples.count > 1 else {
      return samples.first
    }
    let laterSample = samples[1]
    let fraction = (start - earlierSample.time) / (laterSample.time - earlierSample.time)
    return Sample(
      time: start,
      position: earlierSample.position + (laterSample.position - earlierSample.position) * fraction)
  }
}
