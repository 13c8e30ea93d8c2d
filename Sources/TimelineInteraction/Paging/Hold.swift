extension Pager {
  /// Pages held by a drag: the state at the touch, from which each update is recomputed. px count forward.
  struct Hold: Hashable, Sendable {
    /// The effective start of the drag, so that the pages do not jump by the slop; nil until the drag is
    /// sideways.
    private(set) var grip: Double?
    private let start: Double
    private let width: Double
    private let isTouchpad: Bool
    private let offset: Double
    private var position: Double
    private var velocity = SwipeVelocity()

    /// A touch, with the pages at that offset from the target page.
    init(at position: Double, time: Double, width: Double, isTouchpad: Bool, offset: Double) {
      (start, self.position) = (position, position)
      (self.width, self.isTouchpad, self.offset) = (width, isTouchpad, offset)
      velocity.add(position, time: time)
    }

    /// The pointer moved. Returns the offset from the target page, at most one page: never farther than a
    /// release can lead.
    mutating func follow(_ position: Double, time: Double) -> Double {
      velocity.add(position, time: time)
      self.position = position
      let slop = isTouchpad ? 0 : Feel.swipeSlop
      let grip = grip ?? start + (position - start).clamped(to: -slop...slop)
      self.grip = grip
      return (offset + (position - grip) / width).clamped(to: min(-1, offset)...max(1, offset))
    }

    /// The result of a release at that time: one page back, forward or none, and the velocity in pages per
    /// second.
    func ended(time: Double) -> (turn: Int, velocity: Double) {
      var velocity = velocity
      velocity.add(position, time: time)
      let (speed, travel) = (velocity.value, position - start)
      let direction = speed > 0 ? 1 : -1
      guard abs(speed) < (isTouchpad ? Feel.touchpadFlickVelocity : Feel.flickVelocity) else {
        // A flick against the direction in which the pages were dragged takes them back.
        return (travel * speed >= 0 ? direction : 0, speed / width)
      }
      let enough = (Feel.turnShare * width).clamped(to: Feel.turnTravel)
      return (abs(travel) > enough ? (travel > 0 ? 1 : -1) : 0, speed / width)
    }
  }
}
