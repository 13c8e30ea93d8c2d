import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Lifting, showing and dropping events.
extension TimelineView {
  func lift(_ hand: Hand) {
    let occurrence = hand.occurrence
    gate.forget()
    hours.stopKineticScrolling()
    let block = held.begin(occurrence, from: lifted?.day ?? occurrence.span.start.day)
    switch hand {
    case .pointer(let lifted): held.update(lifted)
    case .keys(let hold): previewHold(hold)
    }
    _ = gtk_widget_grab_focus(block.pointer)
    blocks.updateAppearances(on: paging.deck)
    let phrases = style.phrases
    say(hand.isNew ? phrases.accessibleName(occurrence) : phrases.lifted(occurrence.event))
    callbacks.onLiftChanged(true)
    if lifted != nil { input.tick.start() }
    if state.interaction.isCarrying { input.mouse.showCarrying() }
  }

  /// Shows the result of a keyboard edit: the event lifted above the timeline, or at its new position.
  func previewHold(_ hold: KeyHold) {
    follow(hold.snapped)
    if !hold.isLifted {
      reload()
      keyboard.give(to: hold.occurrence.id, scrolls: true)
    }
    scrollTo(hold.snapped)
    if hold.isLifted { held.place(hold) }
    held.tell(hold.snapped, after: hold.isLifted ? nil : hold.occurrence.times)
  }

  /// Ends the lift and shows the event at its resulting position.
  func putDown(_ outcome: Outcome) {
    let from = held.position
    let scroll = sheet.scroll
    held.end()
    input.mouse.resetCursor()
    input.tick.stop()
    callbacks.onLiftChanged(false)
    switch outcome {
    case .changed(let change, let occurrence):
      save(change, of: occurrence, scroll: scroll, takesFocus: true, from: from)
    case .unchanged(let id): land(id, from: from, saying: style.phrases.unchanged)
    case .back(let id, let offset, let home):
      let isHome = home == page.days.lowerBound
      jump(to: home, scroll: offset)
      let moved = from.map { Point(x: $0.x, y: $0.y + offset - scroll) }
      land(id, from: isHome ? moved : nil, saying: style.phrases.movedBack)
    case .made: break
    case .notMade(let focus, let offset, let home):
      jump(to: home, scroll: offset)
      keyboard.giveBack(to: focus)
      say(style.phrases.notAdded)
    }
  }

  private func land(_ id: Occurrence.ID, from: Point?, saying text: String) {
    blocks.updateAppearances(on: paging.deck)
    keyboard.give(to: id, scrolls: false)
    glide(id, from: from)
    say(text)
  }

  /// Passes a change to the data source and shows the result.
  func save(
    _ change: EventEdit.Change, of occurrence: Occurrence, scroll: Double, takesFocus: Bool,
    from: Point? = nil
  ) {
    let id = occurrence.id
    held.forgetTimes()
    isSaved = false
    apply(occurrence.edit(change))
    sheet.setScroll(scroll)
    if takesFocus { keyboard.give(to: id, scrolls: false) }
    glide(id, from: from)
    if let now = shown(id) { say(style.phrases.dropped(now)) }
  }

  private func glide(_ id: Occurrence.ID, from: Point?) {
    guard let from, let column = page.frame(of: id).flatMap({ page.column(of: $0.day) }) else { return }
    column.glide(id, from: from, DropMotion(isReduced: input.desktop.isMotionReduced))
  }

  func refuse(_ refusal: EditRefusal) {
    if refusal == .noCalendar { return callbacks.onNoCalendar() }
    callbacks.onNotice(style.phrases.refusal(refusal))
  }
}
