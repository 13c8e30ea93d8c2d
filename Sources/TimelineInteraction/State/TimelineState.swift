import CalendarModel

/// The state of the user's interaction with the timeline, by mouse, touch, keyboard or assistive technology.
///
/// It does not depend on widgets, a clock or a store. The host passes in each input together with the current
/// scene, and carries out the returned effects in order. Carrying out effects can cause further inputs, for
/// example when a widget receives the focus. The host passes these in only after all effects have been carried out.
///
/// One `Interaction` is active at a time: for example `idle`, then `pressing`, then `dragging` until the
/// release. A new one first ends the active one, as defined by `Interaction.disposition(for:)`, or is refused. Each
/// `lift` has one `endLift`, and each `beginNaming` one `endNaming`. The focus, the selection, and a finger
/// that swipes pages are stored separately, because they outlast an interaction.
///
/// ```swift
/// var state = TimelineState()
/// let scene = TimelineScene(surface, occurrences: shown)
/// _ = state.handle(.press(.init(at: point, on: target)), in: scene)
/// let move = TimelineInput.move(to: below, widgetPoint: below, isFineSnapping: false, time: 0.1)
/// let response = state.handle(move, in: scene)
/// response.isClaimed  // true: no other gesture receives this press
/// response.effects  // [.closeDetails(except: nil), .lift(.pointer(...)), .refreshMarks, .showDragged(...)]
/// ```
package struct TimelineState: Sendable {
  /// The active interaction.
  package internal(set) var interaction = Interaction.idle
  /// The selected event, which shows its handles.
  package internal(set) var selectedEvent: Occurrence.ID?
  /// The events that are selected together; empty unless the user is selecting several.
  package internal(set) var selection = EventSelection()
  /// The event that has the focus.
  package internal(set) var focus: Occurrence.ID?
  /// The event that was deleted last, if nothing has been done with the timeline since.
  package internal(set) var deletion: Deletion?
  /// Whether the focus was set without the user choosing it, for example when the window opened.
  package internal(set) var isFocusIncidental = true
  /// Whether the keyboard was used last. If so, the focus is shown.
  package internal(set) var isFocusVisible = false
  /// Whether Shift is held, which selects the finest grid.
  package internal(set) var isFineSnapping = false
  /// Whether a finger was used last, rather than a mouse.
  package internal(set) var isTouchInUse = false
  /// The fingers that are down.
  package internal(set) var fingers: Set<Int> = []
  /// A swipe in progress, which may still turn out to be something else.
  var swipe: Swipe?
  /// The last click, to detect a double click.
  var lastClick: Click?
  /// The time of the last release, in seconds.
  var lastReleaseTime = 0.0

  struct Swipe: Hashable, Sendable {
    var axisDetector: SwipeAxisDetector
    /// The swiping finger; nil if it is the finger whose press is being handled.
    var finger: Int?
  }

  /// A deleted event, and the event to which the focus moved then; nil if it moved to the day.
  package struct Deletion: Hashable, Sendable {
    package let id: Occurrence.ID
    let neighbor: Occurrence.ID?
  }

  struct Click: Hashable, Sendable {
    let id: Occurrence.ID?
    let point: Point
    let time: Double
  }

  package init() {}

  /// Handles an input while `scene` is shown. Returns the effects to carry out.
  package mutating func handle(_ input: TimelineInput, in scene: TimelineScene) -> Response {
    var response = Response()
    forgetDeletion(before: input)
    guard end(by: input, in: scene, &response) else { return response }
    switch input {
    case .press(let press): self.press(press, in: scene, &response)
    case .move(let point, let widgetPoint, let isFineSnapping, let time):
      move(
        to: point, widgetPoint: widgetPoint, isFineSnapping: isFineSnapping, time: time, in: scene, &response)
    case .longPress: longPress(in: scene, &response)
    case .release(let time): release(time: time, in: scene, &response)
    case .pressCanceled: pressCanceled(in: scene, &response)
    case .touch(let touch): self.touch(touch, &response)
    case .allReleased: allReleased(&response)
    case .fingersLost:
      fingers = []
      allReleased(&response)
    case .hover(let point): hover(point, in: scene, &response)
    case .pinch(let pinch): self.pinch(pinch, in: scene, &response)
    case .key(let command):
      response.isHandled = handleKey(command, in: scene, &response) || response.isHandled
    case .windowKey: isFocusVisible = true
    case .escape, .interrupted: break
    case .fineSnapping(let isFineSnapping): setFineSnapping(isFineSnapping, in: scene, &response)
    case .action(let action, let target): perform(action, on: target, in: scene, &response)
    case .focused(let id, let isIncidental): focused(id, isIncidental: isIncidental, &response)
    case .willStart(let start): if start == .press { hideFocus(&response) }
    case .focusMovedAway, .namingFinished, .namingCanceled, .pagesTurned, .putBack: break
    case .focus(let id, let scrolls): focusEventOrDay(id, scrolls: scrolls, &response)
    case .focusAfterDeletion(let id, let neighbor): focusNeighbor(neighbor, ofDeleted: id, &response)
    case .deletedEventReturned: returnFocusToDeletedEvent(&response)
    case .focusNear(let y, let day): focus(near: y, on: day, in: scene, &response)
    case .select(let id): select(id, &response)
    case .selection(let command): perform(command, in: scene, &response)
    case .selectionRefreshed(let currentMembers): refreshSelection(currentMembers, &response)
    case .typed(let title): setTitle(title)
    case .calendarChosen(let occurrence): setCalendar(occurrence, &response)
    case .newEvent(let occurrence): startNaming(occurrence, &response)
    case .create(let emptyTime, let point): create(emptyTime, at: point, in: scene, &response)
    case .delete(let target): delete(target, in: scene, &response)
    case .cut(let target): cut(target, in: scene, &response)
    case .scopeChoices(let choices, let storedOccurrence):
      setChoices(choices, for: storedOccurrence, in: scene, &response)
    case .scopeFocused(let scope): focusScope(scope, &response)
    case .scopeChosen(let scope): chooseScope(scope, &response)
    case .moveWithPointer(let target, let bar, let point):
      moveWithPointer(target, bar, at: point, in: scene, &response)
    case .moveToDay(let target, let day): move(target, to: day, in: scene, &response)
    case .frame(let time): handleFrame(time, in: scene, &response)
    case .painted: recordPaintedFrame()
    case .time(let time): advance(to: time, in: scene, &response)
    case .layoutChanged: layoutChanged(in: scene, &response)
    case .editedEventRemoved: break
    }
    return response
  }

  /// Ends the active interaction if the input requires it.
  ///
  /// - Returns: whether to continue handling the input.
  private mutating func end(
    by input: TimelineInput, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    switch interaction.disposition(for: input) {
    case .continue: return true
    case .refuse: return false
    case .finish:
      finish(by: input, in: scene, &response)
      return true
    case .cancel(let reason):
      let hadEvent = interaction.editedEvent != nil
      response.isHandled =
        interaction.liftedOccurrence != nil || interaction.naming != nil || interaction.scopeQuestion != nil
      cancel(reason, by: input, in: scene, &response)
      if reason == .eventRemoved, hadEvent { response.add(.refuse(.vanished)) }
      // A key that canceled something does nothing else.
      if case .key = input { return false }
      return true
    }
  }

  /// Ends the active interaction with its result. Pending changes are saved.
  private mutating func finish(
    by input: TimelineInput, in scene: TimelineScene, _ response: inout Response
  ) {
    switch interaction {
    case .keyboardStep:
      switch input {
      // Only the focus has moved, and no new command has begun, so the scope can still be asked for.
      case .focusMovedAway, .focused: break
      default: if revertSteps(in: scene, &response) { return }
      }
      updateKeyboardEdit(in: scene, &response) { $0.flush() }
    case .naming(let naming):
      let takesFocus = [.namingFinished(.enter), .namingFinished(.tab)].contains(input)
      endNaming(naming, isKept: naming.isKept(by: input), takesFocus: takesFocus, &response)
    case .idle, .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove, .choosingScope:
      break
    }
  }

  private mutating func cancel(
    _ reason: CancelReason, by input: TimelineInput, in scene: TimelineScene, _ response: inout Response
  ) {
    switch interaction {
    case .choosingScope(let question): cancelScope(question, reason, by: input, &response)
    case .pressing, .dragging, .followingPointer: updateGesture(in: scene, &response) { $0.cancel(reason) }
    case .keyboardMove, .keyboardStep: updateKeyboardEdit(in: scene, &response) { $0.cancel(reason) }
    case .naming(let naming): endNaming(naming, isKept: false, takesFocus: true, &response)
    case .idle, .ignoring, .pinching: break
    }
  }
}

