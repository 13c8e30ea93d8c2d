import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The widgets of a new event that waits for its title: over its block, and beside it.
@MainActor
struct Draft {
  /// The event that they show.
  var occurrence: Occurrence
  let entry: TitleEntry
  /// The calendars that it can be in; nil if there is only one.
  let calendars: DraftCalendars?

  /// Whether one is typing the title or choosing a calendar.
  var hasFocus: Bool { entry.hasFocus || calendars?.hasFocus == true }
}

// New events: by dragging over empty time, by a double click, a key or a menu; then the title, and nothing is written
// before it is there.
extension TimelineView {
  /// Begins an event of an hour after the one that was chosen, or at the next half hour of the day.
  public func newEvent() {
    guard !isLifted else { return }
    finishKeyboardEdit()
    guard let source = dataSource else { return }
    let chosen = chosenOccurrence.flatMap { chosen in occurrences.first { $0.id == chosen.id } }
    let times = NewEventTimes.times(
      after: chosen, on: day, now: source.displayZone.time(at: now()).wall, in: source.displayZone)
    guard var event = source.newEvent(at: times) else { return refuse(.noCalendar) }
    event.summary = style.phrases.newEvent
    send(.newEvent(Occurrence(event: event, zone: source.displayZone)))
    if let draft { scrollTo(draft.occurrence) }
  }

  /// What a press on empty time there becomes.
  func emptyTime(at point: Point) -> EmptyTime? {
    guard let dataSource else { return nil }
    var event = dataSource.newEvent(at: EventTimes(start: .date(day), end: .implied))
    event?.summary = style.phrases.newEvent
    let lane = StripPage.padding + page.strip.headingHeight
    return EmptyTime(for: event, barTop: point.y < 0 ? lane - stripHeight : nil)
  }

  // MARK: The title

  /// Shows a new event in its place, with its title to be typed.
  func begin(_ naming: Naming) {
    let occurrence = naming.occurrence
    follow(occurrence)
    let entry = TitleEntry(
      content(of: occurrence, on: page.days.clamp(occurrence.days.lowerBound)),
      isBar: occurrence.standsAboveHours, label: style.phrases.titleOfNewEvent,
      description: description(ofDraft: occurrence), placeholder: style.phrases.newEvent, style: style
    )
    entry.onChange = { [weak self] in self?.send(.typed($0)) }
    entry.onEnter = { [weak self] in self?.send(.named(takesFocus: true)) }
    entry.onLeave = { [weak self] in self?.draftLeft() }
    draft = Draft(
      occurrence: occurrence, entry: entry, calendars: makeDraftCalendars(for: occurrence.event))
    if occurrence.standsAboveHours { allDay.add(entry.pointer) } else { sheet.add(entry.pointer) }
    reload()
    makeRoom(for: occurrence)
    placeDraftAgain()
    entry.takeFocus()
    entry.say(description(ofDraft: occurrence))
    onDraftChanged()
  }

  /// The new event is kept, and called "New event" if it has no title; the source makes it.
  ///
  /// - Parameter takesFocus: whether the event has the focus then, which it has anyway if its field had it.
  func keep(_ naming: Naming, takesFocus: Bool) {
    let event = inChosenCalendar(naming.titled)
    let hadFocus = takesFocus || draft?.hasFocus == true
    endDraft()
    isSaved = false
    apply(.add(event))
    if hadFocus {
      let id = Occurrence(event: event, times: naming.occurrence.times, zone: viewport.zone).id
      grabFocus(id, scrolls: false)
    }
    onDraftChanged()
  }

  /// Nothing comes of the new event.
  func discard(_ naming: Naming) {
    endDraft()
    reload()
    giveFocusBack(to: naming.focusBefore)
    say(style.phrases.notAdded)
    onDraftChanged()
  }

  private func endDraft() {
    guard let draft else { return }
    self.draft = nil
    removeDraftCalendars(of: draft)
    let entry = draft.entry
    if entry.hasFocus { gtk_root_set_focus(gtk_widget_get_root(entry.pointer), nil) }
    gtk_widget_set_visible(entry.pointer, 0)
    // GTK's input method for Wayland goes on with a text for a moment: the field goes with the one after it.
    if let old = usedField { old.parent.remove(old.entry.pointer) }
    usedField = (entry, draft.occurrence.standsAboveHours ? allDay : sheet)
  }

  /// Pages turn: a new event that is no longer shown is kept.
  func pagesTurnedUnderDraft() {
    guard let naming = state.interaction.naming else { return }
    let isShown = naming.occurrence.span.touches(TimeSpan(days: page.days))
    send(.pagesTurned(isShown: isShown && !paging.row.pager.isMoving))
  }

  /// Whether a widget is the field for the title or the calendars beside it, or in one of them.
  func isInDraft(_ widget: WidgetPointer) -> Bool {
    guard let draft else { return false }
    return [draft.entry.pointer, draft.calendars?.pointer].contains { part in
      part.map { widget == $0 || gtk_widget_is_ancestor(widget, $0) != 0 } ?? false
    }
  }

  // MARK: Placing

  /// The new event's block is elsewhere.
  func placeDraftAgain() {
    guard let draft else { return }
    gtk_widget_queue_allocate(draft.occurrence.standsAboveHours ? allDay.pointer : sheet.pointer)
  }

  /// Places the field on the sheet, which is scrolled so far.
  func placeDraft(offset: Double) {
    guard let draft, !draft.occurrence.standsAboveHours, let frame = page.frame(of: draft.occurrence.id)
    else { return }
    draft.entry.lie(
      over: Rectangle(
        x: columnsLeft + frame.left, y: frame.top - offset, width: frame.width, height: frame.height),
      within: columnsLeft...(columnsLeft + columnsWidth), top: 0, on: sheet)
    placeDraftCalendars()
  }

  /// Places the field in the row above the hours.
  func placeDraftInStrip() {
    guard let draft, draft.occurrence.standsAboveHours,
      let frame = page.strip.frame(of: draft.occurrence.id)
    else { return }
    draft.entry.lie(
      over: Rectangle(
        x: columnsLeft + frame.left, y: frame.top, width: frame.right - frame.left,
        height: frame.bottom - frame.top),
      within: columnsLeft...(columnsLeft + columnsWidth), top: 0, on: allDay)
    placeDraftCalendars()
  }
}
