/// A press on the row of a picker, until its release.
struct PickerHold: Hashable, Sendable {
  /// Whether the row was moving when it was touched: a release without travel is then not a tap.
  let wasMoving: Bool
  /// The current coordinate of the pointer.
  private(set) var coordinate: Double
  /// Whether the drag threshold was passed, so that the row follows.
  private(set) var isDragged: Bool
  /// The coordinate from which travel counts, and the position of the row at that time.
  private var origin: Double
  private var originPosition: Double
  private var samples = DragVelocity()

  /// - Parameter position: the position of the row, without the resistance at its ends.
  init(_ device: PickerMotion.Device, at coordinate: Double, time: Double, position: Double, wasMoving: Bool)
  {
    self.wasMoving = wasMoving
    self.coordinate = coordinate
    isDragged = device == .touchpad
    origin = coordinate
    originPosition = position
    samples.addSample(coordinate, at: time)
  }

  /// The pointer moved.
  mutating func move(to coordinate: Double, time: Double) {
    self.coordinate = coordinate
    samples.addSample(coordinate, at: time)
    guard !isDragged, abs(coordinate - origin) > Feel.dragThreshold else { return }
    isDragged = true
    // Travel counts from the threshold, so that nothing jumps.
    origin += coordinate > origin ? Feel.dragThreshold : -Feel.dragThreshold
  }

  /// Restarts from the current coordinate, because the items have another size.
  mutating func restart(from position: Double) {
    origin = coordinate
    originPosition = position
  }

  /// The position to which the pointer has dragged the row, ignoring its ends.
  func position(extent: Double) -> Double { originPosition - (coordinate - origin) / extent }

  /// Items per second at the release.
  func velocity(at time: Double, extent: Double) -> Double {
    isDragged ? -samples.velocity(at: time) / extent : 0
  }
}
