import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Lifts events, shows them while they are lifted, and drops them.
extension ViewStack {
  func lift(_ method: LiftMethod) {
    let occurrence = method.occurrence
    popoverGate.discardPendingOpening()
    stopKineticScrolling()
    let block = liftPresenter.begin(
      occurrence, with: state.companions, from: draggedEvent?.day ?? occurrence.span.start.day,
      view.liftGeometry(for: occurrence.id))
    switch method {
    case .pointer(let draggedEvent): showDragged(draggedEvent)
    case .keys(let keyboardMove): previewKeyboardMove(keyboardMove)
    }
    _ = gtk_widget_grab_focus(block.gtkWidget)
    blocks.updateAppearances(in: view)
    announce(liftAnnouncement(method))
    callbacks.onLiftChanged(true)
    if draggedEvent != nil { controllers.tick.start() }
    if state.interaction.isFollowingPointer { controllers.mouse.showGrabbingCursor() }
  }

  /// Shows the event that a pointer holds.
  func showDragged(_ draggedEvent: DraggedEvent) {
    liftPresenter.update(
      draggedEvent, view.liftGeometry(for: draggedEvent.snappedOccurrence.id), in: view.scene.surface)
  }

  /// Returns the announcement that an event has been lifted. The first time that an event is lifted with the
  /// keyboard, the announcement explains the keys.
  private func liftAnnouncement(_ method: LiftMethod) -> String {
    let (phrases, occurrence) = (style.phrases, method.occurrence)
    guard !method.isNew else { return phrases.accessibleName(occurrence) }
    let companionCount = state.companions.count
    guard companionCount == 0 else {
      return phrases.liftAnnouncement(occurrence.event, andOthers: companionCount)
    }
    guard case .keys = method, !hasExplainedLift else { return phrases.liftAnnouncement(occurrence.event) }
    hasExplainedLift = true
    return phrases.keyboardLiftAnnouncement(occurrence.event)
  }

  /// Shows the intermediate result of a keyboard edit: the event lifted above the timeline, or in place at its new
  /// times.
  func previewKeyboardMove(_ keyboardMove: KeyboardMove) {
    callbacks.onUnsavedChange()
    view.go(to: .page(of: keyboardMove.snappedOccurrence))
    if !keyboardMove.isLifted {
      reload()
      focusManager.focusEvent(keyboardMove.occurrence.id, scrolls: true)
    }
    view.go(to: .scrolled(to: keyboardMove.snappedOccurrence))
    if keyboardMove.isLifted {
      liftPresenter.updatePosition(keyboardMove, view.liftGeometry(for: keyboardMove.snappedOccurrence.id))
    }
    liftPresenter.announceTimes(
      keyboardMove.snappedOccurrence, original: keyboardMove.isLifted ? nil : keyboardMove.occurrence.times)
  }

  /// Ends the lift and shows the event at its final position.
  func endLift(_ outcome: DragOutcome) {
    let position = liftPresenter.position
    let (heldID, positions) = (liftPresenter.block?.occurrence.id, liftPresenter.positions)
    let place = place
    // The final times need not be announced: a screen reader reads them with the name of the focused event.
    announcer.discardStep()
    liftPresenter.end()
    controllers.mouse.resetCursor()
    controllers.tick.stop()
    callbacks.onLiftChanged(false)
    switch outcome {
    case .changed(let change, let occurrence):
      save(
        change, of: occurrence, at: place, takesFocus: true, from: position,
        announcing: style.phrases.dropAnnouncement)
    case .changedSelected(let group, let occurrence):
      drop(group, of: occurrence, at: place, from: positions)
    case .needsScope(let question): scopeCardOrigin = question.occurrence.id == heldID ? position : nil
    // The effect that follows shows the event.
    case .droppedOnSidebar: blocks.updateAppearances(in: view)
    case .unchanged(let id):
      showAtFinalPosition(id, from: position, announcing: style.phrases.unchangedAnnouncement)
    case .returned(let id, let originalPlace):
      let days = shownDays
      view.go(to: .place(originalPlace))
      let isOnOriginalPage = shownDays == days
      showAtFinalPosition(
        id, from: isOnOriginalPage ? position : nil, announcing: style.phrases.putBackAnnouncement)
    case .created: break
    case .notCreated(let focus, let originalPlace):
      view.go(to: .place(originalPlace))
      focusManager.returnFocus(to: focus, announcing: style.phrases.notAddedAnnouncement)
    }
  }

  private func showAtFinalPosition(_ id: Occurrence.ID, from position: Point?, announcing text: String) {
    blocks.updateAppearances(in: view)
    focusManager.focusEvent(id, scrolls: false, announcing: text)
    glide(id, from: position)
  }

  /// Passes a change to the data source and shows the result.
  ///
  /// - Parameter text: the text to announce; nil for key steps, each of which has already been announced.
  func save(
    _ change: EventEdit.Change, of occurrence: Occurrence, at place: Place, takesFocus: Bool,
    from position: Point? = nil, announcing text: String? = nil
  ) {
    let id = occurrence.id
    liftPresenter.forgetAnnouncedTimes()
    isSaved = false
    apply(occurrence.edit(change))
    view.handle(.scroll(to: place))
    if takesFocus { focusManager.focusEvent(id, scrolls: false, announcing: text) }
    glide(id, from: position)
  }

  /// Passes an edit to the data source and shows the result.
  func apply(_ edit: EventEdit, in context: ApplyContext = ApplyContext()) {
    if dataSource?.apply(edit, in: context).isShown != true { reload() }
  }

  /// Animates an event's block from a position, in viewport coordinates, to its final position.
  func glide(_ id: Occurrence.ID, from position: Point?) {
    if let position { view.handle(.glide(id, from: position)) }
  }

  func refuse(_ refusal: EditRefusal) {
    if refusal == .noCalendar { return callbacks.onNoWritableCalendar() }
    callbacks.onNotice(style.phrases.refusal(refusal))
  }
}
