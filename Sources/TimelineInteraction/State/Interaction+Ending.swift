import CalendarModel

extension Interaction {
  /// The effect of an input on the active interaction, before the input itself is handled.
  enum Ending: Hashable {
    /// The interaction continues; the input may be for it, or unrelated.
    case none
    /// The interaction ends with its current result: steps are saved, a new event is added.
    case finish
    case cancel(CancelReason)
    /// The interaction continues, and what the input would start is refused.
    case refuse
  }

  /// Returns how an input ends the interaction. No other code makes one interaction end another.
  func ending(by input: TimelineInput) -> Ending {
    switch self {
    case .idle: .none
    case .pressing: endingOfPress(by: input)
    case .dragging, .carrying: endingOfDrag(by: input)
    case .ignoring, .pinching: .none
    case .keyboardMove: endingOfMove(by: input)
    case .keyboardStep(let hold, _): endingOfSteps(hold, by: input)
    case .naming: endingOfNaming(by: input)
    }
  }

  private func endingOfPress(by input: TimelineInput) -> Ending {
    switch input {
    case .interrupted(let reason): .cancel(reason)
    // The pointer's own inputs, and those that do not affect a press.
    case .press, .move, .longPress, .release, .pressCancelled, .touch, .allReleased, .fingersLost, .hover,
      .pinch,
      .frame, .painted, .layoutChanged, .fineSnapping, .escape, .editedEventRemoved, .focused, .focusLeft,
      .focus, .select,
      .typed, .namingFinished, .namingCancelled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .willStart:
      .none
    // If these start something, it replaces the press.
    case .key, .action, .newEvent, .create, .moveWithPointer, .delete: .none
    }
  }

  private func endingOfDrag(by input: TimelineInput) -> Ending {
    switch input {
    case .escape: .cancel(.escape)
    case .interrupted(let reason): .cancel(reason)
    case .editedEventRemoved: editedEvent == nil ? .none : .cancel(.eventRemoved)
    case .press, .move, .longPress, .release, .pressCancelled, .touch, .allReleased, .fingersLost, .hover,
      .frame,
      .painted, .layoutChanged, .fineSnapping, .key, .focused, .focusLeft, .focus, .select, .typed,
      .namingFinished, .namingCancelled,
      .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear:
      .none
    case .action, .willStart, .newEvent, .create, .moveWithPointer, .delete, .pinch: .refuse
    }
  }

  private func endingOfMove(by input: TimelineInput) -> Ending {
    switch input {
    case .press: .cancel(.gestureCancelled)
    case .escape: .cancel(.escape)
    case .interrupted(let reason): .cancel(reason)
    case .editedEventRemoved: .cancel(.eventRemoved)
    case .move, .longPress, .release, .pressCancelled, .touch, .allReleased, .fingersLost, .hover, .frame,
      .painted,
      .layoutChanged, .fineSnapping, .key, .action, .focused, .focusLeft, .focus, .select, .typed,
      .namingFinished, .namingCancelled,
      .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear:
      .none
    case .willStart(.press): .cancel(.gestureCancelled)
    case .willStart(.command), .newEvent, .create, .moveWithPointer, .delete, .pinch: .refuse
    }
  }

  private func endingOfSteps(_ hold: KeyboardMove, by input: TimelineInput) -> Ending {
    switch input {
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .delete, .focusLeft: .finish
    case .pinch(let pinch): pinch.isBeginning ? .finish : .none
    case .focused(let id, _): id == hold.occurrence.id ? .none : .finish
    case .editedEventRemoved: .cancel(.eventRemoved)
    // An interruption that takes the focus away is followed by `focusLeft`, which saves the steps. The other
    // inputs are for the event itself, or unrelated.
    case .interrupted, .escape, .move, .longPress, .release, .pressCancelled, .touch, .allReleased,
      .fingersLost,
      .hover, .frame, .painted, .layoutChanged, .fineSnapping, .key, .action, .focus, .select, .typed,
      .namingFinished,
      .namingCancelled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear:
      .none
    }
  }

  private func endingOfNaming(by input: TimelineInput) -> Ending {
    switch input {
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .delete, .focusLeft, .action,
      .namingFinished:
      .finish
    case .pinch(let pinch): pinch.isBeginning ? .finish : .none
    case .pagesTurned(let isShown): isShown ? .none : .finish
    case .namingCancelled: .cancel(.escape)
    case .key(let press): press.key.name == .escape ? .cancel(.escape) : .none
    case .interrupted, .editedEventRemoved, .escape, .move, .longPress, .release, .pressCancelled, .touch,
      .allReleased,
      .fingersLost, .hover, .frame, .painted, .layoutChanged, .fineSnapping, .focused, .focus, .select,
      .typed,
      .calendarChosen, .time, .windowKey, .focusNear:
      .none
    }
  }
}
