extension Pager {
  /// Pages lifted: what was so at the touch, from which each update computes again. px point forward.
  struct Hold: Hashable, Sendable {
    /// Where the press is taken to be, so that the pages do not leap by the slop; nil until the drag is sideways.
    private(set) var grip: Double?
    private let start: Double
    private let width: Double
    private let isTouchpad: Bool
    private let offset: Double
    private var position: Double
    private var velocity = SwipeVelocity()

    /// A touch when the pages were at that offset from the targeted one.
    init(at position: Double, time: Double, width: Double, isTouchpad: Bool, offset: Double) {
      (start, self.position) = (position, position)
      (self.width, self.isTouchpad, self.offset) = (width, isTouchpad, offset)
      velocity.add(position, time: time)
    }

    /// The pointer is there then. Returns the offset from the targeted page, at most one page from it: never
    /// farther than where a release can lead.
    mutating func follow(_ position: Double, time: Double) -> Double {
      velocity.add(position, time: time)
      self.position = position
      let slop = isTouchpad ? 0 : Feel.swipeSlop
      let grip = grip ?? start + (position - start).clamped(to: -slop...slop)
      self.grip = grip
      return (offset + (position - grip) / width).clamped(to: min(-1, offset)...max(1, offset))
    }

    /// Where a release at that time leads: a page back, on or neither, and with how many pages per second.
    func ended(time: Double) -> (turn: Int, velocity: Double) {
      var velocity = velocity
      velocity.add(position, time: time)
      let (speed, travel) = (velocity.value, position - start)
      let direction = speed > 0 ? 1 : -1
      guard abs(speed) < (isTouchpad ? Feel.touchpadFlick : Feel.flick) else {
        // A flick against the way that the pages have come takes them back.
        return (travel * speed >= 0 ? direction : 0, speed / width)
      }
      let enough = (Feel.turnShare * width).clamped(to: Feel.turnTravel)
      return (abs(travel) > enough ? (travel > 0 ? 1 : -1) : 0, speed / width)
    }
  }
}
