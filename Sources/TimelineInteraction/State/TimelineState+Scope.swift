import CalendarModel

// Changes to occurrences of series. The user chooses a scope after a drop, after the last key step, or after the
// command to delete; nothing is saved before that.
extension TimelineState {
  /// Asks for the scope of a change. The host first computes what each choice would do.
  mutating func ask(_ question: ScopeQuestion, _ response: inout Response) {
    interaction = .choosingScope(question)
    response.add(.closeDetails(except: nil), .askScope(question))
  }

  /// Asks for the scope of a change that a drop or key steps have made.
  ///
  /// - Parameters:
  ///   - group: the change to all selected events, of which this one is a part.
  ///   - previousInteraction: the interaction that made the change.
  mutating func ask(
    _ change: EventEdit.Change, of occurrence: Occurrence, partOf group: GroupEdit? = nil,
    after previousInteraction: Interaction, in scene: TimelineScene,
    _ response: inout Response
  ) {
    let question = scopeQuestion(change, of: occurrence, partOf: group, after: previousInteraction, in: scene)
    if previousInteraction.liftedOccurrence != nil { response.add(.endLift(.needsScope(question))) }
    ask(question, &response)
  }

  private func scopeQuestion(
    _ change: EventEdit.Change, of occurrence: Occurrence, partOf group: GroupEdit? = nil,
    after previousInteraction: Interaction, in scene: TimelineScene
  ) -> ScopeQuestion {
    let steps: KeyboardMove? =
      if case .keyboardStep(let move, _) = previousInteraction, move.occurrence.id == occurrence.id {
        move
      } else { nil }
    let restorePlace =
      previousInteraction.drag?.draggedEvent.restorePlace ?? previousInteraction.keyboardMove?.restorePlace
    return ScopeQuestion(
      change, of: occurrence, steps: steps, partOf: group, restoring: restorePlace ?? scene.surface.place,
      in: scene.zone)
  }

  /// Asks for the scope of a deletion.
  mutating func askScopeOfDeletion(
    _ occurrence: Occurrence, isCut: Bool, in scene: TimelineScene, _ response: inout Response
  ) {
    let question = ScopeQuestion(
      .delete, of: occurrence, isCut: isCut, restoring: scene.surface.place, in: scene.zone)
    ask(question, &response)
  }

  /// Asks for the scope of a move to a day that may not be shown.
  ///
  /// - Parameter restorePlace: the place before the event was lifted; nil if it was not lifted.
  mutating func askScopeOfMove(
    _ occurrence: Occurrence, by change: EventEdit.Change,
    restoring restorePlace: Place? = nil, in scene: TimelineScene,
    _ response: inout Response
  ) {
    let question = ScopeQuestion(
      change, of: occurrence, mayLeaveShownDays: true, restoring: restorePlace ?? scene.surface.place,
      in: scene.zone)
    ask(question, &response)
  }

  /// Undoes key steps that are unsaved and still need a scope, because the user has begun something else.
  ///
  /// - Parameter answer: the answer to report.
  /// - Returns: whether there were such steps.
  mutating func revertSteps(
    _ answer: ScopeAnswer = .superseded, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard case .keyboardStep(let move, _) = interaction, let change = move.change else { return false }
    let group = groupEdit(change, of: move.occurrence, after: interaction, in: scene)
    guard group?.firstNeedingScope != nil || move.occurrence.needsScope(for: change) else { return false }
    let question = scopeQuestion(
      change, of: move.occurrence, partOf: group, after: interaction, in: scene)
    end(question, answer, &response)
    return true
  }

  // MARK: Answers

  /// Sets what the change would do with each scope.
  ///
  /// - Parameters:
  ///   - choices: the choices; empty if the event no longer repeats.
  ///   - storedOccurrence: the occurrence, which another program may have changed since the question was asked.
  mutating func setChoices(
    _ choices: [ScopeChoice], for storedOccurrence: Occurrence, in scene: TimelineScene,
    _ response: inout Response
  ) {
    guard case .choosingScope(var question) = interaction else { return }
    question.setStoredOccurrence(storedOccurrence, in: scene.zone)
    guard let firstChoice = choices.first else { return end(question, .chosen(question.edit), &response) }
    guard choices.contains(where: \.isPossible) else {
      return end(question, .impossible(firstChoice.text), &response)
    }
    question.setChoices(choices)
    interaction = .choosingScope(question)
    response.add(.showScopeQuestion(question), .refreshMarks)
  }

  mutating func focusScope(_ scope: EventEdit.Scope, _ response: inout Response) {
    guard case .choosingScope(var question) = interaction, question.focusedScope != scope else { return }
    question.focus(scope)
    interaction = .choosingScope(question)
    response.add(.previewScope)
  }

  mutating func chooseScope(_ scope: EventEdit.Scope, _ response: inout Response) {
    guard case .choosingScope(let question) = interaction, let choice = question.choice(scope) else { return }
    response.isHandled = true
    guard choice.isPossible else { return response.add(.explain(choice)) }
    end(question, .chosen(choice.edit), &response)
  }

  /// Ends a question without a choice.
  mutating func cancelScope(
    _ question: ScopeQuestion, _ reason: CancelReason, by input: TimelineInput, _ response: inout Response
  ) {
    switch reason {
    case .escape:
      end(question, .putBack(question.restorePlace), &response)
    case .eventRemoved: end(question, .removed, &response)
    case .gestureCanceled, .focusLost, .unmapped: end(question, .superseded, &response)
    }
    // A press outside the question only puts the event back, because the pressed content may just have moved.
    if case .willStart(.press) = input { ignorePress() }
    if case .press = input { ignorePress() }
  }

  private mutating func ignorePress() {
    var gesture = TimelineGesture()
    gesture.phase = .ignoring
    interaction = .ignoring(gesture)
  }

  private mutating func end(_ question: ScopeQuestion, _ answer: ScopeAnswer, _ response: inout Response) {
    interaction = .idle
    response.add(.endScopeQuestion(question, answer), .refreshMarks)
  }

  // MARK: Further steps

  /// Moves the event further by a step made with the keyboard or assistive technology, and asks again.
  ///
  /// - Returns: whether the step applies to the event.
  mutating func stepDuringScopeQuestion(
    _ step: KeyStep?, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let step, case .choosingScope(var question) = interaction, !question.isDeletion else {
      return false
    }
    guard question.apply(step, in: scene.surface) else { return true }
    if question.isUnchanged { end(question, .unchanged, &response) } else { ask(question, &response) }
    return true
  }
}
