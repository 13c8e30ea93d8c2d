import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

// Copies events from the open calendars, and imports events into them.
extension CalendarSession {
  /// Returns an occurrence, or a part of its series, as a complete iCalendar object; nil if the occurrence no
  /// longer exists.
  ///
  /// - Parameter scope: the part of the series to return.
  package func copy(
    of occurrence: Occurrence, scope: EventEdit.Scope = .thisOccurrence
  ) async -> [UInt8]? {
    await store.copy(of: occurrence, scope: scope)
  }

  /// Returns the bytes of a dropped file.
  package func contents(of path: String) async -> Result<[UInt8], StoreError> {
    do throws(StoreError) {
      return .success(try await store.contents(ofFile: path, limit: EventImport.Limits.standard.bytes))
    } catch {
      return .failure(error)
    }
  }

  /// Returns an imported or pasted event as it would be added at a target. If the target is a day, the event
  /// keeps its own time of day. If it is a time, an all-day event remains an all-day event.
  ///
  /// - Parameters:
  ///   - target: the day or time to which to move the event, or nil to keep its own times.
  ///   - isCopy: whether to give the event a new UID even if no other event has its UID.
  ///   - sourceCalendar: the calendar from which the event was copied. The event is added to this calendar if it is
  ///     open and writable, and otherwise to the default calendar.
  /// - Returns: the event, or nil if no calendar accepts it.
  package func eventForPasting(
    _ event: CalendarEvent, at target: PasteTarget? = nil, isCopy: Bool = false,
    from sourceCalendar: CalendarID? = nil
  ) -> CalendarEvent? {
    var times = event.times
    switch target {
    case .day(let day): times = times.moved(toDay: day, in: displayZone)
    case .time(let time):
      times = times.moved(toStart: times.isAllDay ? WallTime(time.day) : time, in: displayZone)
    case nil: break
    }
    guard let draft = sourceCalendar.flatMap({ newEvent(at: times, in: $0) }) ?? newEvent(at: times) else {
      return nil
    }
    var pasted = event
    pasted.times = times
    pasted.calendarColor = draft.calendarColor
    let needsNewUID = isCopy || event.id.uid.isEmpty || uids.contains(event.id.uid)
    pasted.id =
      needsNewUID
      ? draft.id : EventID(calendar: draft.id.calendar, file: draft.id.file, uid: event.id.uid)
    return pasted
  }

  /// Returns the new events of several files, as they would be added to a calendar, and the number of events
  /// that already exist.
  package func newEvents(
    in preview: EventsToPreview, for calendar: CalendarID?
  ) -> (files: [(name: String?, events: [CalendarEvent])], existingCount: Int) {
    let files = preview.files.map { (name: $0.name, new: newEvents(in: $0.contents, for: calendar)) }
    let nonempty = files.filter { !$0.new.events.isEmpty }.map { (name: $0.name, events: $0.new.events) }
    return (nonempty, files.reduce(0) { $0 + $1.new.existingCount })
  }

  /// Returns the new events of an import, as they would be added to a calendar, and the number of events that
  /// already exist. Events are identified by UID.
  package func newEvents(in imported: EventImport, for calendar: CalendarID?) -> (
    events: [CalendarEvent], existingCount: Int
  ) {
    let existingUIDs = uids
    let addedEvents = imported.events.filter { !existingUIDs.contains($0.id.uid) }
    var newIDs: [ByteString: EventID] = [:]
    let events = addedEvents.compactMap { event -> CalendarEvent? in
      let uid = event.id.uid
      guard let newID = newIDs[uid] ?? newEvent(at: event.times, in: calendar)?.id else { return nil }
      if !uid.isEmpty { newIDs[uid] = newID }
      var event = event
      event.id = EventID(
        calendar: newID.calendar, file: newID.file, uid: uid.isEmpty ? newID.uid : uid,
        recurrenceID: event.id.recurrenceID)
      event.calendarColor = calendars.first { $0.id == newID.calendar }?.color
      return event
    }
    return (events, imported.events.count - addedEvents.count)
  }

