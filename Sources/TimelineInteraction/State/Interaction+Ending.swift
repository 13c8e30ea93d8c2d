import CalendarModel

extension Interaction {
  /// The effect of an input on the active interaction, before the input itself is handled.
  enum Ending: Hashable {
    /// The interaction continues. The input belongs to it or is unrelated.
    case none
    /// The interaction ends with its current result: steps are saved, or a new event is added.
    case finish
    case cancel(CancelReason)
    /// The interaction continues, and the input is refused.
    case refuse
  }

  /// Returns how an input ends the interaction. No other code makes one interaction end another.
  func ending(by input: TimelineInput) -> Ending {
    switch self {
    case .idle: .none
    case .pressing: endingOfPress(by: input)
    case .dragging, .followingPointer: endingOfDrag(by: input)
    case .ignoring, .pinching: .none
    case .keyboardMove: endingOfMove(by: input)
    case .keyboardStep(let move, _): endingOfSteps(move, by: input)
    case .naming: endingOfNaming(by: input)
    case .choosingScope: endingOfScopeQuestion(by: input)
    }
  }

  private func endingOfPress(by input: TimelineInput) -> Ending {
    switch input {
    case .interrupted(let reason): .cancel(reason)
    // The pointer's own inputs, and those that do not affect a press.
    case .press, .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover,
      .pinch, .frame, .painted, .layoutChanged, .fineSnapping, .escape, .editedEventRemoved, .focused,
      .focusLeft, .focus, .select, .typed, .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned,
      .time, .windowKey, .focusNear, .willStart, .scopeChoices, .scopeFocused, .scopeChosen, .putBack,
      .selection, .selectionRefreshed:
      .none
    // If one of these begins a new interaction, that interaction replaces the press.
    case .key, .action, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut: .none
    }
  }

  private func endingOfDrag(by input: TimelineInput) -> Ending {
    switch input {
    case .escape: .cancel(.escape)
    case .interrupted(let reason): .cancel(reason)
    case .editedEventRemoved: editedEvent == nil ? .none : .cancel(.eventRemoved)
    case .press, .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover,
      .frame, .painted, .layoutChanged, .fineSnapping, .key, .focused, .focusLeft, .focus, .select, .typed,
      .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .putBack, .selectionRefreshed:
      .none
    case .action, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .pinch,
      .selection:
      .refuse
    }
  }

  private func endingOfMove(by input: TimelineInput) -> Ending {
    switch input {
    case .press: .cancel(.gestureCanceled)
    case .escape: .cancel(.escape)
    case .interrupted(let reason): .cancel(reason)
    case .editedEventRemoved: .cancel(.eventRemoved)
    case .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover, .frame,
      .painted, .layoutChanged, .fineSnapping, .key, .action, .focused, .focusLeft, .focus, .select, .typed,
      .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .putBack, .selectionRefreshed:
      .none
    case .willStart(.press): .cancel(.gestureCanceled)
    case .willStart(.command), .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .pinch,
      .selection:
      .refuse
    }
  }

  private func endingOfSteps(_ move: KeyboardMove, by input: TimelineInput) -> Ending {
    switch input {
    // Steps that still need a scope are undone, because the user has begun something else; see `finish`.
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .focusLeft,
      .selection:
      .finish
    case .pinch(let pinch): pinch.isBeginning ? .finish : .none
    case .focused(let id, _): id == move.occurrence.id ? .none : .finish
    case .editedEventRemoved: .cancel(.eventRemoved)
    // An interruption that takes the focus away is followed by `focusLeft`, which saves the steps. The other
    // inputs belong to the event itself or are unrelated.
    case .interrupted, .escape, .move, .longPress, .release, .pressCanceled, .touch, .allReleased,
      .fingersLost, .hover, .frame, .painted, .layoutChanged, .fineSnapping, .key, .action, .focus, .select,
      .typed, .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .putBack, .selectionRefreshed:
      .none
    }
  }

  private func endingOfNaming(by input: TimelineInput) -> Ending {
    switch input {
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .focusLeft,
      .action, .namingFinished, .selection:
      .finish
    case .pinch(let pinch): pinch.isBeginning ? .finish : .none
    case .pagesTurned(let isShown): isShown ? .none : .finish
    case .namingCanceled: .cancel(.escape)
    case .key(let press): press.key.name == .escape ? .cancel(.escape) : .none
    case .interrupted, .editedEventRemoved, .escape, .move, .longPress, .release, .pressCanceled, .touch,
      .allReleased, .fingersLost, .hover, .frame, .painted, .layoutChanged, .fineSnapping, .focused, .focus,
      .select, .typed, .calendarChosen, .time, .windowKey, .focusNear, .scopeChoices, .scopeFocused,
      .scopeChosen, .putBack, .selectionRefreshed:
      .none
    }
  }

  private func endingOfScopeQuestion(by input: TimelineInput) -> Ending {
    switch input {
    case .escape, .putBack: .cancel(.escape)
    case .key(let press): press.key.name == .escape ? .cancel(.escape) : .none
    case .editedEventRemoved: .cancel(.eventRemoved)
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .selection:
      .cancel(.gestureCanceled)
    // The question stays open while another window is active.
    case .interrupted(let reason): reason == .unmapped ? .cancel(reason) : .none
    // A pinch would replace the question.
    case .pinch: .refuse
    // Scrolling and turning pages keep the question open.
    case .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover, .frame,
      .painted, .layoutChanged, .fineSnapping, .action, .focused, .focusLeft, .focus, .select, .typed,
      .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .selectionRefreshed:
      .none
    }
  }
}
