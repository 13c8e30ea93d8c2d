import TimelineInteraction

/// Crowded weeks that are turned on a frame clock and made ready meanwhile, by a machine that takes exactly so long for
/// each step.
struct PageBuilderDriver {
  /// What a frame did and showed.
  struct Frame {
    var steps: [PageBuilder.Step] = []
    /// Seconds that the steps took.
    var spent = 0.0
    /// Pages of which something was in sight, and was not ready.
    var unready: [Int] = []
  }

  static let columns = 7, eventsPerDay = 43
  /// px that an event is high, and from one to the next.
  static let height = 70.0, pitch = 45.0
  /// px that are visible.
  static let sight = 700.0...1_400.0

  var pager = Pager(page: 0, in: -1_000...1_000)
  var travel = PageTravel(at: PagePosition(0))
  var builder = PageBuilder()
  var budget = FrameBudget()
  let interval: Double
  /// Seconds that each kind of step takes.
  var cost: [PageBuilder.Step.Kind: Double] = [
    .begin: 0.000_5, .plan: 0.000_6, .lay: 0.000_15, .make: 0.000_03, .paint: 0.000_15, .gather: 0.000_1,
  ]
  private(set) var frames: [Frame] = []
  private(set) var now = 100.0

  init(rate: Double) { interval = 1 / rate }

  /// Where an event of a day is, in px.
  static func extent(_ index: Int) -> ClosedRange<Double> {
    Double(index) * pitch...Double(index) * pitch + height
  }

  var scene: PageBuilder.Scene { travel.scene(of: pager, sight: Self.sight, isAlone: false) }

  /// Lets a frame pass, which may come late, or be busy with other things before pages are made ready.
  mutating func frame(late seconds: Double = 0, busy: Double = 0) {
    now += interval + seconds
    pager.tick(frameTime: now)
    travel.follow(pager.position)
    var frame = Frame()
    for page in pager.pagesInSight {
      while let step = builder.nextNow(of: page, until: .laid) { perform(step) }
      if !builder.isReady(page) { frame.unready.append(page) }
    }
    budget.begin(frameTime: now, interval: interval, from: now - busy, now: now)
    let scene = scene
    while let step = builder.next(in: scene), budget.allows(step.kind, at: now + frame.spent) {
      perform(step)
      let took = cost[step.kind] ?? 0
      budget.spent(step.kind, from: now + frame.spent, to: now + frame.spent + took)
      frame.spent += took
      frame.steps.append(step)
    }
    frames.append(frame)
  }

  /// Lets that time pass, in seconds.
  mutating func run(_ seconds: Double) {
    for _ in 0..<Int((seconds / interval).rounded()) { frame() }
  }

  /// A finger swipes 300 px to the left in a quarter of a second, on pages of 1,100 px.
  mutating func flick() {
    pager.press(atX: 900, time: now, width: 1_100)
    let steps = max(2, Int((0.25 / interval).rounded()))
    for step in 1...steps {
      pager.drag(toX: 900 - 300 * Double(step) / Double(steps), time: now + interval)
      frame()
    }
    pager.release(time: now)
  }

  private mutating func perform(_ step: PageBuilder.Step) {
    switch step {
    case .plan(let page): builder.planned(page, bars: 1, columns: Self.columns)
    case .lay(let page, _): builder.laid(page, (0..<Self.eventsPerDay).map(Self.extent))
    default: builder.done(step)
    }
  }
}
