import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Creates new events, by dragging over empty time, a double click, a key or a menu. The user then types a
// title; nothing is written until that is done.
extension TimelineView {
  /// Starts a new event of one hour after the selected event, at the next half hour of today, or in the first
  /// free working hour of another day.
  package func newEvent() {
    guard !isLifted else { return }
    finishKeyboardEdit()
    guard let newEvents else { return }
    let chosen = selectedOccurrence.flatMap { shown($0.id) }
    let next = newEvents.next(after: chosen, on: day, now: now(), workingHours: settings.workingHours)
    guard let event = next else { return refuse(.noCalendar) }
    send(.newEvent(event))
    if let draft { scrollEventIntoView(draft.occurrence) }
  }

  func emptyTime(at point: Point) -> EmptyTime? {
    newEvents?.emptyTime(on: day, barTop: point.y < 0 ? page.allDay.top(ofLane: 0) - allDayRowHeight : nil)
  }

  private var newEvents: NewEvents? {
    dataSource.map { NewEvents(source: $0, name: style.phrases.newEvent) }
  }

  // MARK: The title

  private var calendarOptions: [CalendarOption] { dataSource?.calendarOptions ?? [] }

  /// Shows a new event in its position, with a field for its title.
  func showNewEvent(_ naming: Naming) {
    let occurrence = naming.occurrence
    showPage(occurrence)
    editor.begin(
      occurrence,
      content: blocks.content(
        of: occurrence, on: page.days.clamp(occurrence.days.lowerBound), dayCount: page.days.count),
      in: occurrence.isInAllDayRow ? allDay : sheet, choices: calendarOptions)
    reload()
    expandAllDayRow(for: occurrence)
    editor.fieldMoved()
    editor.takeFocus(calendarOptions)
    callbacks.onNamingChanged()
  }

  /// Updates the new event after a change of its calendar.
  func updateDraft(_ naming: Naming) {
    guard draft != nil else { return }
    editor.update(naming.occurrence, calendarOptions)
    reload()
  }

  /// Keeps the new event, named "New event" if it has no title. The data source creates it.
  ///
  /// - Parameter takesFocus: whether the event gets the focus. It gets it in any case if the title field had
  ///   it.
  func addNewEvent(_ naming: Naming, takesFocus: Bool) {
    let calendar = editor.finishCalendarChoice()
    let event = calendar.flatMap { newEvents?.moved(naming.titled, to: $0) } ?? naming.titled
    let hadFocus = takesFocus || draft?.hasFocus == true
    editor.end()
    isSaved = false
    apply(.add(event))
    if hadFocus {
      let id = Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone).id
      keyboard.focusEvent(id, scrolls: false)
    }
    callbacks.onNamingChanged()
  }

  /// Discards the new event.
  func discardNewEvent(_ naming: Naming) {
    editor.end()
    reload()
    keyboard.returnFocus(to: naming.focusBefore)
    announce(style.phrases.notAdded)
    callbacks.onNamingChanged()
  }

  /// Moves the new event to another calendar.
  func chooseCalendar(_ calendar: CalendarID) {
    guard let naming = state.interaction.naming, let newEvents else { return }
    let event = newEvents.moved(naming.occurrence.event, to: calendar)
    send(.calendarChosen(Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone)))
  }

  /// Called when pages turn. A new event that is no longer visible is kept.
  func keepHiddenNewEvent() {
    guard let naming = state.interaction.naming else { return }
    let isShown = naming.occurrence.span.overlaps(TimeSpan(days: page.days))
    send(.pagesTurned(isShown: isShown && !paging.row.pager.isMoving))
  }

  // MARK: Layout

  /// The horizontal limits in px of the new event's widgets.
  private var daysExtent: ClosedRange<Double> { columnsLeft...(columnsLeft + columnsWidth) }

  /// Places the title field over the new event's block if it is a child of `parent`, whose scroll offset is
  /// `offset`.
  func allocateTitleField(in parent: CustomWidget, offset: Double) {
    guard draft?.parent === parent else { return }
    editor.allocateField(on: page, within: daysExtent, offset: offset)
    allocateCalendarChooser()
  }

  func allocateCalendarChooser() {
    editor.allocateCalendars(within: daysExtent, top: draft?.parent === sheet ? viewportTop : 0)
  }
}
