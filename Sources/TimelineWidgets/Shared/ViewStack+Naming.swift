import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Creates new events when the user drags over empty time, double-clicks, presses a key or uses a menu. The
// user then types a title; nothing is saved until the title is finished.
extension ViewStack {
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
        after: selectedEvent, on: day, now: now(), workingHours: configuration.workingHours)
    else { return refuse(.noCalendar) }
    send(.newEvent(newEvent))
    if let newEventWidgets { view.go(to: .scrolled(to: newEventWidgets.occurrence)) }
  }

  func emptyTime(at point: Point) -> EmptyTime? {
    newEventFactory?.emptyTime(on: day, barTop: view.scene.surface.newBarTop(at: point))
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
    view.go(to: .page(of: occurrence))
    let days = shownDays
    editor.begin(
      occurrence,
      content: blocks.content(
        of: occurrence, on: days.nearestDay(to: occurrence.days.lowerBound), dayCount: days.count),
      in: occurrence.isInAllDayRow ? parts.bars : parts.content, choices: calendarOptions)
    reload()
    view.go(to: .hidden(occurrence))
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
      let id = Occurrence(event: event, times: naming.occurrence.times, zone: zone).id
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
    send(.calendarChosen(Occurrence(event: event, times: naming.occurrence.times, zone: zone)))
  }

  /// Ends the typing of a title, unless the pages are at rest and the new event is on the displayed page. Call this when
  /// the pages begin to move, and when another page is displayed.
  func finishNamingIfPagesTurn() {
    guard let naming = state.interaction.naming else { return }
    let isShown = naming.occurrence.span.overlaps(TimeSpan(days: shownDays))
    send(.pagesTurned(isShown: isShown && !view.scene.isTurning))
  }

  // MARK: Layout

  package func allocateTitleField(
    in parent: CustomWidget, over rectangle: @autoclosure () -> Rectangle?,
    within extent: ClosedRange<Double>
  ) {
    guard newEventWidgets?.parent === parent else { return }
    editor.allocateField(over: rectangle(), within: extent)
    allocateCalendarChooser()
  }

  func allocateCalendarChooser() {
    guard let newEventWidgets, newEventWidgets.calendarChooser != nil else { return }
    editor.allocateCalendarChooser(
      within: view.scene.surface.contentExtent,
      top: newEventWidgets.parent === parts.content ? viewportTop : 0)
  }
}
