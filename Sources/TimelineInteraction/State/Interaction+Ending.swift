import CalendarModel

extension Interaction {
  /// The effect of an input on the active interaction, before the input itself is handled.
  enum Ending: Hashable {
    /// The interaction continues; the input may be for it, or unrelated.
    case none
    /// The interaction ends with its current result: steps are saved, a new event is added.
    case keep
    case giveUp(CancelReason)
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
    case .interrupted(let reason): .giveUp(reason)
    // The pointer's own inputs, and those that do not affect a press.
    case .press, .move, .longPress, .release, .sequenceTaken, .touch, .allUp, .fingersLost, .hover, .pinch,
      .frame, .painted, .layoutChanged, .fine, .escape, .vanished, .focused, .focusLeft, .focus, .select,
      .typed, .named, .unnamed, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear, .begin:
      .none
    // If these start something, it replaces the press.
    case .key, .action, .newEvent, .create, .carry, .delete: .none
    }
  }

  private func endingOfDrag(by input: TimelineInput) -> Ending {
    switch input {
    case .escape: .giveUp(.escape)
    case .interrupted(let reason): .giveUp(reason)
    case .vanished: changed == nil ? .none : .giveUp(.vanished)
    case .press, .move, .longPress, .release, .sequenceTaken, .touch, .allUp, .fingersLost, .hover, .frame,
      .painted, .layoutChanged, .fine, .key, .focused, .focusLeft, .focus, .select, .typed, .named, .unnamed,
      .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear:
      .none
    case .action, .begin, .newEvent, .create, .carry, .delete, .pinch: .refuse
    }
  }

  private func endingOfMove(by input: TimelineInput) -> Ending {
    switch input {
    case .press: .giveUp(.gestureCancelled)
    case .escape: .giveUp(.escape)
    case .interrupted(let reason): .giveUp(reason)
    case .vanished: .giveUp(.vanished)
    case .move, .longPress, .release, .sequenceTaken, .touch, .allUp, .fingersLost, .hover, .frame, .painted,
      .layoutChanged, .fine, .key, .action, .focused, .focusLeft, .focus, .select, .typed, .named, .unnamed,
      .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear:
      .none
    case .begin(.press): .giveUp(.gestureCancelled)
    case .begin(.command), .newEvent, .create, .carry, .delete, .pinch: .refuse
    }
  }

  private func endingOfSteps(_ hold: KeyHold, by input: TimelineInput) -> Ending {
    switch input {
    case .press, .begin, .newEvent, .create, .carry, .delete, .focusLeft: .keep
    case .pinch(let pinch): pinch.isBeginning ? .keep : .none
    case .focused(let id, _): id == hold.occurrence.id ? .none : .keep
    case .vanished: .giveUp(.vanished)
    // An interruption that takes the focus away is followed by `focusLeft`, which saves the steps. The other
    // inputs are for the event itself, or unrelated.
    case .interrupted, .escape, .move, .longPress, .release, .sequenceTaken, .touch, .allUp, .fingersLost,
      .hover, .frame, .painted, .layoutChanged, .fine, .key, .action, .focus, .select, .typed, .named,
      .unnamed, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear:
      .none
    }
  }

  private func endingOfNaming(by input: TimelineInput) -> Ending {
    switch input {
    case .press, .begin, .newEvent, .create, .carry, .delete, .focusLeft, .action, .named: .keep
    case .pinch(let pinch): pinch.isBeginning ? .keep : .none
    case .pagesTurned(let isShown): isShown ? .none : .keep
    case .unnamed: .giveUp(.escape)
    case .key(let press): press.key.name == .escape ? .giveUp(.escape) : .none
    case .interrupted, .vanished, .escape, .move, .longPress, .release, .sequenceTaken, .touch, .allUp,
      .fingersLost, .hover, .frame, .painted, .layoutChanged, .fine, .focused, .focus, .select, .typed,
      .calendarChosen, .time, .windowKey, .focusNear:
      .none
    }
  }
}
