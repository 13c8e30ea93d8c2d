import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// New events: by dragging over empty time, by a double click, a key or a menu; then the title, and nothing is written
// before it is there.
extension TimelineView {
  /// Begins an event of an hour after the one that was chosen, or at the next half hour of the day.
  package func newEvent() {
    guard !isLifted else { return }
    finishKeyboardEdit()
    guard let newEvents else { return }
    let chosen = chosenOccurrence.flatMap { shown($0.id) }
    guard let event = newEvents.next(after: chosen, on: day, now: now()) else { return refuse(.noCalendar) }
    send(.newEvent(event))
    if let draft { scrollTo(draft.occurrence) }
  }

  func emptyTime(at point: Point) -> EmptyTime? {
    newEvents?.emptyTime(on: day, barTop: point.y < 0 ? page.allDay.top(ofLane: 0) - allDayRowHeight : nil)
  }

  private var newEvents: NewEvents? {
    dataSource.map { NewEvents(source: $0, name: style.phrases.newEvent) }
  }

  // MARK: The title

  private var calendarOptions: [CalendarOption] { dataSource?.calendarOptions ?? [] }

  /// Shows a new event in its place, with its title to be typed.
  func begin(_ naming: Naming) {
    let occurrence = naming.occurrence
    follow(occurrence)
    editor.begin(
      occurrence,
      content: blocks.content(
        of: occurrence, on: page.days.clamp(occurrence.days.lowerBound), dayCount: page.days.count),
      in: occurrence.standsAboveHours ? allDay : sheet, choices: calendarOptions)
    reload()
    makeRoom(for: occurrence)
    editor.placeAgain()
    editor.takeFocus(calendarOptions)
    callbacks.onDraftChanged()
  }

  /// The new event looks as it will in its calendar.
  func updateDraft(_ naming: Naming) {
    guard draft != nil else { return }
    editor.update(naming.occurrence, calendarOptions)
    reload()
  }

  /// The new event is kept, and called "New event" if it has no title; the source makes it.
  ///
  /// - Parameter takesFocus: whether the event has the focus then, which it has anyway if its field had it.
  func keep(_ naming: Naming, takesFocus: Bool) {
    let calendar = editor.finishChoosing()
    let event = calendar.flatMap { newEvents?.moved(naming.titled, to: $0) } ?? naming.titled
    let hadFocus = takesFocus || draft?.hasFocus == true
    editor.end()
    isSaved = false
    apply(.add(event))
    if hadFocus {
      let id = Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone).id
      keyboard.give(to: id, scrolls: false)
    }
    callbacks.onDraftChanged()
  }

  /// Nothing comes of the new event.
  func discard(_ naming: Naming) {
    editor.end()
    reload()
    keyboard.giveBack(to: naming.focusBefore)
    say(style.phrases.notAdded)
    callbacks.onDraftChanged()
  }

  /// The new event goes to another calendar.
  func chooseCalendar(_ calendar: CalendarID) {
    guard let naming = state.interaction.naming, let newEvents else { return }
    let event = newEvents.moved(naming.occurrence.event, to: calendar)
    send(.calendarChosen(Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone)))
  }

  /// Pages turn: a new event that is no longer shown is kept.
  func pagesTurnedUnderDraft() {
    guard let naming = state.interaction.naming else { return }
    let isShown = naming.occurrence.span.touches(TimeSpan(days: page.days))
    send(.pagesTurned(isShown: isShown && !paging.row.pager.isMoving))
  }

  // MARK: Placing

  /// What the new event's widgets must not leave sideways, in px.
  private var daysAcross: ClosedRange<Double> { columnsLeft...(columnsLeft + columnsWidth) }

  /// Places the field over the new event's block if it lies in that parent, which is scrolled so far.
  func placeDraft(in parent: CustomWidget, offset: Double) {
    guard draft?.parent === parent else { return }
    editor.placeField(on: page, within: daysAcross, offset: offset)
    placeDraftCalendars()
  }

  func placeDraftCalendars() {
    editor.placeCalendars(within: daysAcross, top: draft?.parent === sheet ? viewportTop : 0)
  }
}
