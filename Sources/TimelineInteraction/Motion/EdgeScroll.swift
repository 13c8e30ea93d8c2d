/// Automatic scrolling while the pointer of a drag is near the top or bottom edge of the viewport.
///
/// It depends only on frame times and on the pointer's position, so it continues while the pointer is still.
/// It does not depend on the dragged event, so it also works for events taller than the viewport.
///
/// ```swift
/// var scroll = EdgeScroll(pointerY: 400)  // px, when a drag begins
/// scroll.track(pointerY: 880)  // whenever the pointer moves
/// surroundings.scroll = scroll.advance(1.0 / 60, in: surroundings)  // in each frame; seconds, px
/// ```
package struct EdgeScroll: Hashable, Sendable {
  /// The geometry on which the scrolling of a frame depends.
  package struct Surroundings: Hashable, Sendable {
    /// The y coordinate of the pointer in the viewport, in px. It may lie outside the viewport.
    package var pointerY: Double
    /// The scroll offset, in px.
    package var scroll: Double
    /// The maximum scroll offset, in px.
    package var scrollMax: Double
    /// The height of the viewport, in px.
    package var viewportHeight: Double
    /// The speeds at the inner border of a zone and at the edge of the viewport, in px/s.
    package var speeds: ClosedRange<Double>
    /// Whether the event is dragged by a finger.
    package var isTouch: Bool
    /// The number of device pixels per px.
    package var scale: Double

    /// - Precondition: `viewportHeight`, `speeds` and `scale` are positive, and `scrollMax` is not negative.
    package init(
      pointerY: Double, scroll: Double, scrollMax: Double, viewportHeight: Double,
      speeds: ClosedRange<Double>,
      isTouch: Bool = false, scale: Double = 1
    ) {
      precondition(viewportHeight > 0 && speeds.lowerBound > 0 && scale > 0 && scrollMax >= 0)
      self.pointerY = pointerY
      self.scroll = scroll
      self.scrollMax = scrollMax
      self.viewportHeight = viewportHeight
      self.speeds = speeds
      self.isTouch = isTouch
      self.scale = scale
    }
  }

  /// A direction of scrolling: toward the top (earlier) or the bottom (later).
  package enum Direction: Double, Hashable, Sendable {
    /// Earlier hours come into view.
    case up = -1
    /// Later hours come into view.
    case down = 1
  }

  /// The velocity at the end of the last frame, in px/s; positive is down.
  package private(set) var velocity = 0.0
  /// The average velocity over the last frame, in px/s. Multiplied by the length of the frame, it is exactly
  /// the distance scrolled.
  package private(set) var frameVelocity = 0.0
  /// The direction of the edge whose zone the pointer has entered or passed; nil if the pointer has not traveled
  /// far enough toward that edge.
  package private(set) var direction: Direction?
  /// Whether the timeline is scrolled to the end of the day in `direction`.
  package private(set) var isAtEnd = false

  /// The y coordinates of the highest and the lowest position of the pointer since the lift, in px.
  private var minimumY: Double
  private var maximumY: Double
  /// The time spent scrolling since the speed began to ramp up, in seconds.
  private var rampElapsed = 0.0
  /// The time for which `direction` has been nil, in seconds.
  private var timeOutsideZone = 0.0
  /// The last `direction` that was not nil.
  private var lastDirection: Direction?
  /// The time constant with which the speed falls to 0, in seconds; nil while `direction` is not nil.
  private var brakingTime: Double?

  /// Creates the state for a drag that begins with the pointer at a y coordinate of the viewport.
  package init(pointerY: Double) {
    minimumY = pointerY
    maximumY = pointerY
  }

  /// Starts over, as if the event had just been lifted with the pointer at a y coordinate of the viewport.
  package mutating func restart(pointerY: Double) { self = EdgeScroll(pointerY: pointerY) }

  /// Records a position of the pointer between two frames, which may be its highest or lowest one.
  package mutating func track(pointerY: Double) {
    minimumY = min(minimumY, pointerY)
    maximumY = max(maximumY, pointerY)
  }

  /// Returns the height of the zone at each edge, in px.
  package static func zoneHeight(viewportHeight: Double, isTouch: Bool) -> Double {
    let zone = (Feel.zoneFraction * viewportHeight).clamped(to: Feel.zoneHeightRange)
    return min(zone + (isTouch ? Feel.touchZoneExtra : 0), Feel.maximumZoneFraction * viewportHeight)
  }

  /// Returns the speeds at a zoom in px per hour, in px/s.
  package static func speeds(pixelsPerHour: Double) -> ClosedRange<Double> {
    Feel
      .minimumScrollSpeed...(Feel.maximumHoursPerSecond * pixelsPerHour).clamped(
        to: Feel.maximumScrollSpeedRange)
  }

  /// Advances by a frame of `dt` seconds, of which at most `Feel.maximumFrameTime` counts.
  ///
  /// - Returns: the new scroll offset, between 0 and `scrollMax`.
  package mutating func advance(_ dt: Double, in surroundings: Surroundings) -> Double {
    precondition(dt >= 0)
    track(pointerY: surroundings.pointerY)
    let dt = min(dt, Feel.maximumFrameTime)
    let goal = goal(in: surroundings)
    direction = goal?.direction
    updateRamp(dt)

    var scroll = surroundings.scroll.clamped(to: 0...surroundings.scrollMax)
    let oldScroll = scroll
    var stepTime = dt
    stopAtEnd(&scroll, in: surroundings)
    if dt > 0 {
      let steps = (dt / Feel.integrationStep - 1e-9).rounded(.up)
      stepTime = dt / max(steps, 1)
      for _ in 0..<Int(max(steps, 1)) { step(stepTime, goal: goal, scroll: &scroll, in: surroundings) }
      frameVelocity = (scroll - oldScroll) / dt
    } else {
      frameVelocity = 0
    }
    return scroll
  }

  // MARK: One frame

  /// The direction and the speed that the scrolling reaches for a position of the pointer once the ramp is over.
  private struct Goal {
    let direction: Direction
    let speed: Double
    let maximumSpeed: Double
  }

  private func goal(in surroundings: Surroundings) -> Goal? {
    let zoneHeight = EdgeScroll.zoneHeight(
      viewportHeight: surroundings.viewportHeight, isTouch: surroundings.isTouch)
    let distanceFromTop = surroundings.pointerY
    let distanceFromBottom = surroundings.viewportHeight - surroundings.pointerY
    let direction: Direction = distanceFromTop < distanceFromBottom ? .up : .down
    let distance = min(distanceFromTop, distanceFromBottom)
    guard distance < zoneHeight, hasApproachedEdge(in: direction, pointerY: surroundings.pointerY) else {
      return nil
    }
    let insideFraction = ((zoneHeight - distance) / zoneHeight).clamped(to: 0...1)
    let outsideFraction = (-distance / Feel.outsideRampDistance).clamped(to: 0...1)
    let (minimumSpeed, maximumSpeed) = (surroundings.speeds.lowerBound, surroundings.speeds.upperBound)
    let speed = minimumSpeed + (maximumSpeed - minimumSpeed) * insideFraction * insideFraction
    return Goal(
      direction: direction, speed: speed * (1 + Feel.outsideBoost * outsideFraction),
      maximumSpeed: maximumSpeed)
  }

  /// Returns whether the pointer has moved far enough toward the edge since the lift. Lifting an event inside
  /// the zone does not by itself cause scrolling.
  private func hasApproachedEdge(in direction: Direction, pointerY: Double) -> Bool {
    switch direction {
    case .up: maximumY - pointerY >= Feel.edgeScrollTravel
    case .down: pointerY - minimumY >= Feel.edgeScrollTravel
    }
  }

  private mutating func updateRamp(_ dt: Double) {
    if let direction {
      if direction != lastDirection || timeOutsideZone > Feel.rampResetTime { rampElapsed = 0 }
      lastDirection = direction
      timeOutsideZone = 0
      brakingTime = nil
    } else {
      timeOutsideZone += dt
      // The time constant is fixed when braking begins, so that the speed follows a single curve to 0.
      if brakingTime == nil {
        let limit = velocity == 0 ? Feel.decelerationTime : Feel.stoppingDistance / abs(velocity)
        brakingTime = min(Feel.decelerationTime, limit)
      }
    }
  }

  private mutating func step(_ dt: Double, goal: Goal?, scroll: inout Double, in surroundings: Surroundings) {
    let oldVelocity = velocity
    if let goal, !isAtEnd {
      let ramp = smoothstep((rampElapsed + dt / 2) / Feel.rampTime)
      let target = goal.direction.rawValue * goal.speed * ramp
      let isSpeedingUp = oldVelocity * target >= 0 && abs(target) > abs(oldVelocity)
      let change =
        (target - oldVelocity)
        * (1 - exponentialDecay(dt / (isSpeedingUp ? Feel.accelerationTime : Feel.decelerationTime)))
      let limit = Feel.maximumAcceleration * goal.maximumSpeed * dt
      velocity = oldVelocity + (isSpeedingUp ? change.clamped(to: -limit...limit) : change)
      rampElapsed += dt
    } else if goal == nil {
      velocity = oldVelocity * exponentialDecay(dt / (brakingTime ?? Feel.decelerationTime))
      if abs(velocity) < Feel.stoppingSpeed { velocity = 0 }
    }
    scroll = (scroll + (oldVelocity + velocity) / 2 * dt).clamped(to: 0...surroundings.scrollMax)
    stopAtEnd(&scroll, in: surroundings)
  }

  /// Stops at an end of the day. Offsets within half a device pixel of the end count as the end, because GTK
  /// adjustments return rounded offsets.
  private mutating func stopAtEnd(_ scroll: inout Double, in surroundings: Surroundings) {
    let heading = velocity != 0 ? velocity : direction?.rawValue ?? 0
    let tolerance = 0.5 / surroundings.scale
    isAtEnd =
      (heading < 0 && scroll <= tolerance) || (heading > 0 && scroll >= surroundings.scrollMax - tolerance)
    guard isAtEnd else { return }
    scroll = heading < 0 ? 0 : surroundings.scrollMax
    velocity = 0
    rampElapsed = 0
  }
}