// MARK: State machines and their effects

extension TimelineState {
  /// Runs the pointer's state machine; does nothing while another interaction is active.
  mutating func updateGesture(
    in scene: TimelineScene, _ response: inout Response,
    _ body: (inout TimelineGesture) -> [GestureEffect]
  ) {
    guard var gesture = interaction.gesture else { return }
    let previousInteraction = interaction
    let effects = body(&gesture)
    interaction = makeInteraction(for: gesture, after: previousInteraction)
    for effect in effects { translate(effect, after: previousInteraction, in: scene, &response) }
  }

  /// Runs the keyboard's state machine; does nothing while something else is active.
  mutating func updateKeyboardEdit(
    in scene: TimelineScene, _ response: inout Response, _ body: (inout KeyboardEdit) -> [GestureEffect]
  ) {
    guard var keyboardEdit = interaction.keyboardEdit else { return }
    let (previousInteraction, wasIdle) = (interaction, keyboardEdit.phase == .idle)
    let effects = body(&keyboardEdit)
    // Keys that have no effect do not end a press.
    if !wasIdle || keyboardEdit.phase != .idle { interaction = Interaction(keyboardEdit) }
    for effect in effects { translate(effect, after: previousInteraction, in: scene, &response) }
  }

  private func makeInteraction(for gesture: TimelineGesture, after previousInteraction: Interaction)
    -> Interaction
  {
    switch gesture.phase {
    case .idle: return .idle
    case .pressing:
      if case .pressing(var press) = previousInteraction {
        press.gesture = gesture
        return .pressing(press)
      }
      return .ignoring(gesture)
    case .lifted(let draggedEvent):
      let focusBefore = previousInteraction.isDrag ? previousInteraction.drag?.focusBefore : focus
      guard let drag = Drag(gesture, focusBefore: focusBefore) else { return .idle }
      return draggedEvent.isHeldWithoutButton ? .followingPointer(drag) : .dragging(drag)
    case .ignoring: return .ignoring(gesture)
    }
  }

