import CalendarModel

/// Moves and resizes events with the keyboard and by actions of assistive technology. It is the counterpart
/// of `TimelineGesture`.
///
/// Space lifts an event. Steps then show what the event would become. Enter or Space (`drop`) commits the
/// steps as one edit, and Escape (`cancel`) restores the event. Steps of an event that is not lifted are
/// shown immediately. They are committed as one edit `Feel.keyEditPause` after the last step, or earlier if
/// something else begins (`flush`).
package struct KeyboardEdit: Sendable {
  package enum Phase: Hashable, Sendable {
    /// No event is lifted or has pending steps.
    case idle
    /// An event is lifted.
    case lifted(KeyboardMove)
    /// Steps that will be saved at `deadline`, in seconds of the host's clock.
    case stepping(KeyboardMove, deadline: Double)
  }

  package private(set) var phase = Phase.idle

  package init() {}

  init(_ phase: Phase) {
    self.phase = phase
  }

  /// The event that is lifted or has pending steps, with these steps; nil if there is none.
  package var move: KeyboardMove? {
    switch phase {
    case .idle: nil
    case .lifted(let move), .stepping(let move, _): move
    }
  }

  /// The time at which `tick` must be called next, in seconds of the host's clock; nil if nothing is pending.
  package var deadline: Double? {
    if case .stepping(_, let deadline) = phase { deadline } else { nil }
  }

  /// Lifts an event. Pending steps of any event are saved first.
  package mutating func lift(_ occurrence: Occurrence, refusal: EditRefusal?, in surface: any Surface)
    -> [GestureEffect]
  {
    if case .lifted = phase { return [] }
    // The host read the occurrence before its pending steps were saved.
    let currentOccurrence = move?.occurrence.id == occurrence.id ? move?.snappedOccurrence : nil
    let flushEffects = flush()
    if let refusal { return flushEffects + [.refused(refusal)] }
    let move = KeyboardMove(currentOccurrence ?? occurrence, isLifted: true, in: surface)
    phase = .lifted(move)
    return flushEffects + [.lift, .showKeyboardMove(move)]
  }

  /// Applies a step to the lifted event or, if none is lifted, to `occurrence`.
  ///
  /// - Parameter time: the current time, in seconds of the host's clock.
  package mutating func step(
    _ step: KeyStep, of occurrence: Occurrence, refusal: EditRefusal?, time: Double,
    in surface: any Surface
  ) -> [GestureEffect] {
    if case .lifted(var move) = phase {
      guard move.apply(step, zone: surface.zone) else { return [] }
      phase = .lifted(move)
      return [.showKeyboardMove(move)]
    }
    var effects: [GestureEffect] = []
    if move?.occurrence.id != occurrence.id { effects = flush() }
    if let refusal { return effects + [.refused(refusal)] }
    var move = move ?? KeyboardMove(occurrence, isLifted: false, in: surface)
    guard move.apply(step, zone: surface.zone) else { return effects }
    phase = .stepping(move, deadline: time + Feel.keyEditPause)
    return effects + [.showKeyboardMove(move)]
  }

  /// Commits pending steps if their deadline has been reached at the given time.
  package mutating func tick(time: Double) -> [GestureEffect] {
    guard let deadline, time >= deadline else { return [] }
    return flush()
  }

  /// Drops the lifted event where it is shown.
  package mutating func drop() -> [GestureEffect] {
    guard case .lifted(let move) = phase else { return [] }
    return end(move)
  }

  /// Commits pending steps, because the event is losing the focus or another action is beginning. A lifted
  /// event stays lifted.
  package mutating func flush() -> [GestureEffect] {
    guard case .stepping(let move, _) = phase else { return [] }
    return end(move)
  }

  /// Discards all steps. The event, the scroll offset and the page return to where they were.
  package mutating func cancel(_ reason: CancelReason) -> [GestureEffect] {
    guard let move else { return [] }
    phase = .idle
    return [.canceled(reason), .restore(move.restorePlace)]
  }

  private mutating func end(_ move: KeyboardMove) -> [GestureEffect] {
    phase = .idle
    return move.change.map { [.commit($0, move.occurrence)] } ?? [.dropUnchanged]
  }
}