  /// Returns whether these events are one series that can be pasted without a preview, because the series was
  /// copied or cut in this session, or because an open calendar already contains its UID.
  ///
  /// - Parameter sourceCalendar: the calendar from which the series was copied; see `sourceCalendar(of:)`.
  package func isKnownSeries(_ events: [CalendarEvent], from sourceCalendar: CalendarID?) -> Bool {
    guard let first = events.first, first.series != nil, events.allSatisfy({ $0.id.uid == first.id.uid })
    else {
      return false
    }
    return sourceCalendar != nil || uids.contains(first.id.uid)
  }

  /// Returns the events of a series as they would be added. The series keeps its UID unless an open calendar already
  /// has that UID.
  ///
  /// - Parameters:
  ///   - isCopy: whether to give the series a new UID even if no open calendar has its UID.
  ///   - sourceCalendar: the calendar from which the series was copied; see `eventForPasting`.
  /// - Returns: the events; empty if no calendar accepts them.
  package func seriesForPasting(
    _ events: [CalendarEvent], isCopy: Bool = false, from sourceCalendar: CalendarID?
  ) -> [CalendarEvent] {
    guard let first = events.first,
      let draft = sourceCalendar.flatMap({ newEvent(at: first.times, in: $0) }) ?? newEvent(at: first.times)
    else { return [] }
    let needsNewUID = isCopy || first.id.uid.isEmpty || uids.contains(first.id.uid)
    return events.map { event in
      var event = event
      event.calendarColor = draft.calendarColor
      event.id = EventID(
        calendar: draft.id.calendar, file: draft.id.file, uid: needsNewUID ? draft.id.uid : first.id.uid,
        recurrenceID: event.id.recurrenceID)
      return event
    }
  }

  private var uids: Set<ByteString> { Set(index.events.map(\.id.uid)) }

  /// Returns the calendar from which a clipboard object was copied, or nil if it is not the last object
  /// copied in this session.
  package func sourceCalendar(of object: [UInt8]) -> CalendarID? {
    lastCopied?.object == object ? lastCopied?.calendar : nil
  }

  /// Adds a copy of an event. The notice names the event's calendar, unless that is the original one or, if
  /// the original one is unknown, the only one. The default calendar for new events does not change, because
  /// the user did not choose this calendar.
  ///
  /// - Returns: the occurrence for the window to show.
  package func addCopy(_ event: CalendarEvent, from sourceCalendar: CalendarID?) -> Occurrence? {
    let isExpectedCalendar = sourceCalendar.map { $0 == event.id.calendar } ?? (calendars.count < 2)
    let calendar = isExpectedCalendar ? nil : calendars.first { $0.id == event.id.calendar }
    return add([event], isCalendarChosen: false, naming: calendar?.name)
  }

  /// Adds events as one undo step.
  ///
  /// - Parameters:
  ///   - isCalendarChosen: whether the user chose the events' calendar, which then becomes the default for new
  ///     events.
  ///   - calendar: the calendar's name, if the notice should mention it.
  /// - Returns: the first event, for the window to show; nil if none was added.
  @discardableResult
  package func add(_ events: [CalendarEvent], isCalendarChosen: Bool = true, naming calendar: String? = nil)
    -> Occurrence?
  {
    let made = make(events.map { GroupEdit.CountedEdit(.add($0)) }, isGroup: false, in: ApplyContext())
    guard let firstPart = made.parts.first, let first = events.first else { return nil }
    if isCalendarChosen { choices.recordUse(of: first.id.calendar, by: firstPart.id) }
    let occurrence = shownOccurrence(of: first, after: nil)
    let t = phrases.translator
    let text =
      Set(events.map(\.id.uid)).count == 1
      ? calendar.map { phrases.additionMessage(first, to: $0) }
        ?? phrases.toast(.add(first), from: occurrence, to: occurrence)
      : phrases.additionMessage(count: events.count)
    var notice = Notice(text: text, canUndo: true)
    for calendar in made.unhiddenCalendars { notice.add(shownAgainText(calendar), t) }
    people.post(notice)
    _ = report(made)
    return occurrence
  }
}