  private mutating func translate(
    _ effect: GestureEffect, after previousInteraction: Interaction, in scene: TimelineScene,
    _ response: inout Response
  ) {
    switch effect {
    case .claim: response.isClaimed = true
    case .lift: lift(&response)
    case .update(let draggedEvent): response.add(.showDragged(draggedEvent))
    case .showKeyboardMove(let move): response.add(.showStep(move))
    case .scroll(let place): response.add(.scroll(to: place))
    case .turn(let place): response.add(.turn(to: place))
    case .dwell(let dwell): response.add(.dwell(dwell))
    case .commit(let change, let occurrence):
      if let group = groupEdit(change, of: occurrence, after: previousInteraction, in: scene) {
        return commit(group, of: occurrence, after: previousInteraction, in: scene, &response)
      }
      if occurrence.needsScope(for: change) {
        return ask(change, of: occurrence, after: previousInteraction, in: scene, &response)
      }
      // Pending key steps are saved before a lift begins. Whether the change belongs to a lift therefore
      // depends on the interaction before the update.
      let wasLifted = previousInteraction.liftedOccurrence != nil
      response.add(wasLifted ? .endLift(.changed(change, occurrence)) : .saveSteps(change, occurrence))
    case .dropUnchanged:
      response.add(previousInteraction.liftedOccurrence.map { .endLift(.unchanged($0.id)) } ?? .discardSteps)
    case .sidebar(let effect): response.add(.sidebar(effect))
    case .dropOnCalendar(let calendar, let occurrence):
      response.add(
        .endLift(.droppedOnSidebar(occurrence.id)),
        .sidebar(.move(selectedEvents(including: occurrence), to: calendar)))
    case .dropOnDay(let change, let occurrence):
      response.add(.endLift(.droppedOnSidebar(occurrence.id)))
      if let group = groupEdit(change, of: occurrence, after: previousInteraction, in: scene) {
        let restorePlace = previousInteraction.drag?.draggedEvent.restorePlace ?? scene.surface.place
        return moveBeyondShownDays(group, showing: occurrence, restoring: restorePlace, in: scene, &response)
      }
      guard occurrence.needsScope(for: change) else { return response.add(.moveToDay(change, occurrence)) }
      askScopeOfMove(
        occurrence, by: change, restoring: previousInteraction.drag?.draggedEvent.restorePlace, in: scene,
        &response)
    case .restore(let place): restore(previousInteraction, place, &response)
    case .create(let occurrence):
      if let drag = previousInteraction.drag {
        focus = drag.focusBefore
        response.add(.endLift(.created))
      }
      startNaming(occurrence, &response)
    case .canceled: break
    case .select(let id): selectAfterPress(id, previousInteraction, in: scene, &response)
    case .click(let id, let point): clicked(id, at: point, previousInteraction, in: scene, &response)
    case .refused(let refusal): response.add(.refuse(refusal))
    }
  }

