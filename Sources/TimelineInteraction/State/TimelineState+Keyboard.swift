import CalendarModel

// Keys and actions of assistive technology, which can do everything that a pointer can.
extension TimelineState {
  /// Handles a key.
  ///
  /// - Returns: whether the key was handled.
  mutating func handleKey(
    _ command: TimelineInput.KeyCommand, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    switch interaction {
    case .naming: return false
    case .choosingScope:
      return stepDuringScopeQuestion(
        scene.surface.step(for: command.key, isLifted: false), in: scene, &response)
    case .followingPointer:
      guard command.key.name == .enter else { return false }
      updateGesture(in: scene, &response) { $0.release(in: scene.surface) }
      return true
    case .dragging: return false
    case .keyboardMove: return handleKeyWhileLifted(command, in: scene, &response)
    case .idle, .pressing, .ignoring, .pinching, .keyboardStep:
      return handleKeyWhileNotLifted(command, in: scene, &response)
    }
  }

  private mutating func handleKeyWhileLifted(
    _ command: TimelineInput.KeyCommand, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    switch command.key.name {
    case .space, .enter:
      updateKeyboardEdit(in: scene, &response) { $0.drop() }
      return true
    case .escape: return closeDetailsOrDeselect(command, &response)
    case .menu: return openMenu(in: scene, &response)
    case .f10 where command.key.modifiers == .shift: return openMenu(in: scene, &response)
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .delete, .f2, .f10, .e:
      return applyStep(command, isLifted: true, in: scene, &response)
    }
  }

  private mutating func handleKeyWhileNotLifted(
    _ command: TimelineInput.KeyCommand, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    let (name, modifiers) = (command.key.name, command.key.modifiers)
    switch name {
    case .escape: return closeDetailsOrDeselect(command, &response)
    case .space:
      guard let target = command.target else { return false }
      if modifiers == .control {
        saveSteps(in: scene, &response)
        toggleSelected(.init(target.occurrence, refusal: target.refusal), in: scene, &response)
        return true
      }
      liftWithKeyboard(target, in: scene, &response)
      return true
    case .enter:
      // Pressing Enter again on the event whose details are open opens the editor.
      if let openEvent = command.eventWithOpenDetails, openEvent == focus {
        return editTarget(command, in: scene, &response)
      }
      return openDetails(for: .key, in: scene, &response)
    case .f2 where modifiers.isEmpty: return editTarget(command, in: scene, &response)
    case .e where modifiers == .control: return editTarget(command, in: scene, &response)
    case .delete:
      guard modifiers.isEmpty, command.target != nil || !selection.isEmpty else { return false }
      saveSteps(in: scene, &response)
      if !selection.isEmpty {
        perform(.delete, in: scene, &response)
        return true
      }
      guard let target = command.target else { return false }
      delete(target, in: scene, &response)
      return true
    case .menu: return openMenu(in: scene, &response)
    case .f10 where modifiers == .shift: return openMenu(in: scene, &response)
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .f2, .f10, .e:
      if scene.surface.step(for: command.key, isLifted: false) != nil {
        return applyStep(command, isLifted: false, in: scene, &response)
      }
      return modifiers.isEmpty && moveFocus(command, in: scene, &response)
    }
  }

  private mutating func applyStep(
    _ command: TimelineInput.KeyCommand, isLifted: Bool, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let step = scene.surface.step(for: command.key, isLifted: isLifted),
      var target = command.target
    else { return false }
    target.time = command.time
    apply(step, of: target, in: scene, &response)
    return true
  }

  private mutating func apply(
    _ requestedStep: KeyStep, of target: TimelineInput.EventTarget, in scene: TimelineScene,
    _ response: inout Response
  ) {
    guard let step = requestedStep.applicable(to: target.occurrence) else { return }
    if interaction.keyboardMove?.occurrence.id != target.occurrence.id {
      _ = revertSteps(in: scene, &response)
    }
    updateKeyboardEdit(in: scene, &response) {
      $0.step(
        step, of: target.occurrence, refusal: target.refusal, time: target.time, in: scene.surface)
    }
    if case .keyboardStep(_, let deadline) = interaction { response.add(.wait(until: deadline)) }
  }

  private mutating func liftWithKeyboard(
    _ target: TimelineInput.EventTarget, in scene: TimelineScene, _ response: inout Response
  ) {
    // Steps that still need a scope are undone, so the lift begins with the original event.
    let originalOccurrence = interaction.keyboardMove?.occurrence
    let isSameEvent = originalOccurrence?.id == target.occurrence.id
    let wereStepsReverted = revertSteps(isSameEvent ? .unchanged : .superseded, in: scene, &response)
    let occurrence =
      isSameEvent && wereStepsReverted ? originalOccurrence ?? target.occurrence : target.occurrence
    updateKeyboardEdit(in: scene, &response) {
      $0.lift(occurrence, refusal: target.refusal, in: scene.surface)
    }
  }

