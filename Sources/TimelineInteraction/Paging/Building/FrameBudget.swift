/// How much of a frame may be spent on preparing pages, so that no frame is late because of them.
///
/// A step is begun only if it is likely to end in time, by what such steps took before. The first step of a frame may
/// take as long as it takes: otherwise one that is longer than the budget would never be done.
///
/// It has no clock: moments are handed in, in seconds.
package struct FrameBudget: Sendable {
  /// How much of a frame's lateness still counts as being in time, as a share of the interval between frames.
  private static let tolerance = 1.5
  /// The weight of the last step among those that an expectation is made of: a longer one may have been interrupted by
  /// other programs, which says nothing of the next.
  private static let weight = (longer: 0.1, shorter: 0.5)

  private var end = 0.0
  private var isFirst = true
  private var hasPaused = false
  private var lastFrame: Double?
  private var expected: [PageBuilder.Step.Kind: Double] = [:]

  /// A budget that knows nothing yet of how long steps take.
  package init() {}

  /// A frame begins. After one that came late, or if the time is gone for other things, nothing is spent, once: a machine
  /// that is always late still gets its pages.
  ///
  /// - Parameters:
  ///   - frameTime: the frame's time by the frame clock.
  ///   - interval: seconds from one frame to the next, as the monitor has it.
  ///   - start: the moment at which the frame's work began, by the clock that `allows` is told of.
  ///   - now: the present moment by that clock.
  package mutating func begin(frameTime: Double, interval: Double, from start: Double, now: Double) {
    let gap = lastFrame.map { frameTime - $0 } ?? 0
    let isLate = gap > FrameBudget.tolerance * interval && gap < Feel.longestFrame
    lastFrame = frameTime
    end = start + min(Feel.buildTime, Feel.buildShare * interval)
    hasPaused = (isLate || now >= end) && !hasPaused
    isFirst = true
    if hasPaused { end = -.infinity }
  }

  /// A frame begins in which nothing may be spent.
  package mutating func pass(frameTime: Double) {
    lastFrame = frameTime
    end = -.infinity
  }

  /// Whether a step of that kind may begin now.
  package func allows(_ kind: PageBuilder.Step.Kind, at now: Double) -> Bool {
    guard end > -.infinity else { return false }
    return isFirst || now + (expected[kind] ?? 0) <= end
  }

  /// A step of that kind took from one moment to another.
  package mutating func spent(_ kind: PageBuilder.Step.Kind, from start: Double, to end: Double) {
    isFirst = false
    let took = min(end - start, Feel.buildTime)
    guard let before = expected[kind] else { return expected[kind] = took }
    let weight = took > before ? FrameBudget.weight.longer : FrameBudget.weight.shorter
    expected[kind] = before + weight * (took - before)
  }
}
