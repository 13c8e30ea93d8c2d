import CalendarModel

/// Names an occurrence, for another program that asks to show it.
package struct OccurrenceReference: Hashable, Sendable {
  /// The key of the calendar: the path of a file or folder.
  package var calendar: CalendarID
  package var uid: String
  /// The original start in the series, as RECURRENCE-ID has it (RFC 5545 3.8.4.4): a date, a local time, or a time in UTC
  /// for an event that has a time zone. Empty for an event that does not repeat.
  package var recurrenceID: String

  package init(calendar: CalendarID, uid: String, recurrenceID: String = "") {
    (self.calendar, self.uid, self.recurrenceID) = (calendar, uid, recurrenceID)
  }

  /// The original start; nil if there is none, or none that can be read. A date is its midnight.
  fileprivate var original: (wall: WallTime, isUTC: Bool)? {
    let isUTC = recurrenceID.hasSuffix("Z")
    let text = isUTC ? recurrenceID.dropLast() : recurrenceID[...]
    guard text.utf8.allSatisfy({ $0 < 0x80 }), text.count == 8 || text.count == 15 else { return nil }
    func part(_ start: Int, _ length: Int) -> Substring { text.dropFirst(start).prefix(length) }
    let date = "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))"
    let time = text.count == 8 ? "T00:00" : "\(part(8, 1))\(part(9, 2)):\(part(11, 2)):\(part(13, 2))"
    return WallTime(date + time).map { ($0, isUTC) }
  }
}

extension CalendarSession {
  /// Returns an occurrence as it is now, also if it was moved far away; nil if it is gone, or its calendar is not open.
  package func occurrence(_ reference: OccurrenceReference) -> Occurrence? {
    let events = index.events.filter {
      $0.id.calendar == reference.calendar && $0.id.uid == ByteString(reference.uid)
    }
    guard let (wall, isUTC) = reference.original else {
      let event = events.first { if case .master = $0.series { false } else { $0.id.recurrenceID == nil } }
      return event.map { Occurrence(event: $0, zone: displayZone) }
    }
    func isMeant(_ original: EventTime) -> Bool {
      switch original {
      case .date, .floating: !isUTC && original.wall == wall
      case .utc, .zoned:
        isUTC && original.time(in: .utc).instant == EventTime.utc(wall).time(in: .utc).instant
      }
    }
    for event in events {
      if case .changed(let original, _) = event.series, isMeant(original) {
        return Occurrence(event: event, times: event.times, recurrenceID: original, zone: displayZone)
      }
    }
    let day = wall.day
    return index.occurrences(in: day.adding(days: -2)..<day.adding(days: 3)).first {
      $0.event.id.calendar == reference.calendar && $0.event.id.uid == ByteString(reference.uid)
        && $0.recurrenceID.map(isMeant) == true
    }
  }
}
