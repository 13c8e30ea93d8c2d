import CalendarModel

extension Interaction {
  /// What an input does to the active interaction, before the input itself is handled.
  enum Disposition: Hashable {
    /// The interaction continues. The input belongs to it or is unrelated.
    case `continue`
    /// The interaction ends with its current result: steps are saved, or a new event is added.
    case finish
    case cancel(CancelReason)
    /// The interaction continues, and the input is refused.
    case refuse
  }

  /// Returns whether an input ends the interaction, and how. All rules by which one interaction ends another are
  /// in this extension.
  func disposition(for input: TimelineInput) -> Disposition {
    switch self {
    case .idle: .continue
    case .pressing: pressDisposition(for: input)
    case .dragging, .followingPointer: dragDisposition(for: input)
    case .ignoring, .pinching: .continue
    case .keyboardMove: keyboardMoveDisposition(for: input)
    case .keyboardStep(let move, _): keyboardStepDisposition(move, for: input)
    case .naming(let naming): namingDisposition(naming, for: input)
    case .choosingScope: scopeQuestionDisposition(for: input)
    }
  }

  private func pressDisposition(for input: TimelineInput) -> Disposition {
    switch input {
    case .interrupted(let reason): .cancel(reason)
    // The pointer's own inputs, and those that do not affect a press.
    case .press, .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover,
      .pinch, .frame, .painted, .layoutChanged, .fineSnapping, .escape, .editedEventRemoved, .focused,
      .focusMovedAway, .focus, .focusAfterDeletion, .deletedEventReturned, .select, .typed, .namingFinished,
      .namingCanceled, .calendarChosen,
      .pagesTurned, .time, .windowKey, .focusNear, .willStart, .scopeChoices, .scopeFocused, .scopeChosen,
      .putBack, .selection, .selectionRefreshed:
      .continue
    // If one of these begins a new interaction, that interaction replaces the press.
    case .key, .action, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut: .continue
    }
  }

  private func dragDisposition(for input: TimelineInput) -> Disposition {
    switch input {
    case .escape: .cancel(.escape)
    case .interrupted(let reason): .cancel(reason)
    case .editedEventRemoved: editedEvent == nil ? .continue : .cancel(.eventRemoved)
    case .press, .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover,
      .frame, .painted, .layoutChanged, .fineSnapping, .key, .focused, .focusMovedAway, .focus,
      .focusAfterDeletion, .deletedEventReturned, .select,
      .typed, .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .putBack, .selectionRefreshed:
      .continue
    case .action, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .pinch,
      .selection:
      .refuse
    }
  }

  private func keyboardMoveDisposition(for input: TimelineInput) -> Disposition {
    switch input {
    case .press: .cancel(.gestureCanceled)
    case .escape: .cancel(.escape)
    case .interrupted(let reason): .cancel(reason)
    case .editedEventRemoved: .cancel(.eventRemoved)
    case .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover, .frame,
      .painted, .layoutChanged, .fineSnapping, .key, .action, .focused, .focusMovedAway, .focus,
      .focusAfterDeletion, .deletedEventReturned, .select,
      .typed, .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .putBack, .selectionRefreshed:
      .continue
    case .willStart(.press): .cancel(.gestureCanceled)
    case .willStart(.command), .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .pinch,
      .selection:
      .refuse
    }
  }

  private func keyboardStepDisposition(_ move: KeyboardMove, for input: TimelineInput) -> Disposition {
    switch input {
    // Steps that still need a scope are undone if the user has begun something else; see `TimelineState.finish`.
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .focusMovedAway,
      .selection:
      .finish
    case .pinch(let pinch): pinch.isBeginning ? .finish : .continue
    case .focused(let id, _): id == move.occurrence.id ? .continue : .finish
    case .editedEventRemoved: .cancel(.eventRemoved)
    // An interruption that takes the focus away is followed by `focusMovedAway`, which saves the steps. The other
    // inputs belong to the event itself or are unrelated.
    case .interrupted, .escape, .move, .longPress, .release, .pressCanceled, .touch, .allReleased,
      .fingersLost, .hover, .frame, .painted, .layoutChanged, .fineSnapping, .key, .action, .focus,
      .focusAfterDeletion, .deletedEventReturned, .select,
      .typed, .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .putBack, .selectionRefreshed:
      .continue
    }
  }

  private func namingDisposition(_ naming: Naming, for input: TimelineInput) -> Disposition {
    switch input {
    // The press itself follows, and says whether the event is kept.
    case .willStart(.press): naming.isKept(by: input) ? .finish : .continue
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .focusMovedAway,
      .action, .namingFinished, .selection:
      .finish
    case .pinch(let pinch): pinch.isBeginning ? .finish : .continue
    case .pagesTurned(let isShown): isShown ? .continue : .finish
    case .namingCanceled: .cancel(.escape)
    case .key(let command): command.key.name == .escape ? .cancel(.escape) : .continue
    case .interrupted, .editedEventRemoved, .escape, .move, .longPress, .release, .pressCanceled, .touch,
      .allReleased, .fingersLost, .hover, .frame, .painted, .layoutChanged, .fineSnapping, .focused, .focus,
      .focusAfterDeletion, .deletedEventReturned,
      .select, .typed, .calendarChosen, .time, .windowKey, .focusNear, .scopeChoices, .scopeFocused,
      .scopeChosen, .putBack, .selectionRefreshed:
      .continue
    }
  }

  private func scopeQuestionDisposition(for input: TimelineInput) -> Disposition {
    switch input {
    case .escape, .putBack: .cancel(.escape)
    case .key(let command): command.key.name == .escape ? .cancel(.escape) : .continue
    case .editedEventRemoved: .cancel(.eventRemoved)
    case .press, .willStart, .newEvent, .create, .moveWithPointer, .moveToDay, .delete, .cut, .selection:
      .cancel(.gestureCanceled)
    // The question stays open while another window is active.
    case .interrupted(let reason): reason == .unmapped ? .cancel(reason) : .continue
    // A pinch would replace the question.
    case .pinch: .refuse
    // Scrolling and turning pages keep the question open.
    case .move, .longPress, .release, .pressCanceled, .touch, .allReleased, .fingersLost, .hover, .frame,
      .painted, .layoutChanged, .fineSnapping, .action, .focused, .focusMovedAway, .focus,
      .focusAfterDeletion, .deletedEventReturned, .select, .typed,
      .namingFinished, .namingCanceled, .calendarChosen, .pagesTurned, .time, .windowKey, .focusNear,
      .scopeChoices, .scopeFocused, .scopeChosen, .selectionRefreshed:
      .continue
    }
  }
}
