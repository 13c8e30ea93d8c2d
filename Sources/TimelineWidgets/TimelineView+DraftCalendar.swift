import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The calendar of a new event, chosen while its title is typed.
extension TimelineView {
  /// The calendars to choose from, beside a new event; nil if there is only one.
  func makeDraftCalendars(for event: CalendarEvent) -> DraftCalendars? {
    let choices = dataSource?.calendarOptions ?? []
    guard choices.count > 1 else { return nil }
    let calendars = DraftCalendars(choices, selected: event.id.calendar, phrases: style.phrases)
    calendars.onHighlight = { [weak self] in self?.draft?.entry.show(color: $0.color) }
    calendars.onChoose = { [weak self] in self?.chooseDraftCalendar($0) }
    calendars.onLeave = { [weak self] in self?.draftLeft() }
    add(calendars.pointer)
    return calendars
  }

  /// What assistive technology says of a new event: when it is, and its calendar where there is a choice.
  func description(ofDraft occurrence: Occurrence) -> String {
    let name = style.phrases.accessibleName(occurrence)
    let choices = dataSource?.calendarOptions ?? []
    guard choices.count > 1, let choice = choices.first(where: { $0.id == occurrence.event.id.calendar })
    else {
      return name
    }
    return style.phrases.newEvent(name, in: choice.name)
  }

  /// The new event goes to another calendar.
  private func chooseDraftCalendar(_ calendar: CalendarID) {
    guard let naming = state.interaction.naming, let dataSource else { return }
    let event = moved(naming.occurrence.event, to: calendar)
    send(
      .calendarChosen(
        Occurrence(event: event, times: naming.occurrence.times, zone: dataSource.displayZone)))
  }

  private func moved(_ event: CalendarEvent, to calendar: CalendarID) -> CalendarEvent {
    guard let made = dataSource?.newEvent(at: event.times, in: calendar) else { return event }
    var event = event
    (event.id, event.calendarColor) = (made.id, made.calendarColor)
    return event
  }

  /// The event in the calendar on which the ribbon comes to rest, which may still be on its way there.
  func inChosenCalendar(_ event: CalendarEvent) -> CalendarEvent {
    guard let calendars = draft?.calendars else { return event }
    var event = event
    calendars.onChoose = { [unowned self] in event = self.moved(event, to: $0) }
    calendars.finish()
    calendars.onChoose = { _ in }
    return event
  }

  /// The new event looks as it will in its calendar.
  func show(_ naming: Naming) {
    guard let draft, let dataSource else { return }
    let event = naming.occurrence.event
    self.draft?.occurrence = naming.occurrence
    reload()
    draft.entry.show(color: event.calendarColor)
    draft.entry.describe(description(ofDraft: naming.occurrence))
    placeDraftAgain()
    guard let calendars = draft.calendars, !calendars.hasFocus else { return }
    if let name = dataSource.calendarOptions.first(where: { $0.id == event.id.calendar })?.name {
      draft.entry.say(name)
    }
  }

  /// The focus has left the title or the calendars: the new event is kept unless it went from the one to the other.
  func draftLeft() {
    if let draft, !draft.hasFocus { send(.named(takesFocus: false)) }
  }

  /// Tab goes from the title to the calendars and on from there; nil where it goes elsewhere.
  func moveFocusInDraft(_ direction: GtkDirectionType) -> Bool? {
    guard let draft, let calendars = draft.calendars else { return nil }
    switch direction {
    case GTK_DIR_TAB_FORWARD where draft.entry.hasFocus: return calendars.takeFocus()
    case GTK_DIR_TAB_BACKWARD where calendars.hasFocus:
      draft.entry.takeFocus()
      return true
    default: return nil
    }
  }

  /// Places the calendars beside the field for the title, wherever that is now.
  func placeDraftCalendars() {
    guard let draft, let calendars = draft.calendars else { return }
    var box = graphene_rect_t()
    guard gtk_widget_compute_bounds(draft.entry.pointer, pointer, &box) != 0 else { return }
    let (x, y) = (Double(box.origin.x), Double(box.origin.y))
    calendars.stand(
      beside: (x...(x + Double(box.size.width)), y..<(y + Double(box.size.height))),
      in: columnsLeft...(columnsLeft + columnsWidth),
      (draft.occurrence.standsAboveHours ? 0 : viewportTop)..<Double(max(1, height)), on: self)
  }

  /// Takes the calendars away. They may be in the midst of a key or a press, and go once that is over.
  func removeDraftCalendars(of draft: Draft) {
    guard let calendars = draft.calendars else { return }
    if calendars.hasFocus { gtk_root_set_focus(gtk_widget_get_root(pointer), nil) }
    gtk_widget_set_visible(calendars.pointer, 0)
    afterMilliseconds(0) { [weak self] in
      self?.remove(calendars.pointer)
      return false
    }
  }
}