  /// Commits pending steps if their deadline has been reached at the given time.
  mutating func advance(to time: Double, in scene: TimelineScene, _ response: inout Response) {
    guard case .keyboardStep = interaction else { return }
    updateKeyboardEdit(in: scene, &response) { $0.tick(time: time) }
  }

  /// Saves pending steps, because something else is about to begin.
  private mutating func saveSteps(in scene: TimelineScene, _ response: inout Response) {
    guard case .keyboardStep = interaction, !revertSteps(in: scene, &response) else { return }
    updateKeyboardEdit(in: scene, &response) { $0.flush() }
  }

  // MARK: Opening and leaving

  private mutating func closeDetailsOrDeselect(
    _ command: TimelineInput.KeyCommand, _ response: inout Response
  ) -> Bool {
    if command.eventWithOpenDetails != nil {
      response.add(.closeDetails(except: nil))
      return true
    }
    guard selectedEvent != nil || !selection.isEmpty else { return false }
    endSelection(.ended, &response)
    select(nil, &response)
    return true
  }

  private mutating func openDetails(
    for request: HeldInput.Request, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let focus, scene.contains(focus) else { return false }
    saveSteps(in: scene, &response)
    response.add(.showDetails(focus, request))
    return true
  }

  private mutating func openMenu(
    in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let focus, scene.contains(focus) else { return false }
    saveSteps(in: scene, &response)
    response.add(.closeDetails(except: nil))
    focusEvent(focus, scrolls: false, &response)
    response.add(.openMenu(focus))
    return true
  }

  private mutating func editTarget(
    _ command: TimelineInput.KeyCommand, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let target = command.target else { return false }
    saveSteps(in: scene, &response)
    edit(target, &response)
    return true
  }

  mutating func edit(_ target: TimelineInput.EventTarget, _ response: inout Response) {
    response.add(.closeDetails(except: nil))
    response.add(target.refusal.map { .refuse($0) } ?? .edit(target.occurrence))
  }

  /// Deletes an event. The focus moves to the next event of the selected day, to the previous one if there is
  /// no next one, or to the day itself. An event that is pasted next is therefore placed on the same day.
  mutating func delete(
    _ target: TimelineInput.EventTarget, in scene: TimelineScene, _ response: inout Response
  ) {
    response.add(.closeDetails(except: nil))
    if let refusal = target.refusal { return response.add(.refuse(refusal)) }
    if target.occurrence.needsScope(for: .delete) {
      return askScopeOfDeletion(target.occurrence, isCut: false, in: scene, &response)
    }
    let dayOccurrences = scene.occurrences.filter { $0.days.contains(scene.selectedDay) }
    if let index = dayOccurrences.firstIndex(where: { $0.id == target.occurrence.id }) {
      let neighbor = dayOccurrences.dropFirst(index + 1).first ?? dayOccurrences.prefix(index).last
      focusNeighbor(neighbor?.id, ofDeleted: target.occurrence.id, &response)
    }
    response.add(.apply(target.occurrence.edit(.delete)))
  }

  /// Asks which scope to use when cutting an occurrence of a series.
  mutating func cut(
    _ target: TimelineInput.EventTarget, in scene: TimelineScene, _ response: inout Response
  ) {
    if let refusal = target.refusal { return response.add(.refuse(refusal)) }
    askScopeOfDeletion(target.occurrence, isCut: true, in: scene, &response)
  }

  /// Moves an event to another day, at the same time of day, and the other selected events by the same number of
  /// days. Then shows the new day.
  mutating func move(
    _ target: TimelineInput.EventTarget, to day: Day, in scene: TimelineScene, _ response: inout Response
  ) {
    let occurrence = target.occurrence
    if isSelectedWithOthers(occurrence.id) { return moveSelected(occurrence, to: day, in: scene, &response) }
    if let refusal = target.refusal { return response.add(.refuse(refusal)) }
    guard let change = occurrence.change(movingTo: day, in: scene.zone) else {
      return focusEvent(occurrence.id, scrolls: true, &response)
    }
    if occurrence.needsScope(for: change) {
      askScopeOfMove(occurrence, by: change, in: scene, &response)
    } else {
      response.add(.moveToDay(change, occurrence))
    }
  }

  // MARK: Assistive technology, menus and details

