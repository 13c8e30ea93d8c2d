/// An effect of a picker that its host carries out.
package enum PickerEffect: Hashable, Sendable {
  /// A different item is now centered: highlight it.
  case highlight(Int)
  /// The picker has come to rest on a different item, which is the new selection.
  case commit(Int)
}

/// The motion of a wheel or ribbon of items. It scrolls kinetically, can be stopped at any moment, always
/// comes to rest on an item, and commits only then.
///
/// This is a value type without a clock. Coordinates are in px along the row (`PickerAxis`), and times are in
/// seconds of the host's clock. While `isMoving`, the host calls `tick` in every frame and carries out the
/// returned effects.
///
/// ```swift
/// var motion = PickerMotion(track, at: 0)
/// _ = motion.press(at: 100, time: 0)
/// _ = motion.drag(to: 40, time: 0.05)
/// _ = motion.release(time: 0.06)
/// while motion.isMoving {
///   for effect in motion.tick(time: frameTime()) { carryOut(effect) }
/// }
/// ```
package struct PickerMotion: Hashable, Sendable {
  /// The device that drags the row.
  package enum Device: Hashable, Sendable {
    /// A finger, or a mouse with its button pressed. A press without travel is a tap.
    case pointer
    /// Two fingers on a touchpad. They never tap.
    case touchpad
  }

  private enum Phase: Hashable, Sendable {
    case resting
    case held(PickerHold)
    case gliding(PickerGlide, since: Double)
  }

  /// The row.
  package private(set) var track: PickerTrack
  /// The index at the center, with a fraction while the row is between items.
  package private(set) var position: Double
  /// The selected item; nil while the picker rests between two items, on a value that no item has.
  package private(set) var selectedItem: Int?
  /// Whether the user has turned animations off.
  package var isMotionReduced: Bool
  private var phase = Phase.resting
  /// The difference in px between `track.selectionCenter` at the beginning of a glide and its value in a row at
  /// rest. A drag moves all items together; only the glide that follows fills the viewport again.
  private var centerOffset = 0.0
  /// The position at which the picker last rested.
  private var restPosition: Double
  private var highlightedItem: Int
  /// The fraction of a wheel detent turned so far.
  private var partialDetent = 0.0

  /// Creates a picker at rest.
  ///
  /// - Parameters:
  ///   - track: the row.
  ///   - position: the position of an item, or a position between two items for a value that no item has, such
  ///     as 07 between multiples of five. The picker keeps such a value until the user changes it.
  package init(_ track: PickerTrack, at position: Double, isMotionReduced: Bool = false) {
    self.track = track
    self.isMotionReduced = isMotionReduced
    self.position = position
    restPosition = position
    self.track.selectionCenter = track.restingCenter(at: position)
    highlightedItem = track.item(at: track.nearestIndex(to: position, origin: position))
    selectedItem = Double(highlightedItem) == position ? highlightedItem : nil
  }

  /// Whether the row is moving on its own, so `tick` must be called.
  package var isMoving: Bool {
    if case .gliding = phase { true } else { false }
  }
  /// Whether a pointer holds the row. The host must then keep the surroundings from scrolling.
  package var isHeld: Bool {
    if case .held = phase { true } else { false }
  }
  /// The item nearest to the center.
  package var centeredItem: Int { highlightedItem }
  /// The item on which the row rests or to which it is moving; while the row is held, the nearest item.
  package var targetItem: Int {
    isHeld ? highlightedItem : track.item(at: track.nearestIndex(to: destination, origin: restPosition))
  }

  // MARK: Dragging

  /// Begins a press. Any motion stops.
  package mutating func press(_ device: Device = .pointer, at coordinate: Double, time: Double)
    -> [PickerEffect]
  {
    let effects = tick(time: time)
    phase = .held(
      PickerHold(
        device, at: coordinate, time: time, position: track.withoutResistance(position), wasMoving: isMoving))
    return effects
  }

  /// Moves the row with the pointer, once the pointer has passed the threshold.
  package mutating func drag(to coordinate: Double, time: Double) -> [PickerEffect] {
    guard case .held(var hold) = phase else { return [] }
    hold.move(to: coordinate, time: time)
    phase = .held(hold)
    return hold.isDragged ? move(to: track.withResistance(hold.position(itemExtent: track.itemExtent))) : []
  }

  /// Ends the press. The row glides to an item. Without travel, this is the item under the pointer, unless
  /// the press only stopped the row.
  package mutating func release(time: Double) -> [PickerEffect] {
    guard case .held(let hold) = phase else { return [] }
    guard hold.isDragged || hold.wasMoving else {
      return glide(to: Double(track.index(under: hold.coordinate, at: position)), velocity: 0, time: time)
    }
    let velocity = hold.velocity(at: time, itemExtent: track.itemExtent)
    let restingIndex = track.restingIndex(from: position, velocity: velocity, origin: restPosition)
    return glide(to: Double(restingIndex), velocity: velocity, time: time)
  }

  /// Cancels the press, for example after Escape or a broken grab. The row returns to its last rest position.
  package mutating func cancel(time: Double) -> [PickerEffect] {
    guard isHeld else { return [] }
    return glide(to: restPosition, velocity: 0, time: time)
  }

  // MARK: Keys and wheels

  /// Moves by wheel detents. Every whole detent moves by one item, and fractions add up.
  package mutating func turnWheel(_ detents: Double, time: Double) -> [PickerEffect] {
    if detents * partialDetent < 0 { partialDetent = 0 }
    partialDetent += detents
    let wholeDetents = partialDetent.rounded(.towardZero)
    partialDetent -= wholeDetents
    return step(by: Int(wholeDetents), time: time)
  }

  /// Moves by a number of items from the item on which the row rests or to which it is moving, so quick steps
  /// add up. Does nothing while the row is held.
  package mutating func step(by items: Int, time: Double) -> [PickerEffect] {
    guard !isHeld, items != 0 else { return [] }
    let effects = tick(time: time)
    let start = destination
    // Between two items, the first step leads to the adjacent one.
    let base = items > 0 ? start.rounded(.down) : start.rounded(.up)
    return effects
      + glide(to: Double(track.clamped(Int(base) + items)), velocity: velocity(at: time), time: time)
  }

  /// Moves to an item in the shorter direction. Does nothing while the row is held.
  ///
  /// - Precondition: the item exists.
  package mutating func go(to item: Int, time: Double) -> [PickerEffect] {
    let index = track.index(of: item, near: position)
    guard !isHeld else { return [] }
    let effects = tick(time: time)
    return effects + glide(to: Double(index), velocity: velocity(at: time), time: time)
  }

  // MARK: Frames and size

  /// Advances a glide to the time of a frame.
  package mutating func tick(time: Double) -> [PickerEffect] {
    guard case .gliding(let glide, let startTime) = phase else { return [] }
    let effects = move(to: glide.position(after: time - startTime))
    let remaining = glide.duration > 0 ? 1 - ((time - startTime) / glide.duration).clamped(to: 0...1) : 0
    track.selectionCenter =
      track.restingCenter(at: position) + centerOffset * remaining * remaining * remaining
    guard time - startTime >= glide.duration else { return effects }
    return effects + comeToRest()
  }

  /// Changes the size of the items and the viewport. The position stays the same, and motion continues.
  package mutating func resize(itemExtent: Double, viewportLength: Double) {
    precondition(itemExtent > 0)
    guard itemExtent != track.itemExtent || viewportLength != track.viewportLength else { return }
    track.itemExtent = itemExtent
    track.viewportLength = viewportLength
    track.selectionCenter = track.restingCenter(at: position)
    centerOffset = 0
    guard case .held(var hold) = phase else { return }
    hold.restart(from: track.withoutResistance(position))
    phase = .held(hold)
  }

  /// Shows a value that was changed elsewhere. Does nothing while the picker is held or moving, because the
  /// user's input takes precedence.
  ///
  /// - Returns: whether the value is now shown.
  @discardableResult
  package mutating func jump(to position: Double) -> Bool {
    guard case .resting = phase else { return false }
    self = PickerMotion(track, at: position, isMotionReduced: isMotionReduced)
    return true
  }

  /// The position at which the row rests or to which it is moving.
  private var destination: Double {
    if case .gliding(let glide, _) = phase { glide.end } else { position }
  }

  private func velocity(at time: Double) -> Double {
    if case .gliding(let glide, let startTime) = phase { glide.velocity(after: time - startTime) } else { 0 }
  }

  private mutating func glide(to end: Double, velocity: Double, time: Double) -> [PickerEffect] {
    let glide = PickerGlide(
      from: position, to: end, velocity: velocity, on: track, isMotionReduced: isMotionReduced)
    centerOffset = track.selectionCenter - track.restingCenter(at: position)
    phase = .gliding(glide, since: time)
    return glide.duration == 0 ? tick(time: time) : []
  }

  private mutating func move(to newPosition: Double) -> [PickerEffect] {
    position = newPosition
    let item = track.item(at: track.nearestIndex(to: position, origin: restPosition))
    guard item != highlightedItem else { return [] }
    highlightedItem = item
    return [.highlight(item)]
  }

  private mutating func comeToRest() -> [PickerEffect] {
    phase = .resting
    restPosition = position
    let isOnItem = position == position.rounded()
    guard isOnItem, selectedItem != highlightedItem else { return [] }
    selectedItem = highlightedItem
    return [.commit(highlightedItem)]
  }
}
