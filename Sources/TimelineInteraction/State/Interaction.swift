import CalendarModel

/// The active interaction with the timeline. There is only one at a time, whatever the input device.
///
/// Its values are large, and each frame of a drag reads them many times and changes them twice. As it is
/// indirect, reading them does not copy them.
package indirect enum Interaction: Sendable {
  case idle
  /// A button or a finger is down, and it is undecided what that becomes.
  case pressing(PointerPress)
  /// A pointer drags an event, or draws a new one.
  case dragging(Drag)
  /// An event follows the pointer without a held button, until a click or Enter drops it.
  case carrying(Drag)
  /// The press is decided; the rest of it is ignored until everything is released.
  case ignoring(TimelineGesture)
  /// Two fingers change the height of the hours.
  case pinching(PinchZoom)
  /// An event was lifted by keys or by an action of assistive technology.
  case keyboardMove(KeyboardMove)
  /// Key steps of an event that is not lifted: they are shown, and saved at `deadline` in the host's seconds.
  case keyboardStep(KeyboardMove, deadline: Double)
  /// A new event is shown and waits for its title.
  case naming(Naming)
}

/// A press that has not yet become a click, a drag or a swipe.
package struct PointerPress: Sendable {
  /// What the press may become.
  package internal(set) var gesture: TimelineGesture
  /// The input that began it.
  let press: TimelineInput.Press
}

/// An event that is dragged by a pointer.
package struct Drag: Sendable {
  let gesture: TimelineGesture
  /// The event that had the focus before the lift.
  let focusBefore: Occurrence.ID?

  init?(_ gesture: TimelineGesture, focusBefore: Occurrence.ID?) {
    guard gesture.isLifted else { return nil }
    (self.gesture, self.focusBefore) = (gesture, focusBefore)
  }

  /// Its position, and what it would become.
  package var lifted: DraggedEvent {
    guard let lifted = gesture.lifted else { preconditionFailure("A drag has lifted something.") }
    return lifted
  }
}

/// A new event whose title is being entered. The data source does not know it yet.
package struct Naming: Hashable, Sendable {
  /// The event, where it will be.
  package internal(set) var occurrence: Occurrence
  /// The text typed so far.
  package internal(set) var title = ""
  /// The event that had the focus before; it regains it if the new event is discarded.
  package let focusBefore: Occurrence.ID?

  /// The event with its title; without one, it keeps its initial name.
  package var titled: CalendarEvent {
    var event = occurrence.event
    if title.contains(where: { !$0.isWhitespace }) { event.summary = title }
    return event
  }
}

extension Interaction {
  /// Whether there is no active interaction.
  package var isIdle: Bool {
    switch self {
    case .idle: true
    case .pressing, .dragging, .carrying, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming: false
    }
  }

  /// The event lifted by pointer or keyboard, in its original state.
  package var lifted: Occurrence? {
    switch self {
    case .dragging(let drag), .carrying(let drag): drag.lifted.occurrence
    case .keyboardMove(let hold): hold.occurrence
    case .idle, .pressing, .ignoring, .pinching, .keyboardStep, .naming: nil
    }
  }

  /// The stored event that is being changed, in its original state; it may be deleted elsewhere meanwhile.
  package var editedEvent: Occurrence? {
    switch self {
    case .dragging(let drag), .carrying(let drag): drag.lifted.isNew ? nil : drag.lifted.occurrence
    case .keyboardMove(let hold), .keyboardStep(let hold, _): hold.occurrence
    case .idle, .pressing, .ignoring, .pinching, .naming: nil
    }
  }

  /// The event that is shown in its future state but not yet saved.
  package var pending: Occurrence? {
    switch self {
    case .keyboardStep(let hold, _): hold.snapped
    case .naming(let naming): naming.occurrence
    case .idle, .pressing, .dragging, .carrying, .ignoring, .pinching, .keyboardMove: nil
    }
  }

  /// A source's occurrences of some days, with the pending event inserted, in reading order.
  package func withPending(_ source: [Occurrence], in days: Range<Day>) -> [Occurrence] {
    guard let pending else { return source }
    var result = source.filter { $0.id != pending.id }
    if pending.span.overlaps(TimeSpan(days: days)) { result.append(pending) }
    return result.sorted(by: Occurrence.inReadingOrder)
  }

  /// Whether a press is active, decided or not, or an event is carried.
  package var isPointing: Bool {
    switch self {
    case .pressing, .dragging, .carrying, .ignoring, .pinching: true
    case .idle, .keyboardMove, .keyboardStep, .naming: false
    }
  }

  /// Whether a pointer drags an event, or draws a new one.
  package var isDrag: Bool {
    switch self {
    case .dragging, .carrying: true
    case .idle, .pressing, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming: false
    }
  }

  /// Whether an event follows the pointer without a held button.
  package var isCarrying: Bool { if case .carrying = self { true } else { false } }

  /// Whether two fingers change the height of the hours.
  package var isPinching: Bool { if case .pinching = self { true } else { false } }

  /// The drag of a pointer, if there is one.
  package var drag: Drag? {
    switch self {
    case .dragging(let drag), .carrying(let drag): drag
    case .idle, .pressing, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming: nil
    }
  }

  /// The event that keys have lifted or moved by steps.
  package var keyboardMove: KeyboardMove? {
    switch self {
    case .keyboardMove(let hold), .keyboardStep(let hold, _): hold
    case .idle, .pressing, .dragging, .carrying, .ignoring, .pinching, .naming: nil
    }
  }

  /// The new event that waits for its title.
  package var naming: Naming? {
    switch self {
    case .naming(let naming): naming
    case .idle, .pressing, .dragging, .carrying, .ignoring, .pinching, .keyboardMove, .keyboardStep: nil
    }
  }
}

// MARK: Gesture and keyboard state machines

extension Interaction {
  /// The pointer's state machine; nil while another device is used.
  var gesture: TimelineGesture? {
    switch self {
    case .idle: TimelineGesture()
    case .pressing(let press): press.gesture
    case .dragging(let drag), .carrying(let drag): drag.gesture
    case .ignoring(let gesture): gesture
    case .pinching, .keyboardMove, .keyboardStep, .naming: nil
    }
  }

  /// The keyboard's state machine; nil while something else is active. An undecided press gives way to it.
  var keyboardEdit: KeyboardEdit? {
    switch self {
    case .idle, .pressing, .ignoring: KeyboardEdit()
    case .keyboardMove(let hold): KeyboardEdit(.lifted(hold))
    case .keyboardStep(let hold, let deadline): KeyboardEdit(.stepping(hold, deadline: deadline))
    case .dragging, .carrying, .pinching, .naming: nil
    }
  }

  init(_ keys: KeyboardEdit) {
    switch keys.phase {
    case .idle: self = .idle
    case .lifted(let hold): self = .keyboardMove(hold)
    case .stepping(let hold, let deadline): self = .keyboardStep(hold, deadline: deadline)
    }
  }
}