  mutating func perform(
    _ action: EventAction, on target: TimelineInput.EventTarget, in scene: TimelineScene,
    _ response: inout Response
  ) {
    // While the user is choosing a scope, steps move the event further, and other actions are ignored.
    if case .choosingScope = interaction {
      _ = stepDuringScopeQuestion(action.step, in: scene, &response)
      return
    }
    let id = target.occurrence.id
    let isLifted = interaction.liftedOccurrence != nil
    // While an event is lifted, actions apply to that event only.
    if let liftedOccurrence = interaction.liftedOccurrence, liftedOccurrence.id != id { return }
    if !isLifted { focusEvent(id, scrolls: true, &response) }
    switch action {
    case .showDetails: _ = openDetails(for: .action, in: scene, &response)
    case .lift:
      if isLifted {
        updateKeyboardEdit(in: scene, &response) { $0.drop() }
      } else {
        liftWithKeyboard(target, in: scene, &response)
      }
    case .moveEarlier, .moveLater, .moveToPreviousDay, .moveToNextDay, .startEarlier, .startLater,
      .endEarlier,
      .endLater:
      if let step = action.step { apply(step, of: target, in: scene, &response) }
    case .edit, .moveWithPointer, .moveToDate, .moveToCalendar, .toggleSelection, .cut, .copy, .duplicate,
      .export, .delete:
      guard !isLifted else { return }
      performOnUnliftedEvent(action, target, in: scene, &response)
    }
  }

  /// Performs an action on an event that is not lifted.
  private mutating func performOnUnliftedEvent(
    _ action: EventAction, _ target: TimelineInput.EventTarget, in scene: TimelineScene,
    _ response: inout Response
  ) {
    switch action {
    case .edit:
      saveSteps(in: scene, &response)
      edit(target, &response)
    case .moveWithPointer:
      saveSteps(in: scene, &response)
      response.add(.moveWithPointer(target.occurrence))
    case .toggleSelection:
      saveSteps(in: scene, &response)
      toggleSelectedAndAddOnClick(target, in: scene, &response)
    case .moveToDate, .moveToCalendar:
      saveSteps(in: scene, &response)
      response.add(.closeDetails(except: nil))
      let appliesToSelection = isSelectedWithOthers(target.occurrence.id)
      if action == .moveToCalendar, appliesToSelection {
        return response.add(.askForCalendarOfSelected(selectedEvents(including: target.occurrence)))
      }
      let canMoveOthers = appliesToSelection && selection.members.contains { $0.refusal == nil }
      if let refusal = target.refusal, !canMoveOthers { return response.add(.refuse(refusal)) }
      response.add(
        action == .moveToDate ? .askForDate(target.occurrence) : .askForCalendar(target.occurrence))
    case .delete:
      saveSteps(in: scene, &response)
      if isSelectedWithOthers(target.occurrence.id) { return perform(.delete, in: scene, &response) }
      delete(target, in: scene, &response)
    case .cut where isSelectedWithOthers(target.occurrence.id): perform(.cut, in: scene, &response)
    case .copy where isSelectedWithOthers(target.occurrence.id): perform(.copy, in: scene, &response)
    case .cut, .copy, .duplicate:
      response.add(.closeDetails(except: nil), .clipboard(action, target.occurrence))
    case .export:
      saveSteps(in: scene, &response)
      response.add(.closeDetails(except: nil), .export(selectedEvents(including: target.occurrence)))
    case .showDetails, .lift, .moveEarlier, .moveLater, .moveToPreviousDay, .moveToNextDay, .startEarlier,
      .startLater, .endEarlier, .endLater:
      break
    }
  }
}

extension KeyStep {
  /// Returns the step that applies to an occurrence, or nil if none does. An all-day event has no hours, so
  /// it moves by days.
  func applicable(to occurrence: Occurrence) -> KeyStep? {
    guard occurrence.isAllDay else { return self }
    switch self {
    case .lines(let n), .hours(let n), .days(let n): return .days(n)
    case .start, .end: return nil
    }
  }
}

extension Occurrence {
  /// Returns the change that moves the occurrence to another day, at the same time of day. Returns nil if the
  /// occurrence is already on that day, or would leave the range of days that Handspan shows.
  func change(movingTo day: Day, in zone: Zone) -> EventEdit.Change? {
    let change = EventEdit.Change.move(times.moved(toDay: day, in: zone))
    let movedOccurrence = applying(change, in: zone)
    guard movedOccurrence.times != times, movedOccurrence.span.start >= WallTime(Day.earliest),
      movedOccurrence.span.end <= WallTime(Day.latest.adding(days: 1))
    else { return nil }
    return change
  }
}
