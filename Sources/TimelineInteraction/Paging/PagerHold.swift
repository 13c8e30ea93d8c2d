extension Pager {
  /// Pages that are held by a press. Each offset is computed from the state at the beginning of the press.
  /// Positions are in px and increase toward later pages.
  struct Hold: Hashable, Sendable {
    /// The position from which the drag is measured, so that the pages do not jump when the drag is recognized;
    /// nil until the drag is sideways.
    private(set) var dragStart: Double?
    private let start: Double
    private let width: Double
    private let isTouchpad: Bool
    private let offset: Double
    private var position: Double
    private var velocity = SwipeVelocity()

    /// Begins a press with the pages at `offset` from the target page, in pages.
    init(at position: Double, time: Double, width: Double, isTouchpad: Bool, offset: Double) {
      (start, self.position) = (position, position)
      (self.width, self.isTouchpad, self.offset) = (width, isTouchpad, offset)
      velocity.add(position, time: time)
    }

    /// Follows the pointer to a position.
    ///
    /// - Returns: the offset from the target page, in pages. It is at most one page, because a release turns
    ///   at most one page.
    mutating func follow(_ position: Double, time: Double) -> Double {
      velocity.add(position, time: time)
      self.position = position
      let slop = isTouchpad ? 0 : Feel.swipeSlop
      let dragStart = dragStart ?? start + (position - start).clamped(to: -slop...slop)
      self.dragStart = dragStart
      return (offset + (position - dragStart) / width).clamped(to: min(-1, offset)...max(1, offset))
    }

    /// Returns the result of a release at the given time: one page back, one page forward or none, and the
    /// velocity in pages per second.
    func releaseResult(at time: Double) -> (turn: Int, velocity: Double) {
      var velocity = velocity
      velocity.add(position, time: time)
      let (speed, travel) = (velocity.value, position - start)
      let direction = speed > 0 ? 1 : -1
      guard abs(speed) < (isTouchpad ? Feel.touchpadFlickVelocity : Feel.flickVelocity) else {
        // A flick against the direction of the drag takes the pages back.
        return (travel * speed >= 0 ? direction : 0, speed / width)
      }
      let requiredTravel = (Feel.turnFraction * width).clamped(to: Feel.turnTravel)
      return (abs(travel) > requiredTravel ? (travel > 0 ? 1 : -1) : 0, speed / width)
    }
  }
}
