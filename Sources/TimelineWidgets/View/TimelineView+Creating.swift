import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Creates new events when the user drags over empty time, double-clicks, presses a key or uses a menu. The
// user then types a title; nothing is saved until the title is finished.
extension TimelineView {
  /// Begins a new one-hour event. If an event is selected, the new event starts when that event ends. Otherwise,
  /// it starts at the next half-hour mark if the day is today, and at the start of the first free working hour on
  /// any other day.
  package func createEvent() {
    guard !isEventLifted else { return }
    finishKeyboardEdit()
    guard let newEventFactory else { return }
    let selectedEvent = selectedOccurrence.flatMap { occurrenceOnPage($0.id) }
    guard
      let newEvent = newEventFactory.newEvent(
        after: selectedEvent, on: day, now: now(), workingHours: storedConfiguration.workingHours)
    else { return refuse(.noCalendar) }
    send(.newEvent(newEvent))
    if let newEventWidgets { scrollEventIntoView(newEventWidgets.occurrence) }
  }

  func emptyTime(at point: Point) -> EmptyTime? {
    newEventFactory?.emptyTime(
      on: day, barTop: point.y < 0 ? page.allDay.top(ofLane: 0) - allDayRowHeight : nil)
  }

  private var newEventFactory: NewEventFactory? {
    dataSource.map { NewEventFactory(source: $0, defaultTitle: style.phrases.newEvent) }
  }

  // MARK: The title

  private var calendarOptions: [CalendarOption] { dataSource?.calendarOptions ?? [] }

  /// Shows a new event at its position, with a field for its title.
  func showNewEvent(_ naming: Naming) {
    let occurrence = naming.occurrence
    // A message about another event would be read as the description of the title field.
    announcer.discardAll()
    showPage(occurrence)
    editor.begin(
      occurrence,
      content: blocks.content(
        of: occurrence, on: page.days.nearestDay(to: occurrence.days.lowerBound), dayCount: page.days.count),
      in: occurrence.isInAllDayRow ? allDay : scrollContent, choices: calendarOptions)
    reload()
    expandAllDayRow(for: occurrence)
    editor.fieldMoved()
    editor.takeFocus()
    callbacks.onNamingChanged()
  }

  /// Updates the new event after a change of its calendar.
  func updateNewEvent(_ naming: Naming) {
    guard newEventWidgets != nil else { return }
    editor.update(naming.occurrence, calendarOptions)
    reload()
  }

  /// Adds the new event to its calendar.
  ///
  /// - Parameter takesFocus: whether the event takes the focus. It always does if the title field or the
  ///   calendar chooser has the focus.
  func addNewEvent(_ naming: Naming, takesFocus: Bool) {
    let calendar = editor.finishCalendarChoice()
    var event = calendar.flatMap { newEventFactory?.moved(naming.titledEvent, to: $0) } ?? naming.titledEvent
    if let reminders = dataSource?.defaultReminders.reminders(isAllDay: event.times.isAllDay) {
      event.set(.reminders(reminders))
    }
    let receivesFocus = takesFocus || newEventWidgets?.hasFocus == true
    editor.end()
    isSaved = false
    apply(.add(event))
    if receivesFocus {
      let id = Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone).id
      focusManager.focusEvent(id, scrolls: false)
    }
    callbacks.onNamingChanged()
  }

  /// Discards the new event.
  ///
  /// - Parameter takesFocus: whether the event that had the focus before regains it. It always does if the title field or
  ///   the calendar chooser has the focus.
  func discardNewEvent(_ naming: Naming, takesFocus: Bool) {
    let returnsFocus = takesFocus || newEventWidgets?.hasFocus == true
    editor.end()
    reload()
    if returnsFocus {
      focusManager.returnFocus(to: naming.focusBefore, announcing: style.phrases.notAddedAnnouncement)
    } else {
      announce(style.phrases.notAddedAnnouncement)
    }
    callbacks.onNamingChanged()
  }

  /// Moves the new event to another calendar.
  func chooseCalendar(_ calendar: CalendarID) {
    guard let naming = state.interaction.naming, let newEventFactory else { return }
    let event = newEventFactory.moved(naming.occurrence.event, to: calendar)
    send(.calendarChosen(Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone)))
  }

  /// Ends the typing of a title, unless the pages are at rest and the new event is on the displayed page. Call this when
  /// the pages begin to move, and when another page is displayed.
  func finishNamingIfPagesTurn() {
    guard let naming = state.interaction.naming else { return }
    let isShown = naming.occurrence.span.overlaps(TimeSpan(days: page.days))
    send(.pagesTurned(isShown: isShown && !paging.row.pager.isMoving))
  }

  // MARK: Layout

  /// The horizontal range, in timeline coordinates, within which the new event's widgets are placed.
  private var daysExtent: ClosedRange<Double> { columnsLeft...(columnsLeft + columnsWidth) }

  /// Allocates the title field over the new event's block if the field is a child of `parent`, whose scroll
  /// offset is `offset` px.
  func allocateTitleField(in parent: CustomWidget, offset: Double) {
    guard newEventWidgets?.parent === parent else { return }
    editor.allocateField(on: page, within: daysExtent, offset: offset)
    allocateCalendarChooser()
  }

  func allocateCalendarChooser() {
    editor.allocateCalendarChooser(
      within: daysExtent, top: newEventWidgets?.parent === scrollContent ? viewportTop : 0)
  }
}
