import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Connects the widgets and the state: passes inputs to the state and carries out its effects.
extension ViewStack {
  package var state: TimelineState { stateLoop.state }

  /// Passes an input to the state and carries out the effects.
  @discardableResult
  func send(_ input: TimelineInput) -> Response {
    stateLoop.send(input, in: { visibleScene }) { response, input in
      if response.isClaimed { claim(for: input) }
      for effect in response.effects { carryOut(effect) }
    }
  }

  private func claim(for input: TimelineInput) {
    guard case .pinch = input else { return controllers.press.claim() }
    controllers.press.reset()
    controllers.zoom.claim()
  }

  private func carryOut(_ effect: TimelineEffect) {
    switch effect {
    case .lift(let method): lift(method)
    case .showDragged(let draggedEvent): showDragged(draggedEvent)
    case .showStep(let keyboardMove): previewKeyboardMove(keyboardMove)
    case .repositionKeyboardMove(let keyboardMove):
      liftPresenter.updatePosition(keyboardMove, view.liftGeometry(for: keyboardMove.occurrence.id))
    case .endLift(let outcome): endLift(outcome)
    case .saveSteps(let change, let occurrence):
      save(change, of: occurrence, at: place, takesFocus: containsFocus)
    case .saveStepsForSelected(let group, let occurrence): saveSelectionSteps(group, of: occurrence)
    case .discardSteps:
      liftPresenter.forgetAnnouncedTimes()
      reload()
    case .undoSteps(let place):
      liftPresenter.forgetAnnouncedTimes()
      reload()
      view.go(to: .place(place))
    case .scroll(let place): view.handle(.scroll(to: place))
    case .turn(let place): view.handle(.turn(to: place))
    case .dwell(let dwell): liftPresenter.setDwell(dwell, in: view)
    case .sidebar(let effect): carryOut(effect)
    case .wait(let deadline): wait(until: deadline)
    case .beginNaming(let naming): showNewEvent(naming)
    case .updateNaming(let naming): updateNewEvent(naming)
    case .endNaming(let naming, let isKept, let takesFocus):
      if isKept {
        addNewEvent(naming, takesFocus: takesFocus)
      } else {
        discardNewEvent(naming, takesFocus: takesFocus)
      }
    case .askScope(let question): computeChoices(of: question)
    case .showScopeQuestion(let question): showScopeQuestion(question)
    case .previewScope: reloadEvents()
    case .explain(let choice): announce(style.phrases.unavailabilityMessage(choice))
    case .endScopeQuestion(let question, let answer): endScopeQuestion(question, answer)
    case .focus(let id, let scrolls): focusManager.focusEvent(id, scrolls: scrolls)
    case .focusDay: focusManager.focusDay()
    case .reachedEnd(let end): announce(announcement(of: end))
    case .moveFocus(let days, let nearY): moveFocus(byDays: days, nearY: nearY)
    case .showSelection(let selection, let change): showSelection(selection, change)
    case .refreshMarks: blocks.updateAppearances(in: view)
    case .closeDetails(let idToKeep):
      if detailsPopover.shownID != nil, detailsPopover.shownID != idToKeep { detailsPopover.close() }
    case .showDetails(let id, let request): showDetails(of: id, for: request)
    case .openMenu(let id): menus.open(for: id)
    case .edit(let occurrence):
      // Saving pending steps may have changed the occurrence.
      callbacks.onEdit(occurrenceOnPage(occurrence.id) ?? occurrence)
    case .moveWithPointer(let occurrence): moveWithPointer(occurrence)
    // Saving pending steps may have changed the occurrence.
    case .askForDate(let occurrence): callbacks.onMoveToDate(occurrenceOnPage(occurrence.id) ?? occurrence)
    case .askForCalendar(let occurrence):
      callbacks.onMoveToCalendar(occurrenceOnPage(occurrence.id) ?? occurrence)
    case .moveToDay(let change, let occurrence): move(occurrence, by: change)
    case .moveSelectedToDay(let group, let occurrence): move(group, showing: occurrence)
    case .clipboard(let action, let occurrence):
      if let request = ClipboardAction(action) { callbacks.onClipboardAction(request, occurrence) }
    case .export(let occurrences): callbacks.onExport(occurrences)
    case .apply(let edit): apply(edit)
    case .applyToSelected(let group, let scope): apply(group, scope: scope, in: ApplyContext())
    case .cutSelected(let group, let scope): callbacks.onCutSelection(group, scope, ApplyContext())
    case .copySelected(let occurrences): callbacks.onCopySelection(occurrences)
    case .askForCalendarOfSelected(let occurrences): callbacks.onMoveSelectionToCalendar(occurrences)
    case .refuse(let refusal): refuse(refusal)
    case .paging(let input): view.handle(.paging(input))
    case .zoom(let axis, let scroll): view.handle(.setZoom(axis, scroll: scroll))
    case .lastFingerLifted: sendAllReleasedLater()
    }
  }

