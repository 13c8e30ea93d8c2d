extension Pager {
  /// Pages in the hand: what was so at the touch, from which each update computes anew. px point forward.
  struct Hold: Hashable, Sendable {
    /// Where the press is taken to be, so that the pages do not leap by the slop; nil until the drag is sideways.
    private(set) var grip: Double?
    private let start: Double
    private let width: Double
    private let isTouchpad: Bool
    private let offset: Double
    private var place: Double
    private var velocity = SwipeVelocity()

    /// A touch when the pages were at that offset from the targeted one.
    init(at place: Double, time: Double, width: Double, isTouchpad: Bool, offset: Double) {
      (start, self.place) = (place, place)
      (self.width, self.isTouchpad, self.offset) = (width, isTouchpad, offset)
      velocity.add(place, time: time)
    }

    /// The pointer is there then. Returns the offset from the targeted page, at most one page from it: never
    /// farther than where a release can lead.
    mutating func follow(_ place: Double, time: Double) -> Double {
      velocity.add(place, time: time)
      self.place = place
      let slop = isTouchpad ? 0 : Feel.swipeSlop
      let grip = grip ?? start + (place - start).clamped(to: -slop...slop)
      self.grip = grip
      return (offset + (place - grip) / width).clamped(to: min(-1, offset)...max(1, offset))
    }

    /// Where a release at that time leads: a page back, on or neither, and with how many pages per second.
    func ended(time: Double) -> (turn: Int, velocity: Double) {
      var velocity = velocity
      velocity.add(place, time: time)
      let (speed, travel) = (velocity.value, place - start)
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
