/// Limits the time that each frame spends on preparing pages, so that the preparation delays no frame.
///
/// A step is started only if it is likely to finish in time, judging by earlier steps of its kind. The first
/// step of a frame may take longer than the budget; otherwise, such a step would never run.
///
/// This type has no clock: times are passed in, in seconds.
package struct FrameBudget: Sendable {
  /// The longest gap between frames that still counts as on time, in frame intervals.
  private static let tolerance = 1.5
  /// The weight of the last step in the expected duration. The weight of a step that took longer than
  /// expected is small, because other programs may have interrupted that step.
  private static let weight = (longer: 0.1, shorter: 0.5)

  /// The time at which the steps of the current frame must be done; negative infinity if no step is allowed.
  private var deadline = 0.0
  /// Whether no step of the current frame has been recorded yet.
  private var isFirstStep = true
  /// Whether no step is allowed in the current frame, because it is late or its time was already used up.
  private var isPaused = false
  /// The time of the last frame, on the frame clock; nil before the first frame.
  private var lastFrameTime: Double?
  /// The expected durations of steps, by kind.
  private var expectedDurations: [PageBuilder.Step.Kind: Double] = [:]

  /// Creates a budget without measurements of earlier steps.
  package init() {}

  /// Begins a frame. If the frame is late, or if its time is already used up, no step is allowed in it. This
  /// rule never applies to two frames in a row, because pages must be built even on a machine on which every
  /// frame is late.
  ///
  /// - Parameters:
  ///   - frameTime: the time of the frame, on the frame clock.
  ///   - interval: the time between frames in seconds, from the refresh rate of the monitor.
  ///   - start: the time at which the work of the frame began, on the clock that `allows` uses.
  ///   - now: the current time on that clock.
  ///   - isAtRest: whether nothing moves and the user holds nothing, so that most of the frame is free.
  ///   - isReloading: whether the visible page is being updated. The user is waiting for it, but something else
  ///     may be moving.
  package mutating func begin(
    frameTime: Double, interval: Double, from start: Double, now: Double, isAtRest: Bool = false,
    isReloading: Bool = false
  ) {
    let gap = lastFrameTime.map { frameTime - $0 } ?? 0
    let isLate = gap > FrameBudget.tolerance * interval && gap < Feel.maximumFrameTime
    lastFrameTime = frameTime
    deadline =
      start
      + (isReloading
        ? min(Feel.reloadBuildTime, Feel.idleBuildTimeFraction * interval)
        : isAtRest
          ? min(Feel.idleBuildTime, Feel.idleBuildTimeFraction * interval)
          : min(Feel.buildTime, Feel.buildTimeFraction * interval))
    isPaused = (isLate || now >= deadline) && !isPaused
    isFirstStep = true
    if isPaused { deadline = -.infinity }
  }

  /// Begins a frame in which no step is allowed.
  package mutating func skip(frameTime: Double) {
    lastFrameTime = frameTime
    deadline = -.infinity
  }

  /// Returns whether a step of the given kind may start now.
  package func allows(_ kind: PageBuilder.Step.Kind, at now: Double) -> Bool {
    guard deadline > -.infinity else { return false }
    return isFirstStep || now + (expectedDurations[kind] ?? 0) <= deadline
  }

  /// Records how long a step of the given kind took.
  package mutating func record(_ kind: PageBuilder.Step.Kind, from start: Double, to end: Double) {
    isFirstStep = false
    let duration = min(end - start, Feel.buildTime)
    guard let oldEstimate = expectedDurations[kind] else { return expectedDurations[kind] = duration }
    let weight = duration > oldEstimate ? FrameBudget.weight.longer : FrameBudget.weight.shorter
    expectedDurations[kind] = oldEstimate + weight * (duration - oldEstimate)
  }
}
