import CalendarModel

/// The active interaction with the timeline. There is only one at a time, whatever the input device.
///
/// Its values are large, and each frame of a drag reads them many times and changes them twice. The
/// enumeration is indirect so that reading a value does not copy it.
package indirect enum Interaction: Sendable {
  case idle
  /// A button or a finger is down, and the gesture is not decided yet.
  case pressing(PointerPress)
  /// A pointer is dragging an event, or drawing a new one.
  case dragging(Drag)
  /// An event is following the pointer with no button held, until a click or Enter drops it.
  case followingPointer(Drag)
  /// The gesture is decided. Further input is ignored until everything is released.
  case ignoring(TimelineGesture)
  /// Two fingers are changing the height of the hours.
  case pinching(PinchZoom)
  /// An event was lifted with the keyboard or by an action of assistive technology.
  case keyboardMove(KeyboardMove)
  /// Keys or actions have moved or resized an event without lifting it. The result is shown, and will be saved at
  /// `deadline`, in seconds of the host's clock.
  case keyboardStep(KeyboardMove, deadline: Double)
  /// A new event is shown, and the user is entering its title.
  case naming(Naming)
  /// A change to an occurrence of a series is shown, and the user is choosing its scope.
  case choosingScope(ScopeQuestion)
}

/// A press that has not yet become a click, a drag or a swipe.
package struct PointerPress: Sendable {
  /// The gesture that the press may become.
  package internal(set) var gesture: TimelineGesture
  /// The input that began the press.
  let input: TimelineInput.Press
}

/// An event that a pointer is dragging.
package struct Drag: Sendable {
  let gesture: TimelineGesture
  /// The event that had the focus before the lift.
  let focusBefore: Occurrence.ID?

  init?(_ gesture: TimelineGesture, focusBefore: Occurrence.ID?) {
    guard gesture.isLifted else { return nil }
    (self.gesture, self.focusBefore) = (gesture, focusBefore)
  }

  /// The lifted event: its position, and what it would become.
  package var draggedEvent: DraggedEvent {
    guard let draggedEvent = gesture.draggedEvent else { preconditionFailure("a drag has no dragged event") }
    return draggedEvent
  }
}

/// A new event whose title is being entered. The data source does not contain it yet.
package struct Naming: Hashable, Sendable {
  /// The new event.
  package internal(set) var occurrence: Occurrence
  /// The text typed so far.
  package internal(set) var title = ""
  /// Whether the user has chosen the event's calendar.
  package internal(set) var isCalendarChosen = false
  /// The event that had the focus before. It regains the focus if the new event is discarded.
  package let focusBefore: Occurrence.ID?

  /// The event with the typed title; without a title if the typed one is blank.
  package var titledEvent: CalendarEvent {
    var event = occurrence.event
    event.summary = hasTitle ? title : ""
    return event
  }

  private var hasTitle: Bool { title.contains { !$0.isWhitespace } }

  /// Returns whether the event is added when an input ends the typing of its title. An event that has only been drawn is
  /// added only by Enter, and by what the user does with the event itself.
  func isKept(by input: TimelineInput) -> Bool {
    guard !hasTitle, !isCalendarChosen else { return true }
    return switch input {
    case .namingFinished(let end): end == .enter
    case .press(let press): press.target?.occurrence.id == occurrence.id
    case .moveWithPointer(let target, _, _), .moveToDay(let target, _), .action(_, let target),
      .delete(let target),
      .cut(let target):
      target.occurrence.id == occurrence.id
    default: false
    }
  }
}

extension Interaction {
  /// Whether there is no active interaction.
  package var isIdle: Bool {
    switch self {
    case .idle: true
    case .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming,
      .choosingScope:
      false
    }
  }

  /// The event lifted by pointer or keyboard, in its original state.
  package var liftedOccurrence: Occurrence? {
    switch self {
    case .dragging(let drag), .followingPointer(let drag): drag.draggedEvent.occurrence
    case .keyboardMove(let move): move.occurrence
    case .idle, .pressing, .ignoring, .pinching, .keyboardStep, .naming, .choosingScope: nil
    }
  }

  /// The stored event that is being changed, in its original state. Another program may delete it in the
  /// meantime.
  package var editedEvent: Occurrence? {
    switch self {
    case .dragging(let drag), .followingPointer(let drag):
      drag.draggedEvent.isNew ? nil : drag.draggedEvent.occurrence
    case .keyboardMove(let move), .keyboardStep(let move, _): move.occurrence
    case .choosingScope(let question): question.occurrence
    case .idle, .pressing, .ignoring, .pinching, .naming: nil
    }
  }

