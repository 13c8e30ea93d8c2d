/// A press on the row of a picker, up to its release.
struct PickerHold: Hashable, Sendable {
  /// Whether the row was moving when it was pressed. A release without travel is then not a tap.
  let wasMoving: Bool
  /// The current coordinate of the pointer.
  private(set) var coordinate: Double
  /// Whether the pointer has passed the drag threshold, so the row follows it.
  private(set) var isDragged: Bool
  /// The coordinate from which travel is measured, and the position of the row there.
  private var origin: Double
  private var originPosition: Double
  private var dragVelocity = DragVelocity()

  /// - Parameter position: the position of the row, without the resistance at its ends.
  init(_ device: PickerMotion.Device, at coordinate: Double, time: Double, position: Double, wasMoving: Bool)
  {
    self.wasMoving = wasMoving
    self.coordinate = coordinate
    isDragged = device == .touchpad
    origin = coordinate
    originPosition = position
    dragVelocity.addSample(coordinate, at: time)
  }

  /// Records that the pointer has moved.
  mutating func move(to coordinate: Double, time: Double) {
    self.coordinate = coordinate
    dragVelocity.addSample(coordinate, at: time)
    guard !isDragged, abs(coordinate - origin) > Feel.dragThreshold else { return }
    isDragged = true
    // Travel is measured from the threshold, so that the row does not jump.
    origin += coordinate > origin ? Feel.dragThreshold : -Feel.dragThreshold
  }

  /// Restarts from the current coordinate, because the size of the items has changed.
  mutating func restart(from position: Double) {
    origin = coordinate
    originPosition = position
  }

  /// Returns the position to which the pointer has dragged the row, ignoring the ends of the row.
  func position(itemExtent: Double) -> Double { originPosition - (coordinate - origin) / itemExtent }

  /// Returns the velocity at the release, in items per second.
  func velocity(at time: Double, itemExtent: Double) -> Double {
    isDragged ? -dragVelocity.velocity(at: time) / itemExtent : 0
  }
}
