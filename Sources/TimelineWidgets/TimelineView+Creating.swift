import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A new event that stands in its place and waits for its title. The source does not know it yet.
@MainActor
struct Draft {
  var occurrence: Occurrence
  let entry: TitleEntry
  /// The calendars that it can be in; nil if there is only one.
  let calendars: DraftCalendars?
  /// What had the focus before, to have it again if nothing comes of this.
  let focusBefore: Occurrence.ID?

  /// Whether one is typing the title or choosing a calendar.
  var hasFocus: Bool { entry.hasFocus || calendars?.hasFocus == true }
}

// New events: by dragging over empty time, by a double click, a key or a menu; then the title, and nothing is written
// before it is there.
extension TimelineView {
  /// Whether the title of a new event is being typed.
  public var isNamingEvent: Bool { draft != nil }

  /// Begins an event of an hour after the one that was chosen, or at the next half hour of the day.
  public func newEvent() {
    guard !isLifted else { return }
    finishKeyboardEdit()
    guard let source = dataSource else { return }
    let chosen = isFocusIncidental ? nil : focused.flatMap { id in occurrences.first { $0.id == id } }
    let times = NewEventTimes.times(
      after: chosen, on: day, now: source.displayZone.time(at: now()).wall, in: source.displayZone)
    guard let event = source.newEvent(at: times) else { return refuse(.noCalendar) }
    begin(Occurrence(event: event, zone: source.displayZone))
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

  /// Makes what a press alone makes of empty time.
  func create(_ empty: EmptyTime, at point: Point) {
    finishKeyboardEdit()
    carryOut(gesture.create(empty, at: point, in: viewport))
  }

  // MARK: The title

  /// Shows a new event in its place, with its title to be typed.
  func begin(_ made: Occurrence) {
    finishDraft()
    popover.close()
    var event = made.event
    event.summary = style.phrases.newEvent
    let occurrence = Occurrence(event: event, times: made.times, zone: dataSource?.displayZone ?? .utc)
    follow(occurrence)
    let entry = TitleEntry(
      content(of: occurrence, on: page.days.clamp(occurrence.days.lowerBound)),
      isBar: occurrence.standsAboveHours, label: style.phrases.titleOfNewEvent,
      description: description(ofDraft: occurrence), placeholder: style.phrases.newEvent, style: style
    )
    entry.onEnter = { [weak self] in self?.finishDraft(takesFocus: true) }
    entry.onLeave = { [weak self] in self?.draftLeft() }
    draft = Draft(
      occurrence: occurrence, entry: entry, calendars: makeDraftCalendars(for: event), focusBefore: focused)
    if occurrence.standsAboveHours { allDay.add(entry.pointer) } else { sheet.add(entry.pointer) }
    selected = occurrence.id
    reload()
    makeRoom(for: occurrence)
    placeDraftAgain()
    entry.takeFocus()
    entry.say(description(ofDraft: occurrence))
    onDraftChanged()
  }

  /// The new event is kept, and called "New event" if it has no title; the source makes it.
  ///
  /// - Parameter takesFocus: whether the event has the focus then.
  func finishDraft(takesFocus: Bool = false) {
    draft?.calendars?.finish()
    guard let draft else { return }
    var event = draft.occurrence.event
    let words = draft.entry.words
    if words.contains(where: { !$0.isWhitespace }) { event.summary = words }
    let hadFocus = takesFocus || draft.hasFocus
    endDraft()
    isSaved = false
    apply(.add(event))
    if hadFocus { focus(draft.occurrence.id, scrolls: false) }
    onDraftChanged()
  }

  /// Nothing comes of the new event.
  func discardDraft() {
    guard let draft else { return }
    endDraft()
    selected = nil
    reload()
    restoreFocus(draft.focusBefore)
    say(style.phrases.notAdded)
    onDraftChanged()
  }

  /// Gives the focus back to what had it, or to the day.
  func restoreFocus(_ id: Occurrence.ID?) {
    focused = id
    if let id, block(for: id) != nil {
      focus(id, scrolls: false)
    } else {
      _ = gtk_widget_grab_focus(column.pointer)
    }
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
    guard let draft else { return }
    let isShown = draft.occurrence.span.touches(TimeSpan(days: page.days))
    if paging.row.pager.isMoving || !isShown { finishDraft() }
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
