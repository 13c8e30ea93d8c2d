/// An effect of a picker that its host carries out.
package enum PickerEffect: Hashable, Sendable {
  /// Another item is centred now: highlight it.
  case highlight(Int)
  /// The picker came to rest on another item than before: it is the new selection.
  case commit(Int)
}

/// The motion of a wheel or ribbon of items: it scrolls kinetically, can be stopped at any moment, always comes to
/// rest on an item, and commits only then.
///
/// A value type without a clock. Coordinates are px along the row (`PickerAxis`), times are in the host's seconds.
/// While `isMoving`, the host calls `tick` in every frame and carries out the returned effects.
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
  /// What scrolls.
  package enum Hand: Hashable, Sendable {
    /// A finger, or a mouse with its button down: without travel it taps.
    case pointer
    /// Two fingers on a touchpad, which never tap.
    case touchpad
  }

  private enum Phase: Hashable, Sendable {
    case resting
    case held(PickerHold)
    case gliding(PickerGlide, since: Double)
  }

  /// The row.
  package private(set) var track: PickerTrack
  /// The index at the centre, with what the row is off it.
  package private(set) var position: Double
  /// The item that is picked; nil as long as the picker rests between two, on a value that is none of them.
  package private(set) var picked: Int?
  /// Whether the user wants no animations.
  package var isReduced: Bool
  private var phase = Phase.resting
  /// Where it rested last.
  private var home: Double
  private var highlighted: Int
  /// The part of a wheel's detent that has been turned so far.
  private var detents = 0.0

  /// A picker at rest.
  ///
  /// - Parameters:
  ///   - track: the row.
  ///   - position: the item, or a place between two for a value that is held beside the items (07 where they are
  ///     the fives): nothing but the user changes it.
  package init(_ track: PickerTrack, at position: Double, isReduced: Bool = false) {
    self.track = track
    self.isReduced = isReduced
    self.position = position
    home = position
    highlighted = track.item(at: track.nearest(to: position, home: position))
    picked = Double(highlighted) == position ? highlighted : nil
  }

  /// Whether it is moving by itself, so that `tick` has to be called.
  package var isMoving: Bool {
    if case .gliding = phase { true } else { false }
  }
  /// Whether a hand holds it. Its host then keeps what is around it from scrolling.
  package var isHeld: Bool {
    if case .held = phase { true } else { false }
  }
  /// The item that is nearest to the centre.
  package var centred: Int { highlighted }
  /// The item that it rests on or is on its way to; under a hand, the one that is nearest.
  package var target: Int {
    isHeld ? highlighted : track.item(at: track.nearest(to: destination, home: home))
  }

  // MARK: A hand

  /// A hand comes down: whatever moves stands.
  package mutating func press(_ hand: Hand = .pointer, at coordinate: Double, time: Double) -> [PickerEffect]
  {
    let effects = tick(time: time)
    phase = .held(
      PickerHold(
        hand, at: coordinate, time: time, position: track.unresisted(position), wasMoving: isMoving))
    return effects
  }

  /// The hand is elsewhere: past the threshold the row follows it.
  package mutating func drag(to coordinate: Double, time: Double) -> [PickerEffect] {
    guard case .held(var hold) = phase else { return [] }
    hold.move(to: coordinate, time: time)
    phase = .held(hold)
    return hold.isDragged ? move(to: track.resisted(hold.position(extent: track.extent))) : []
  }

  /// The hand lets go: the row glides to an item. Without travel the item under the hand was meant, unless the hand
  /// only stopped the row.
  package mutating func release(time: Double) -> [PickerEffect] {
    guard case .held(let hold) = phase else { return [] }
    guard hold.isDragged || hold.wasMoving else {
      return glide(to: Double(track.index(under: hold.coordinate, at: position)), velocity: 0, time: time)
    }
    let velocity = hold.velocity(at: time, extent: track.extent)
    let landing = track.landing(from: position, velocity: velocity, home: home)
    return glide(to: Double(landing), velocity: velocity, time: time)
  }

  /// The hand was taken away (Escape, a broken grab): the row goes back to where it rested.
  package mutating func cancel(time: Double) -> [PickerEffect] {
    guard isHeld else { return [] }
    return glide(to: home, velocity: 0, time: time)
  }

  // MARK: Keys and wheels

  /// A wheel turned under the pointer: every whole detent is one item, and parts of one add up.
  package mutating func wheel(_ detents: Double, time: Double) -> [PickerEffect] {
    if detents * self.detents < 0 { self.detents = 0 }
    self.detents += detents
    let whole = self.detents.rounded(.towardZero)
    self.detents -= whole
    return step(by: Int(whole), time: time)
  }

  /// So many items on from the one that it rests on or is on its way to: quick steps add up. Not under a hand.
  package mutating func step(by items: Int, time: Double) -> [PickerEffect] {
    guard !isHeld, items != 0 else { return [] }
    let effects = tick(time: time)
    let from = destination
    // Between two items the first step is to the next of them.
    let base = items > 0 ? from.rounded(.down) : from.rounded(.up)
    return effects
      + glide(to: Double(track.clamped(Int(base) + items)), velocity: speed(at: time), time: time)
  }

  /// To an item, by the shorter way. Not under a hand.
  ///
  /// - Precondition: there is such an item.
  package mutating func go(to item: Int, time: Double) -> [PickerEffect] {
    let index = track.index(of: item, near: position)
    guard !isHeld else { return [] }
    let effects = tick(time: time)
    return effects + glide(to: Double(index), velocity: speed(at: time), time: time)
  }

  // MARK: Time and room

  /// A frame: moves on what glides.
  package mutating func tick(time: Double) -> [PickerEffect] {
    guard case .gliding(let glide, let since) = phase else { return [] }
    let effects = move(to: glide.position(after: time - since))
    guard time - since >= glide.duration else { return effects }
    return effects + rest()
  }

  /// The items or the viewport have another size: what is centred stays so, and what moves moves on.
  package mutating func resize(extent: Double, viewport: Double) {
    precondition(extent > 0)
    track.extent = extent
    track.viewport = viewport
    guard case .held(var hold) = phase else { return }
    hold.restart(from: track.unresisted(position))
    phase = .held(hold)
  }

  /// The value was changed elsewhere. Under a hand, and on the way from one, the hand's own will is waited for.
  ///
  /// - Returns: whether the value is shown.
  @discardableResult
  package mutating func jump(to position: Double) -> Bool {
    guard case .resting = phase else { return false }
    self = PickerMotion(track, at: position, isReduced: isReduced)
    return true
  }

  /// Where it rests or is on its way to.
  private var destination: Double {
    if case .gliding(let glide, _) = phase { glide.end } else { position }
  }

  private func speed(at time: Double) -> Double {
    if case .gliding(let glide, let since) = phase { glide.velocity(after: time - since) } else { 0 }
  }

  private mutating func glide(to end: Double, velocity: Double, time: Double) -> [PickerEffect] {
    let glide = PickerGlide(from: position, to: end, velocity: velocity, on: track, isReduced: isReduced)
    phase = .gliding(glide, since: time)
    return glide.duration == 0 ? tick(time: time) : []
  }

  private mutating func move(to newPosition: Double) -> [PickerEffect] {
    position = newPosition
    let item = track.item(at: track.nearest(to: position, home: home))
    guard item != highlighted else { return [] }
    highlighted = item
    return [.highlight(item)]
  }

  private mutating func rest() -> [PickerEffect] {
    phase = .resting
    home = position
    let isOnItem = position == position.rounded()
    guard isOnItem, picked != highlighted else { return [] }
    picked = highlighted
    return [.commit(highlighted)]
  }
}
