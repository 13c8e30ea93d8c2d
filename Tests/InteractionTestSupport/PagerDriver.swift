import TimelineInteraction

/// A pager that a simulated finger touches, moves and releases. Records the pager's position at every frame.
package struct PagerDriver: Sendable {
  package var pager: Pager
  /// The clock for both frames and input events.
  package var clock: ManualClock
  /// The width of a page in px.
  package var width: Double
  /// The position at each frame.
  package private(set) var frames: [PagePosition] = []
  /// The finger's position in px.
  package private(set) var x = 0.0
  private var axis: SwipeAxisDetector?

  /// Creates a pager at rest.
  ///
  /// - Parameters:
  ///   - width: the width of a page in px.
  ///   - rate: the number of frames per second.
  package init(
    _ page: Int = 0, width: Double = 900, rate: Double = 60, in pages: ClosedRange<Int> = -1_000...1_000
  ) {
    pager = Pager(page: page, in: pages)
    clock = ManualClock(rate: rate)
    self.width = width
  }

  /// Lets a frame pass.
  package mutating func tick(stretch: Double = 1) {
    pager.tick(frameTime: clock.nextFrame(stretch: stretch))
    frames.append(pager.position)
  }

  /// Lets the given number of seconds pass.
  package mutating func run(_ seconds: Double) {
    let end = clock.now + seconds - 1e-9
    while clock.now < end { tick(stretch: min(1, (end + 1e-9 - clock.now) * clock.rate)) }
  }

  /// Lets frames pass until the pager is at rest, for one second at most.
  package mutating func runToRest() {
    let end = clock.now + 1
    while pager.isMoving, clock.now < end { tick() }
  }

  /// Touches with a finger, or with two fingers on a touchpad.
  package mutating func touch(x: Double = 450, isTouchpad: Bool = false) {
    self.x = x
    axis = isTouchpad ? nil : SwipeAxisDetector(start: Point(x: x, y: 0))
    pager.press(atX: x, time: clock.now, width: width, isTouchpad: isTouchpad)
  }

  /// Moves the finger by `dx` px within `seconds`, with one event before each frame.
  package mutating func move(by dx: Double, in seconds: Double) {
    let steps = max(1, Int((seconds * clock.rate).rounded()))
    let start = x
    for step in 1...steps {
      x = start + dx * Double(step) / Double(steps)
      axis?.track(Point(x: x, y: 0))
      if axis == nil || axis?.axis == .horizontal {
        pager.drag(toX: x, time: clock.now + seconds / Double(steps))
      }
      tick(stretch: seconds / Double(steps) * clock.rate)
    }
  }

  package mutating func release() {
    pager.release(time: clock.now)
  }

  /// Swipes quickly; by default 120 px to the left in 60 ms.
  package mutating func flick(by dx: Double = -120, in seconds: Double = 0.06) {
    touch()
    move(by: dx, in: seconds)
    release()
  }
}