  private func wait(until deadline: Double) {
    afterMilliseconds(UInt32(max(0, deadline - SteadyClock.seconds) * 1000) + 1) { [weak self] in
      self?.send(.time(SteadyClock.seconds))
      return false
    }
  }

  /// Sends `.allReleased` once the gesture, too, has handled the GTK event in which the last finger was lifted.
  private func sendAllReleasedLater() {
    afterMilliseconds(0) { [weak self] in
      guard let self, self.state.fingers.isEmpty else { return false }
      self.send(.allReleased)
      self.view.handle(.fingersLifted)
      return false
    }
  }

  private func moveFocus(byDays days: Int, nearY y: Double) {
    let targetDay = day.adding(days: days)
    if shownDays.contains(targetDay) { day = targetDay } else { jump(to: targetDay) }
    send(.focusNear(y, on: day))
  }

  private func announcement(of end: FocusEnd) -> String {
    switch end {
    case .first: style.phrases.firstEvent
    case .last: style.phrases.lastEvent
    case .noEvents: style.phrases.noEvents
    }
  }

  private func moveWithPointer(_ occurrence: Occurrence) {
    let scene = visibleScene
    // Without a mouse, the event stays in place until the user moves it with a finger.
    let mousePoint = state.isTouchInUse ? nil : controllers.mouse.point
    let point = mousePoint ?? scene.surface.pickUpPoint(of: occurrence.id)
    controllers.press.recordPosition(at: point, widgetPoint: Point(x: point.x, y: point.y + viewportTop))
    send(.moveWithPointer(eventTarget(occurrence), bar: scene.surface.bar(of: occurrence.id), at: point))
  }

  // MARK: Queries and commands

  /// Returns an event as the target of an action.
  func eventTarget(_ occurrence: Occurrence) -> TimelineInput.EventTarget {
    TimelineInput.EventTarget(
      occurrence, refusal: dataSource?.refusal(for: occurrence), time: SteadyClock.seconds)
  }

  /// The event that the pointer has lifted.
  var draggedEvent: DraggedEvent? { state.interaction.drag?.draggedEvent }
  /// What the view shows now.
  var place: Place { view.scene.surface.place }
  /// Whether an event is lifted, by a pointer or with the keyboard.
  package var isEventLifted: Bool { state.interaction.liftedOccurrence != nil }
  /// Whether the title of a new event is being typed.
  package var isNamingEvent: Bool { state.interaction.naming != nil }

  /// Saves pending keyboard steps and keeps a new event, because another interaction is about to begin.
  package func finishKeyboardEdit() { send(.willStart(.command)) }

  /// Ends every interaction: returns a lifted event to its original position, and saves pending keyboard
  /// steps. Call this before showing different content or closing the window.
  package func endInteraction() {
    send(.interrupted(.focusLost))
    finishKeyboardEdit()
  }

  /// Deletes an event immediately; the window then offers to undo the deletion. The focus moves to the next
  /// event, or to the previous one if the last event was deleted.
  package func delete(_ occurrence: Occurrence) { send(.delete(eventTarget(occurrence))) }

  /// Moves an event to another day, at the same time of day, then shows and focuses it. If it is one of several
  /// selected events, they all move by the same number of days. If this changes a series, asks for the scope first.
  package func move(_ occurrence: Occurrence, to day: Day) {
    send(.moveToDay(eventTarget(occurrenceOnPage(occurrence.id) ?? occurrence), day))
  }

  private func move(_ occurrence: Occurrence, by change: EventEdit.Change) {
    isSaved = false
    apply(occurrence.edit(change))
    let movedOccurrence = occurrence.applying(change, in: zone)
    scrollIntoView(movedOccurrence)
    let text = style.phrases.toast(change, from: occurrence, to: movedOccurrence)
    focusManager.focusEvent(occurrence.id, scrolls: true, announcing: text)
  }

  /// Asks which day to move an event to, like the command in the event's menu.
  package func askForDate(of occurrence: Occurrence) { perform(.moveToDate, on: occurrence) }

  /// Asks which calendar to move an event to, like the command in the event's menu.
  package func askForCalendar(of occurrence: Occurrence) { perform(.moveToCalendar, on: occurrence) }

  /// Performs an action from a menu, a button or assistive technology.
  package func perform(_ action: EventAction, on occurrence: Occurrence) {
    send(.action(action, eventTarget(occurrence)))
  }

  /// Announces a message to assistive technology. Messages are announced in order, at most five per second.
  package func announce(_ text: String) { announcer.announce(text) }

  package func distinguishingCalendarName(of event: CalendarEvent) -> String? {
    dataSource?.distinguishingName(of: event.id.calendar)
  }

  func announceNow(_ text: String) {
    if let newEventWidgets { return newEventWidgets.entry.announce(text) }
    // Screen readers present only the announcements of the focused widget.
    let focusedWidget = liftPresenter.block?.gtkWidget ?? FocusedWidget.accessibleFocus(inWindowOf: gtkWidget)
    Accessible.announce(text, on: focusedWidget ?? view.selectedDay.widget)
  }
}

extension ViewStack: EventBlocksHost {}
