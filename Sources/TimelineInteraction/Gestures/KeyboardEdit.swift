import CalendarModel

/// Moving and resizing by keys and by actions of assistive technology: the counterpart of `TimelineGesture`.
///
/// Space lifts an event; steps then show what it would become. Enter or Space (`drop`) commits them as one
/// edit, and Escape (`cancel`) restores the event. Steps of an event that is not lifted are shown immediately
/// and committed as one edit, `Feel.keyEditPause` after the last one or when something else begins (`flush`).
package struct KeyboardEdit: Sendable {
  package enum Phase: Hashable, Sendable {
    /// Nothing is held.
    case idle
    /// Lifted by Space.
    case lifted(KeyboardMove)
    /// Steps that will be saved at `deadline`, in the host's seconds.
    case stepping(KeyboardMove, deadline: Double)
  }

  package private(set) var phase = Phase.idle

  package init() {}

  init(_ phase: Phase) {
    self.phase = phase
  }

  package var hold: KeyboardMove? {
    switch phase {
    case .idle: nil
    case .lifted(let hold), .stepping(let hold, _): hold
    }
  }

  /// When `tick` must be called next, in the host's seconds; nil if nothing is pending.
  package var deadline: Double? {
    if case .stepping(_, let deadline) = phase { deadline } else { nil }
  }

  /// Space on an event lifts it. Pending steps of any event are saved first.
  package mutating func lift(_ occurrence: Occurrence, refusal: EditRefusal?, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    if case .lifted = phase { return [] }
    // The host read the occurrence before its pending steps were saved.
    let present = hold?.occurrence.id == occurrence.id ? hold?.snapped : nil
    let before = flush()
    if let refusal { return before + [.refused(refusal)] }
    let hold = KeyboardMove(present ?? occurrence, isLifted: true, in: viewport)
    phase = .lifted(hold)
    return before + [.lift, .showKeyboardMove(hold)]
  }

  /// A step of the lifted event or, if none is lifted, of that occurrence. `time` is in the host's seconds.
  package mutating func step(
    _ step: KeyStep, of occurrence: Occurrence, refusal: EditRefusal?, time: Double,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    if case .lifted(var hold) = phase {
      guard hold.apply(step, zone: viewport.zone) else { return [] }
      phase = .lifted(hold)
      return [.showKeyboardMove(hold)]
    }
    var effects: [GestureEffect] = []
    if hold?.occurrence.id != occurrence.id { effects = flush() }
    if let refusal { return effects + [.refused(refusal)] }
    var hold = hold ?? KeyboardMove(occurrence, isLifted: false, in: viewport)
    guard hold.apply(step, zone: viewport.zone) else { return effects }
    phase = .stepping(hold, deadline: time + Feel.keyEditPause)
    return effects + [.showKeyboardMove(hold)]
  }

  /// Time has passed: steps whose pause is over are committed.
  package mutating func tick(time: Double) -> [GestureEffect] {
    guard let deadline, time >= deadline else { return [] }
    return flush()
  }

  /// Enter or Space on the lifted event drops it where it is shown.
  package mutating func drop() -> [GestureEffect] {
    guard case .lifted(let hold) = phase else { return [] }
    return end(hold)
  }

  /// The event loses the focus, or another action begins: pending steps are committed now. A lifted event
  /// stays lifted.
  package mutating func flush() -> [GestureEffect] {
    guard case .stepping(let hold, _) = phase else { return [] }
    return end(hold)
  }

  /// Discards all steps: the event, the scroll offset and the page return to where they were.
  package mutating func cancel(_ reason: CancelReason) -> [GestureEffect] {
    guard let hold else { return [] }
    phase = .idle
    return [
      .cancelled(reason), .restore(scroll: hold.restorePoint.scroll, day: hold.restorePoint.columns.first),
    ]
  }

  private mutating func end(_ hold: KeyboardMove) -> [GestureEffect] {
    phase = .idle
    return hold.change.map { [.commit($0, hold.occurrence)] } ?? [.dropUnchanged]
  }
}
