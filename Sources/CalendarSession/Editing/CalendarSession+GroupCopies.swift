import CalendarDocument
import CalendarModel
import CalendarStore

// Copying and pasting several events.
extension CalendarSession {
  /// Returns several events as one iCalendar object, or nil if one of them no longer exists.
  ///
  /// - Parameter scope: the part of each series to return. If several occurrences of a series are copied,
  ///   that part is returned once.
  package func copy(of occurrences: [Occurrence], scope: EventEdit.Scope) async -> [UInt8]? {
    var objects: [[UInt8]] = []
    var copiedSeries: Set<EventID> = []
    for occurrence in occurrences.sorted(by: Occurrence.inReadingOrder) {
      let isPartOfSeries = occurrence.event.isRepeating && scope != .thisOccurrence
      if isPartOfSeries, !copiedSeries.insert(occurrence.event.id.series).inserted { continue }
      guard let object = await copy(of: occurrence, scope: isPartOfSeries ? scope : .thisOccurrence) else {
        return nil
      }
      objects.append(object)
    }
    var random = SystemRandomNumberGenerator()
    return ICalendarObjects.joined(objects) {
      EventID.random(in: CalendarID(""), hasSeparateObjects: false, using: &random).uid
    }
  }

  /// Returns copied events in the form in which pasting would add them, as a group, to the default calendar for
  /// new events. The earliest one is moved to the target, and the others by the same amount.
  ///
  /// - Returns: the events; empty if no calendar accepts them.
  package func eventsForPasting(_ events: [CalendarEvent], at target: PasteTarget) -> [CalendarEvent] {
    let occurrences = events.map { Occurrence(event: $0, zone: displayZone) }
    guard let first = occurrences.min(by: Occurrence.inReadingOrder) else { return [] }
    let start = first.start.wall
    let move =
      switch target {
      case .day(let day): GroupMove(from: start, to: WallTime(day, secondOfDay: start.secondOfDay))
      case .time(let time): GroupMove(from: start, to: time, keepsTimeOfDay: first.isAllDay)
      }
    var newIDs: [ByteString: EventID] = [:]
    return occurrences.compactMap { occurrence in
      var event = occurrence.event
      // A series keeps its dates, because its rule depends on them.
      let times = event.isRepeating ? event.times : move.times(of: occurrence, in: displayZone) ?? event.times
      guard let draft = newEvent(at: times) else { return nil }
      // The parts of a series share a UID.
      let newID = newIDs[event.id.uid] ?? draft.id
      newIDs[event.id.uid] = newID
      event.times = times
      event.calendarColor = draft.calendarColor
      event.id = EventID(
        calendar: newID.calendar, file: newID.file, uid: newID.uid, recurrenceID: event.id.recurrenceID)
      return event
    }
  }
}

extension EventID {
  /// The identifier of the series that an event with this identifier belongs to.
  fileprivate var series: EventID { EventID(calendar: calendar, file: file, uid: uid) }
}
