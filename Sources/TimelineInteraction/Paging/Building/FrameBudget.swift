/// Limits the time of a frame that is spent on preparing pages, so that no frame is late because of it.
///
/// A step is started only if it is likely to finish in time, judging by earlier steps of its kind. The first
/// step of a frame is always allowed: otherwise a step longer than the budget would never run.
///
/// It has no clock: times are passed in, in seconds.
package struct FrameBudget: Sendable {
  /// The longest gap between frames that still counts as being in time, in intervals between frames.
  private static let tolerance = 1.5
  /// The weight of the last step in the expected duration. A longer step may have been interrupted by other
  /// programs, which says nothing about the next one.
  private static let weight = (longer: 0.1, shorter: 0.5)

  private var end = 0.0
  private var isFirst = true
  private var hasPaused = false
  private var lastFrame: Double?
  private var expected: [PageBuilder.Step.Kind: Double] = [:]

  /// Creates a budget without measurements of earlier steps.
  package init() {}

  /// A frame begins. If the previous one was late, or the time is already used up, nothing is spent in this
  /// frame, but only once in a row: on a machine that is always late, pages must still be built.
  ///
  /// - Parameters:
  ///   - frameTime: the frame's time by the frame clock.
  ///   - interval: seconds between frames, from the monitor's refresh rate.
  ///   - start: when the frame's work began, by the clock that `allows` uses.
  ///   - now: the current time by that clock.
  package mutating func begin(frameTime: Double, interval: Double, from start: Double, now: Double) {
    let gap = lastFrame.map { frameTime - $0 } ?? 0
    let isLate = gap > FrameBudget.tolerance * interval && gap < Feel.maximumFrameTime
    lastFrame = frameTime
    end = start + min(Feel.buildTime, Feel.buildShare * interval)
    hasPaused = (isLate || now >= end) && !hasPaused
    isFirst = true
    if hasPaused { end = -.infinity }
  }

  /// A frame begins in which nothing may be spent.
  package mutating func skip(frameTime: Double) {
    lastFrame = frameTime
    end = -.infinity
  }

  /// Whether a step of that kind may start now.
  package func allows(_ kind: PageBuilder.Step.Kind, at now: Double) -> Bool {
    guard end > -.infinity else { return false }
    return isFirst || now + (expected[kind] ?? 0) <= end
  }

  /// Records how long a step of that kind took.
  package mutating func record(_ kind: PageBuilder.Step.Kind, from start: Double, to end: Double) {
    isFirst = false
    let took = min(end - start, Feel.buildTime)
    guard let before = expected[kind] else { return expected[kind] = took }
    let weight = took > before ? FrameBudget.weight.longer : FrameBudget.weight.shorter
    expected[kind] = before + weight * (took - before)
  }
}
