/// The velocity at the end of a drag, computed from the times of its events.
///
/// On a slow machine, events are as rare as frames, and a single one can cover the whole distance of a flick.
/// So the window starts at its exact time, between two events if necessary, and not at the first event inside
/// it.
struct SwipeVelocity: Hashable, Sendable {
  private struct Sample: Hashable {
    let time: Double
    let position: Double
  }

  private var samples: [Sample] = []

  /// Adds a sample: px, seconds. Only the last `Feel.velocityWindow` and the event before it are kept.
  mutating func add(_ position: Double, time: Double) {
    samples.removeAll { $0.time > time }
    samples.append(Sample(time: time, position: position))
    let start = time - Feel.velocityWindow
    if let before = samples.lastIndex(where: { $0.time <= start }) { samples.removeFirst(before) }
  }

  /// px/s over the window before the last event; 0 after a pause as long as the window.
  var value: Double {
    guard let last = samples.last, let first = beginning(of: last.time - Feel.velocityWindow),
      last.time > first.time
    else { return 0 }
    return (last.position - first.position) / (last.time - first.time)
  }

  /// Where the pointer was at the start of the window, or at the press if that is later.
  private func beginning(of window: Double) -> Sample? {
    guard let before = samples.first, before.time < window, samples.count > 1 else { return samples.first }
    let after = samples[1]
    let part = (window - before.time) / (after.time - before.time)
    return Sample(time: window, position: before.position + (after.position - before.position) * part)
  }
}