  /// Applies to all selected events the change that results from moving one of them, or asks for its scope first.
  private mutating func commit(
    _ group: GroupEdit, of occurrence: Occurrence, after previousInteraction: Interaction,
    in scene: TimelineScene,
    _ response: inout Response
  ) {
    if let firstItem = group.firstNeedingScope {
      return ask(
        firstItem.change, of: firstItem.occurrence, partOf: group, after: previousInteraction, in: scene,
        &response)
    }
    let wasLifted = previousInteraction.liftedOccurrence != nil
    response.add(
      wasLifted ? .endLift(.changedSelected(group, occurrence)) : .saveStepsForSelected(group, occurrence))
  }

  /// Selects an event after a long press without movement, or clears the selection before a click.
  private mutating func selectAfterPress(
    _ id: Occurrence.ID?, _ previousInteraction: Interaction, in scene: TimelineScene,
    _ response: inout Response
  ) {
    if case .pressing(let press) = previousInteraction, press.input.togglesSelection { return }
    guard !selection.isEmpty, let id else { return select(id, &response) }
    guard !selection.contains(id), let occurrence = scene.occurrences.first(where: { $0.id == id }) else {
      return
    }
    toggleSelected(EventSelection.Member(occurrence), in: scene, &response)
  }

  private mutating func lift(_ response: inout Response) {
    let method: LiftMethod
    switch interaction {
    case .dragging(let drag), .followingPointer(let drag): method = .pointer(drag.draggedEvent)
    case .keyboardMove(let move): method = .keys(move)
    case .idle, .pressing, .ignoring, .pinching, .keyboardStep, .naming, .choosingScope: return
    }
    focus = method.occurrence.id
    response.add(.closeDetails(except: nil), .lift(method), .refreshMarks)
  }

  private mutating func restore(
    _ previousInteraction: Interaction, _ place: Place, _ response: inout Response
  ) {
    guard let liftedOccurrence = previousInteraction.liftedOccurrence else {
      response.add(.undoSteps(place))
      return
    }
    if let drag = previousInteraction.drag, drag.draggedEvent.isNew {
      focus = drag.focusBefore
      response.add(.endLift(.notCreated(focus: focus, place)))
    } else {
      response.add(.endLift(.returned(liftedOccurrence.id, place)))
    }
  }
}
