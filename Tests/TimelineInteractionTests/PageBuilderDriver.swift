import TimelineInteraction

/// Turns and prepares pages of crowded weeks, frame by frame, on a simulated machine where each kind of step
/// takes a fixed time.
struct PageBuilderDriver {
  /// The work and the result of one frame.
  struct Frame {
    var steps: [PageBuilder.Step] = []
    /// The seconds that the steps took.
    var spentTime = 0.0
    /// Visible pages that were not ready.
    var unreadyPages: [Int] = []
  }

  static let columnCount = 7, eventsPerDay = 43
  /// An event's height, and the distance between the tops of consecutive events, in px.
  static let eventHeight = 70.0, eventPitch = 45.0
  /// The visible range of the hours, in px.
  static let visibleRange = 700.0...1_400.0

  var pager = Pager(page: 0, in: -1_000...1_000)
  var travel = PageTravel(at: PagePosition(0))
  var builder = PageBuilder()
  var budget = FrameBudget()
  let interval: Double
  /// The seconds that each kind of step takes.
  var stepDurations: [PageBuilder.Step.Kind: Double] = [
    .begin: 0.000_5, .query: 0.000_6, .layOut: 0.000_15, .create: 0.000_03, .paint: 0.000_15,
    .combine: 0.000_1,
  ]
  private(set) var frames: [Frame] = []
  private(set) var now = 100.0

  init(rate: Double) { interval = 1 / rate }

  /// The vertical range of the event with the given index in its day, in px.
  static func extent(_ index: Int) -> ClosedRange<Double> {
    Double(index) * eventPitch...Double(index) * eventPitch + eventHeight
  }

  var scene: PageBuilder.Scene {
    travel.scene(of: pager, visibleRange: Self.visibleRange, omitsUpcomingPages: false)
  }

  /// Lets a frame pass that is `seconds` late and has `busy` seconds of other work before pages are prepared.
  mutating func runFrame(late seconds: Double = 0, busy: Double = 0) {
    now += interval + seconds
    pager.tick(frameTime: now)
    travel.recordTravel(pager.position)
    var frame = Frame()
    for page in pager.visiblePages {
      while let step = builder.nextImmediateStep(
        of: page, until: .laidOut, visibleRange: Self.visibleRange)
      {
        perform(step)
      }
      if !builder.isReady(page) { frame.unreadyPages.append(page) }
    }
    budget.begin(frameTime: now, interval: interval, from: now - busy, now: now)
    let scene = scene
    while let step = builder.nextStep(in: scene), budget.allows(step.kind, at: now + frame.spentTime) {
      perform(step)
      let duration = stepDurations[step.kind] ?? 0
      budget.record(step.kind, from: now + frame.spentTime, to: now + frame.spentTime + duration)
      frame.spentTime += duration
      frame.steps.append(step)
    }
    frames.append(frame)
  }

  /// Lets the given number of seconds pass.
  mutating func run(_ seconds: Double) {
    for _ in 0..<Int((seconds / interval).rounded()) { runFrame() }
  }

  /// Swipes 300 px to the left in a quarter of a second, on pages that are 1,100 px wide.
  mutating func flick() {
    pager.press(atX: 900, time: now, width: 1_100)
    let steps = max(2, Int((0.25 / interval).rounded()))
    for step in 1...steps {
      pager.drag(toX: 900 - 300 * Double(step) / Double(steps), time: now + interval)
      runFrame()
    }
    pager.release(time: now)
  }

  private mutating func perform(_ step: PageBuilder.Step) {
    switch step {
    case .query(let page): builder.queried(page, barCount: 1, columnCount: Self.columnCount)
    case .layOut(let page, _): builder.laidOut(page, (0..<Self.eventsPerDay).map(Self.extent))
    default: builder.completed(step)
    }
  }
}
