import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Lifting, showing and dropping events.
extension TimelineView {
  func lift(_ method: LiftMethod) {
    let occurrence = method.occurrence
    popoverGate.forget()
    hours.stopKineticScrolling()
    let block = liftPresenter.begin(occurrence, from: lifted?.day ?? occurrence.span.start.day)
    switch method {
    case .pointer(let lifted): liftPresenter.update(lifted)
    case .keys(let hold): previewHold(hold)
    }
    _ = gtk_widget_grab_focus(block.pointer)
    blocks.updateAppearances(on: paging.deck)
    let phrases = style.phrases
    announce(method.isNew ? phrases.accessibleName(occurrence) : phrases.lifted(occurrence.event))
    callbacks.onLiftChanged(true)
    if lifted != nil { input.tick.start() }
    if state.interaction.isCarrying { input.mouse.showGrabbingCursor() }
  }

  /// Shows the result of a keyboard edit: the event lifted above the timeline, or at its new position.
  func previewHold(_ hold: KeyboardMove) {
    showPage(hold.snapped)
    if !hold.isLifted {
      reload()
      keyboard.focusEvent(hold.occurrence.id, scrolls: true)
    }
    scrollEventIntoView(hold.snapped)
    if hold.isLifted { liftPresenter.updatePosition(hold) }
    liftPresenter.announceTimes(hold.snapped, after: hold.isLifted ? nil : hold.occurrence.times)
  }

  /// Ends the lift and shows the event at its resulting position.
  func endLift(_ outcome: DragOutcome) {
    let from = liftPresenter.position
    let scroll = sheet.scroll
    liftPresenter.end()
    input.mouse.resetCursor()
    input.tick.stop()
    callbacks.onLiftChanged(false)
    switch outcome {
    case .changed(let change, let occurrence):
      save(change, of: occurrence, scroll: scroll, takesFocus: true, from: from)
    case .unchanged(let id): showAtFinalPosition(id, from: from, announcing: style.phrases.unchanged)
    case .returned(let id, let offset, let home):
      let isHome = home == page.days.lowerBound
      jump(to: home, scroll: offset)
      let moved = from.map { Point(x: $0.x, y: $0.y + offset - scroll) }
      showAtFinalPosition(id, from: isHome ? moved : nil, announcing: style.phrases.movedBack)
    case .created: break
    case .notCreated(let focus, let offset, let home):
      jump(to: home, scroll: offset)
      keyboard.returnFocus(to: focus)
      announce(style.phrases.notAdded)
    }
  }

  private func showAtFinalPosition(_ id: Occurrence.ID, from: Point?, announcing text: String) {
    blocks.updateAppearances(on: paging.deck)
    keyboard.focusEvent(id, scrolls: false)
    glide(id, from: from)
    announce(text)
  }

  /// Passes a change to the data source and shows the result.
  func save(
    _ change: EventEdit.Change, of occurrence: Occurrence, scroll: Double, takesFocus: Bool,
    from: Point? = nil
  ) {
    let id = occurrence.id
    liftPresenter.forgetTimes()
    isSaved = false
    apply(occurrence.edit(change))
    sheet.setScroll(scroll)
    if takesFocus { keyboard.focusEvent(id, scrolls: false) }
    glide(id, from: from)
    if let now = shown(id) { announce(style.phrases.dropped(now)) }
  }

  private func glide(_ id: Occurrence.ID, from: Point?) {
    guard let from, let column = page.frame(of: id).flatMap({ page.column(of: $0.day) }) else { return }
    column.glide(id, from: from, DropMotion(isMotionReduced: input.desktop.isMotionReduced))
  }

  func refuse(_ refusal: EditRefusal) {
    if refusal == .noCalendar { return callbacks.onNoCalendar() }
    callbacks.onNotice(style.phrases.refusal(refusal))
  }
}