  /// The changed or new event that is shown but not yet saved.
  package var pendingOccurrence: Occurrence? {
    switch self {
    case .keyboardStep(let move, _): move.snappedOccurrence
    case .naming(let naming): naming.occurrence
    case .idle, .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove, .choosingScope:
      nil
    }
  }

  /// Returns the occurrences of the given days in reading order, with the pending event in place of its
  /// stored version.
  ///
  /// - Parameter source: the stored occurrences or, while the user is choosing a scope, those that would
  ///   result from the focused choice.
  package func occurrencesToShow(from source: [Occurrence], in days: Range<Day>) -> [Occurrence] {
    if case .choosingScope(let question) = self { return question.occurrencesToShow(from: source, in: days) }
    guard let pendingOccurrence else { return source }
    var result = source.filter { $0.id != pendingOccurrence.id }
    if pendingOccurrence.span.overlaps(TimeSpan(days: days)) { result.append(pendingOccurrence) }
    return result.sorted(by: Occurrence.inReadingOrder)
  }

  /// Whether a press is in progress, even an ignored one, or an event is following the pointer.
  package var isPointerActive: Bool {
    switch self {
    case .pressing, .dragging, .followingPointer, .ignoring, .pinching: true
    case .idle, .keyboardMove, .keyboardStep, .naming, .choosingScope: false
    }
  }

  /// Whether a pointer is dragging an event, or drawing a new one.
  package var isDrag: Bool {
    switch self {
    case .dragging, .followingPointer: true
    case .idle, .pressing, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming, .choosingScope: false
    }
  }

  /// Whether an event is following the pointer with no button held.
  package var isFollowingPointer: Bool { if case .followingPointer = self { true } else { false } }

  /// Whether two fingers are changing the height of the hours.
  package var isPinching: Bool { if case .pinching = self { true } else { false } }

  /// The drag in progress, if any.
  package var drag: Drag? {
    switch self {
    case .dragging(let drag), .followingPointer(let drag): drag
    case .idle, .pressing, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming, .choosingScope: nil
    }
  }

  /// The event that is being moved or resized with the keyboard or by an action.
  package var keyboardMove: KeyboardMove? {
    switch self {
    case .keyboardMove(let move), .keyboardStep(let move, _): move
    case .idle, .pressing, .dragging, .followingPointer, .ignoring, .pinching, .naming, .choosingScope: nil
    }
  }

  /// The new event whose title the user is entering.
  package var naming: Naming? {
    switch self {
    case .naming(let naming): naming
    case .idle, .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove, .keyboardStep,
      .choosingScope:
      nil
    }
  }

  /// The change whose scope the user is choosing.
  package var scopeQuestion: ScopeQuestion? {
    switch self {
    case .choosingScope(let question): question
    case .idle, .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove, .keyboardStep,
      .naming:
      nil
    }
  }
}

// MARK: Gesture and keyboard state machines

extension Interaction {
  /// The pointer's state machine; nil while another interaction is active.
  var gesture: TimelineGesture? {
    switch self {
    case .idle: TimelineGesture()
    case .pressing(let press): press.gesture
    case .dragging(let drag), .followingPointer(let drag): drag.gesture
    case .ignoring(let gesture): gesture
    case .pinching, .keyboardMove, .keyboardStep, .naming, .choosingScope: nil
    }
  }

  /// The keyboard's state machine; nil while something else is active. A press that is undecided or ignored
  /// gives way to the keyboard.
  var keyboardEdit: KeyboardEdit? {
    switch self {
    case .idle, .pressing, .ignoring: KeyboardEdit()
    case .keyboardMove(let move): KeyboardEdit(.lifted(move))
    case .keyboardStep(let move, let deadline): KeyboardEdit(.stepping(move, deadline: deadline))
    case .dragging, .followingPointer, .pinching, .naming, .choosingScope: nil
    }
  }

  init(_ keyboardEdit: KeyboardEdit) {
    switch keyboardEdit.phase {
    case .idle: self = .idle
    case .lifted(let move): self = .keyboardMove(move)
    case .stepping(let move, let deadline): self = .keyboardStep(move, deadline: deadline)
    }
  }
}

extension TimelineState {
  /// Whether no press, pinch or drag is in progress. If so, a longer frame goes unnoticed.
  package var isNothingHeld: Bool {
    guard fingers.isEmpty else { return false }
    return switch interaction {
    case .idle, .keyboardStep, .naming, .choosingScope: true
    case .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove: false
    }
  }
}
