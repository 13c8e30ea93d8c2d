import CalendarModel
import CalendarStore

// New events and their calendars. For changes and deletions, see `apply`.
extension CalendarSession {
  /// The writable calendars, in the order in which they were opened.
  package var writableCalendars: [CalendarInfo] { calendars.filter { !$0.isReadOnly && $0.isAvailable } }

  /// The calendar to which new events are added unless another is chosen: the one used last, or else the one chosen as
  /// the default in another program, if it can be written to now, or else the first writable one, preferably one that
  /// is not in an account. A hidden calendar is used only if all writable ones are hidden. This is nil while the calendar
  /// used last is unavailable, so that events are not added to an unintended calendar. Call `choices.use` to choose a
  /// different calendar.
  package var calendarForNewEvents: CalendarInfo? {
    guard unavailableDefaultCalendar == nil else { return nil }
    let visibleCalendars = writableCalendars.filter { !choices.isHidden($0.id) }
    let candidates = visibleCalendars.isEmpty ? writableCalendars : visibleCalendars
    if let last = candidates.first(where: { $0.id == choices.lastUsed }) { return last }
    let defaultAccountCalendar = listed.calendars.first(where: \.isDefault)?.id
    return candidates.first { $0.id == defaultAccountCalendar && $0.state == .ready }
      ?? candidates.first { !listed.owns($0.id) } ?? candidates.first
  }

  /// The calendar that the user used last or made the default for new events, even if it is hidden. If it is
  /// not open, this is `calendarForNewEvents`.
  package var defaultCalendar: CalendarID? {
    calendars.first { $0.id == choices.lastUsed }?.id ?? calendarForNewEvents?.id
  }

  /// The default calendar for new events if it is unavailable; nil otherwise.
  package var unavailableDefaultCalendar: CalendarInfo? {
    calendars.first { $0.id == choices.lastUsed && !$0.isAvailable }
  }

  /// The calendars to which a new event can be added.
  package var calendarOptions: [CalendarOption] { writableCalendars.map(\.option) }

  /// Creates a draft event in `calendarForNewEvents`; see `newEvent(at:in:)`.
  package func newEvent(at times: EventTimes) -> CalendarEvent? { newEvent(at: times, in: nil) }

  /// Creates a draft event that is not in any file yet, so that it can be shown and given a title.
  /// `apply(.add(event))` adds it.
  ///
  /// - Parameter calendar: the calendar to which to add it; nil for `calendarForNewEvents`.
  /// - Returns: the event, or nil if no calendar accepts it.
  package func newEvent(at times: EventTimes, in calendar: CalendarID?) -> CalendarEvent? {
    let requested = writableCalendars.first { $0.id == calendar }
    guard let calendarInfo = calendar == nil ? calendarForNewEvents : requested else { return nil }
    var random = SystemRandomNumberGenerator()
    var event = CalendarEvent(
      id: .random(in: calendarInfo.id, hasSeparateObjects: calendarInfo.hasSeparateObjects, using: &random),
      times: times)
    event.calendarColor = calendarInfo.color
    return event
  }

  /// Moves an event to another calendar, with all of its iCalendar properties. A repeating event is moved with
  /// its whole series. Does nothing if that calendar cannot be written to.
  ///
  /// - Returns: the event's identifier in that calendar; nil if it was not moved.
  @discardableResult
  package func transfer(_ event: CalendarEvent, to calendar: CalendarID) -> EventID? {
    transfer(event, originalStart: nil, to: calendar)
  }

  /// Moves the event of an occurrence to another calendar, with its whole series if it repeats; see
  /// `transfer(_:to:)`. Undo reveals this occurrence again.
  ///
  /// - Returns: the occurrence in that calendar; nil if it was not moved.
  @discardableResult
  package func transfer(_ occurrence: Occurrence, to calendar: CalendarID) -> Occurrence? {
    guard let currentEvent = index.event(occurrence.event.id),
      let id = transfer(currentEvent, originalStart: occurrence.recurrenceID, to: calendar)
    else { return nil }
    return self.occurrence(occurrence, transferredAs: id)
  }

  /// Returns an occurrence in the calendar to which its event has been moved.
  func occurrence(_ occurrence: Occurrence, transferredAs id: EventID) -> Occurrence? {
    guard let movedEvent = index.event(id) else { return nil }
    guard movedEvent.isRepeating else { return Occurrence(event: movedEvent, zone: displayZone) }
    return Occurrence(
      event: movedEvent, times: occurrence.times, recurrenceID: occurrence.recurrenceID, zone: displayZone)
  }

  private func transfer(
    _ event: CalendarEvent, originalStart: EventTime?, to calendar: CalendarID
  ) -> EventID? {
    guard let edit = transferEdit(of: event, originalStart: originalStart, to: calendar) else { return nil }
    guard !isTaken(edit.resultingID, isRepeating: event.isRepeating) else {
      showRefusal(.transferFailed(.refused(.exists)))
      return nil
    }
    return apply(edit).changes.isEmpty ? nil : edit.resultingID
  }

  /// Returns the edit that moves an event, or its whole series, to another calendar; nil if that calendar cannot be
  /// written to.
  ///
  /// - Parameter originalStart: the original start of the occurrence that undo reveals; nil for none.
  func transferEdit(
    of event: CalendarEvent, originalStart: EventTime?, to calendar: CalendarID
  ) -> EventEdit? {
    guard let draft = newEvent(at: event.times, in: calendar) else { return nil }
    let uid = event.id.uid.isEmpty ? draft.id.uid : event.id.uid
    let newID = EventID(
      calendar: draft.id.calendar, file: draft.id.file, uid: uid, recurrenceID: event.id.recurrenceID,
      duplicate: event.isRepeating ? event.id.duplicate : 0)
    return EventEdit(
      target: event.id, originalStart: event.isRepeating ? originalStart : nil,
      scope: event.isRepeating ? .all : .thisOccurrence,
      change: .transfer(to: newID, calendarColor: draft.calendarColor))
  }

  /// Returns whether a calendar already has an event with the identifier that a moved event would get.
  /// Without this check, changes would be applied to that other event until the store refused the transfer.
  func isTaken(_ id: EventID, isRepeating: Bool) -> Bool {
    isRepeating ? index.calendars(withUID: id.uid).contains(id.calendar) : index.event(id) != nil
  }
}

extension CalendarInfo {
  /// The calendar as an option in a list.
  package var option: CalendarOption { CalendarOption(id: id, name: name, color: color) }
}
