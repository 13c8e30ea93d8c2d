import TimelineInteraction

/// A finger on pages, with a frame clock: touch, move, let go, see what every frame showed.
package struct PagerDriver: Sendable {
  /// What it turns.
  package var pager: Pager
  /// The frame clock; events take their times from it too.
  package var clock: ManualClock
  /// px of a page.
  package var width: Double
  /// What each frame showed.
  package private(set) var frames: [PagePosition] = []
  /// Where the finger is: px.
  package private(set) var x = 0.0
  private var axis: SwipeAxis?

  /// Pages at rest, so many px wide, and so many frames per second.
  package init(
    _ page: Int = 0, width: Double = 900, rate: Double = 60, in pages: ClosedRange<Int> = -1_000...1_000
  ) {
    pager = Pager(page: page, in: pages)
    clock = ManualClock(rate: rate)
    self.width = width
  }

  /// Lets a frame pass.
  package mutating func tick(stretch: Double = 1) {
    pager.tick(frameTime: clock.frame(stretch: stretch))
    frames.append(pager.position)
  }

  /// Lets that time pass, in seconds.
  package mutating func run(_ seconds: Double) {
    let end = clock.now + seconds - 1e-9
    while clock.now < end { tick(stretch: min(1, (end + 1e-9 - clock.now) * clock.rate)) }
  }

  /// Lets frames pass until it rests, at most for a second.
  package mutating func rest() {
    let end = clock.now + 1
    while pager.isMoving, clock.now < end { tick() }
  }

  /// The finger touches, or two a touchpad.
  package mutating func touch(x: Double = 450, isTouchpad: Bool = false) {
    self.x = x
    axis = isTouchpad ? nil : SwipeAxis(start: Point(x: x, y: 0))
    pager.press(atX: x, time: clock.now, width: width, isTouchpad: isTouchpad)
  }

  /// Moves the finger by px within that time, with an event before each frame.
  package mutating func move(by dx: Double, in seconds: Double) {
    let steps = max(1, Int((seconds * clock.rate).rounded()))
    let start = x
    for step in 1...steps {
      x = start + dx * Double(step) / Double(steps)
      axis?.follow(Point(x: x, y: 0))
      if axis == nil || axis?.axis == .horizontal {
        pager.drag(toX: x, time: clock.now + seconds / Double(steps))
      }
      tick(stretch: seconds / Double(steps) * clock.rate)
    }
  }

  /// The finger goes up.
  package mutating func letGo() {
    pager.release(time: clock.now)
  }

  /// A quick swipe; 120 px in 60 ms if not told otherwise, to the left.
  package mutating func flick(by dx: Double = -120, in seconds: Double = 0.06) {
    touch()
    move(by: dx, in: seconds)
    letGo()
  }
}
