/// The velocity of a finger along one axis, computed from the times of its events.
struct DragVelocity: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    let coordinate: Double
    let time: Double
  }

  private var samples: [Sample] = []

  /// Adds a coordinate in px at a time in seconds.
  mutating func addSample(_ coordinate: Double, at time: Double) {
    samples.append(Sample(coordinate: coordinate, time: time))
    let oldest = time - Feel.pickerVelocityWindow
    samples.removeFirst(samples.firstIndex { $0.time >= oldest } ?? 0)
  }

  /// Returns the velocity over the last events before `time`, in px/s; 0 if the finger has paused for as long
  /// as samples are kept.
  func velocity(at time: Double) -> Double {
    guard let last = samples.last,
      let first = samples.first(where: { $0.time >= time - Feel.pickerVelocityWindow }), time > first.time
    else { return 0 }
    return (last.coordinate - first.coordinate) / (time - first.time)
  }
}
