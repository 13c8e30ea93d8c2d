/// A press on the row of a picker, from press to release.
struct PickerHold: Hashable, Sendable {
  /// Whether the row was moving when it was touched: letting go without travel then does not tap.
  let wasMoving: Bool
  /// Where the hand is.
  private(set) var coordinate: Double
  /// Whether the threshold is passed, so that the row follows.
  private(set) var isDragged: Bool
  /// The coordinate from which travel counts, and where the row was then.
  private var origin: Double
  private var originPosition: Double
  private var trail = DragVelocity()

  /// - Parameter position: where the row is, without the resistance of its ends.
  init(_ hand: PickerMotion.Hand, at coordinate: Double, time: Double, position: Double, wasMoving: Bool) {
    self.wasMoving = wasMoving
    self.coordinate = coordinate
    isDragged = hand == .touchpad
    origin = coordinate
    originPosition = position
    trail.addSample(coordinate, at: time)
  }

  /// The hand is elsewhere.
  mutating func move(to coordinate: Double, time: Double) {
    self.coordinate = coordinate
    trail.addSample(coordinate, at: time)
    guard !isDragged, abs(coordinate - origin) > Feel.dragThreshold else { return }
    isDragged = true
    // From the threshold on, so that nothing jumps.
    origin += coordinate > origin ? Feel.dragThreshold : -Feel.dragThreshold
  }

  /// Travel counts again from where the hand is: the items have another size.
  mutating func restart(from position: Double) {
    origin = coordinate
    originPosition = position
  }

  /// Where the hand has the row, its ends left aside.
  func position(extent: Double) -> Double { originPosition - (coordinate - origin) / extent }

  /// Items per second at which the row is let go.
  func velocity(at time: Double, extent: Double) -> Double {
    isDragged ? -trail.velocity(at: time) / extent : 0
  }
}
