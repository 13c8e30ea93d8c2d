import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Lifts events, shows them while they are lifted, and drops them.
extension TimelineView {
  func lift(_ method: LiftMethod) {
    let occurrence = method.occurrence
    popoverGate.discardPendingOpening()
    hours.stopKineticScrolling()
    let block = liftPresenter.begin(
      occurrence, with: state.companions, from: draggedEvent?.day ?? occurrence.span.start.day)
    switch method {
    case .pointer(let draggedEvent): liftPresenter.update(draggedEvent, in: viewport)
    case .keys(let keyboardMove): previewKeyboardMove(keyboardMove)
    }
    _ = gtk_widget_grab_focus(block.gtkWidget)
    blocks.updateAppearances(on: paging.deck)
    announce(liftAnnouncement(method))
    callbacks.onLiftChanged(true)
    if draggedEvent != nil { controllers.tick.start() }
    if state.interaction.isFollowingPointer { controllers.mouse.showGrabbingCursor() }
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
    showPage(keyboardMove.snappedOccurrence)
    if !keyboardMove.isLifted {
      reload()
      focusManager.focusEvent(keyboardMove.occurrence.id, scrolls: true)
    }
    scrollEventIntoView(keyboardMove.snappedOccurrence)
    if keyboardMove.isLifted { liftPresenter.updatePosition(keyboardMove) }
    liftPresenter.announceTimes(
      keyboardMove.snappedOccurrence, original: keyboardMove.isLifted ? nil : keyboardMove.occurrence.times)
  }

  /// Ends the lift and shows the event at its final position.
  func endLift(_ outcome: DragOutcome) {
    let position = liftPresenter.position
    let (heldID, positions) = (liftPresenter.block?.occurrence.id, liftPresenter.positions)
    let scroll = scrollContent.scroll
    // The final times need not be announced: a screen reader reads them with the name of the focused event.
    announcer.discardStep()
    liftPresenter.end()
    controllers.mouse.resetCursor()
    controllers.tick.stop()
    callbacks.onLiftChanged(false)
    switch outcome {
    case .changed(let change, let occurrence):
      save(
        change, of: occurrence, scroll: scroll, takesFocus: true, from: position,
        announcing: style.phrases.dropAnnouncement)
    case .changedSelected(let group, let occurrence):
      drop(group, of: occurrence, scroll: scroll, from: positions)
    case .needsScope(let question): scopeCardOrigin = question.occurrence.id == heldID ? position : nil
    // The effect that follows shows the event.
    case .droppedOnSidebar: blocks.updateAppearances(on: paging.deck)
    case .unchanged(let id):
      showAtFinalPosition(id, from: position, announcing: style.phrases.unchangedAnnouncement)
    case .returned(let id, let offset, let originalDay):
      let isOnOriginalPage = originalDay == page.days.lowerBound
      jump(to: originalDay, scroll: offset)
      let scrolledPosition = position.map { Point(x: $0.x, y: $0.y + offset - scroll) }
      showAtFinalPosition(
        id, from: isOnOriginalPage ? scrolledPosition : nil, announcing: style.phrases.putBackAnnouncement)
    case .created: break
    case .notCreated(let focus, let offset, let originalDay):
      jump(to: originalDay, scroll: offset)
      focusManager.returnFocus(to: focus, announcing: style.phrases.notAddedAnnouncement)
    }
  }

  private func showAtFinalPosition(_ id: Occurrence.ID, from position: Point?, announcing text: String) {
    blocks.updateAppearances(on: paging.deck)
    focusManager.focusEvent(id, scrolls: false, announcing: text)
    glide(id, from: position)
  }

  /// Passes a change to the data source and shows the result.
  ///
  /// - Parameter text: the text to announce; nil for key steps, each of which has already been announced.
  func save(
    _ change: EventEdit.Change, of occurrence: Occurrence, scroll: Double, takesFocus: Bool,
    from position: Point? = nil, announcing text: String? = nil
  ) {
    let id = occurrence.id
    liftPresenter.forgetAnnouncedTimes()
    isSaved = false
    apply(occurrence.edit(change))
    scrollContent.setScroll(scroll)
    if takesFocus { focusManager.focusEvent(id, scrolls: false, announcing: text) }
    glide(id, from: position)
  }

  /// Passes an edit to the data source and shows the result.
  func apply(_ edit: EventEdit, in context: ApplyContext = ApplyContext()) {
    if dataSource?.apply(edit, in: context).isShown != true { reload() }
  }

  /// Animates an event's block from a position, in page coordinates, to its final position.
  func glide(_ id: Occurrence.ID, from position: Point?) {
    guard let position, let column = page.frame(of: id).flatMap({ page.column(of: $0.day) }) else { return }
    column.glide(id, from: position, DropMotion(isMotionReduced: controllers.desktopSettings.isMotionReduced))
  }

  func refuse(_ refusal: EditRefusal) {
    if refusal == .noCalendar { return callbacks.onNoWritableCalendar() }
    callbacks.onNotice(style.phrases.refusal(refusal))
  }
}
