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
    /// The offset of the pages from the target page when the press began, in pages.
    private let initialOffset: Double
    private var position: Double
    private var velocity = SwipeVelocity()

    /// Begins a press with the pages at `offset` from the target page, in pages.
    init(at position: Double, time: Double, width: Double, isTouchpad: Bool, offset: Double) {
      (start, self.position) = (position, position)
      (self.width, self.isTouchpad, initialOffset) = (width, isTouchpad, offset)
      velocity.add(position, time: time)
    }

    /// Follows the pointer to a position.
    ///
    /// - Returns: the offset from the target page, in pages. A drag increases it to at most one page, because a
    ///   release turns at most one page.
    mutating func follow(_ position: Double, time: Double) -> Double {
      velocity.add(position, time: time)
      self.position = position
      let slop = isTouchpad ? 0 : Feel.swipeSlop
      let dragStart = dragStart ?? start + (position - start).clamped(to: -slop...slop)
      self.dragStart = dragStart
      return (initialOffset + (position - dragStart) / width).clamped(
        to: min(-1, initialOffset)...max(1, initialOffset))
    }

    /// Returns the result of a release at the given time: one page back, one page forward or none, and the
    /// velocity in pages per second.
    func releaseResult(at time: Double) -> (pageCount: Int, velocity: Double) {
      var velocity = velocity
      velocity.add(position, time: time)
      let (swipeVelocity, travel) = (velocity.value, position - start)
      let direction = swipeVelocity > 0 ? 1 : -1
      guard abs(swipeVelocity) < (isTouchpad ? Feel.touchpadFlickVelocity : Feel.flickVelocity) else {
        // A flick against the direction of the drag takes the pages back.
        return (travel * swipeVelocity >= 0 ? direction : 0, swipeVelocity / width)
      }
      let requiredTravel = (Feel.turnTravelFraction * width).clamped(to: Feel.turnTravelRange)
      return (abs(travel) > requiredTravel ? (travel > 0 ? 1 : -1) : 0, swipeVelocity / width)
    }
  }
}
