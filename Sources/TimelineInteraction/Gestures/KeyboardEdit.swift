import CalendarModel

/// Moving and stretching by keys and by the actions of assistive technology: the equal of `TimelineGesture`.
///
/// Space lifts an event; steps then show what it would become, Enter or Space (`drop`) commits it as one edit and
/// Escape (`cancel`) restores. Steps of an event that is not lifted show at once and are committed as one edit,
/// `Feel.keyEditPause` after the last or when something else begins (`flush`).
package struct KeyboardEdit: Sendable {
  package enum Phase: Hashable, Sendable {
    /// Nothing is held.
    case idle
    /// Lifted by Space.
    case lifted(KeyHold)
    /// Steps that will be saved at that time, in the host's seconds.
    case stepping(KeyHold, deadline: Double)
  }

  package private(set) var phase = Phase.idle

  package init() {}

  init(_ phase: Phase) {
    self.phase = phase
  }

  /// What is held, if anything.
  package var hold: KeyHold? {
    switch phase {
    case .idle: nil
    case .lifted(let hold), .stepping(let hold, _): hold
    }
  }

  /// When `tick` has to be called next, in the host's seconds; nil if nothing waits.
  package var deadline: Double? {
    if case .stepping(_, let deadline) = phase { deadline } else { nil }
  }

  /// Space on an event: lifts it. Pending steps of any event are saved first.
  package mutating func lift(_ occurrence: Occurrence, refusal: EditRefusal?, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    if case .lifted = phase { return [] }
    // The host read the occurrence before its pending steps are saved.
    let present = hold?.occurrence.id == occurrence.id ? hold?.snapped : nil
    let before = flush()
    if let refusal { return before + [.refused(refusal)] }
    let hold = KeyHold(present ?? occurrence, isLifted: true, in: viewport)
    phase = .lifted(hold)
    return before + [.lift, .hold(hold)]
  }

  /// A step of what is lifted, or, if nothing is, of that occurrence. `time` is in the host's seconds.
  package mutating func step(
    _ step: KeyStep, of occurrence: Occurrence, refusal: EditRefusal?, time: Double,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    if case .lifted(var hold) = phase {
      guard hold.make(step, zone: viewport.zone) else { return [] }
      phase = .lifted(hold)
      return [.hold(hold)]
    }
    var effects: [GestureEffect] = []
    if hold?.occurrence.id != occurrence.id { effects = flush() }
    if let refusal { return effects + [.refused(refusal)] }
    var hold = hold ?? KeyHold(occurrence, isLifted: false, in: viewport)
    guard hold.make(step, zone: viewport.zone) else { return effects }
    phase = .stepping(hold, deadline: time + Feel.keyEditPause)
    return effects + [.hold(hold)]
  }

  /// Time has passed: steps whose pause is over are committed.
  package mutating func tick(time: Double) -> [GestureEffect] {
    guard let deadline, time >= deadline else { return [] }
    return flush()
  }

  /// Enter or Space on what is lifted: it is dropped where it shows.
  package mutating func drop() -> [GestureEffect] {
    guard case .lifted(let hold) = phase else { return [] }
    return end(hold)
  }

  /// Focus leaves the event, or another action begins: pending steps are committed now. What is lifted stays.
  package mutating func flush() -> [GestureEffect] {
    guard case .stepping(let hold, _) = phase else { return [] }
    return end(hold)
  }

  /// Nothing of it is done: the event, scroll and page go back to where they were.
  package mutating func cancel(_ reason: CancelReason) -> [GestureEffect] {
    guard let hold else { return [] }
    phase = .idle
    return [.cancelled(reason), .restore(scroll: hold.home.scroll, day: hold.home.columns.first)]
  }

  private mutating func end(_ hold: KeyHold) -> [GestureEffect] {
    phase = .idle
    return hold.change.map { [.commit($0, hold.occurrence)] } ?? [.settle]
  }
}
