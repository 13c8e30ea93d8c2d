import CalendarModel

/// Identifies an occurrence for as long as its event exists: also after its text or time was changed, its file was
/// renamed, or it became a changed occurrence of its series.
package struct OccurrenceKey: Hashable, Sendable {
  package let calendar: CalendarID
  package let uid: ByteString
  /// The file of an event without UID; nil for any other.
  package let file: ByteString?
  /// `EventID.duplicate`.
  package let duplicate: Int
  /// The original start in the series; nil for an event that does not repeat, and for an alarm of a whole series.
  package let originalStart: ReminderMoment?

  package init(
    calendar: CalendarID, uid: ByteString, file: ByteString? = nil, duplicate: Int = 0,
    originalStart: ReminderMoment? = nil
  ) {
    (self.calendar, self.uid, self.file) = (calendar, uid, file)
    (self.duplicate, self.originalStart) = (duplicate, originalStart)
  }

  init(_ event: EventID, originalStart: EventTime?) {
    self.init(
      calendar: event.calendar, uid: event.uid, file: event.uid.isEmpty ? event.file : nil,
      duplicate: event.duplicate, originalStart: originalStart.map { ReminderMoment($0) })
  }
}

/// A moment in a form that stays the same when the display zone changes, if what it names stays the same.
package enum ReminderMoment: Hashable, Sendable {
  /// The same moment everywhere.
  case instant(Instant)
  /// The moment at which the clocks show this time, wherever the user is.
  case wall(WallTime)

  init(_ time: EventTime) {
    switch time {
    case .date, .floating: self = .wall(time.wall)
    case .utc, .zoned: self = .instant(time.time(in: .utc).instant)
    }
  }

  func adding(seconds: Int) -> ReminderMoment {
    switch self {
    case .instant(let instant): .instant(instant.adding(seconds: seconds))
    case .wall(let wall): .wall(wall.adding(seconds: seconds))
    }
  }
}

/// Identifies a ring: the occurrence, and when it rings. Several alarms of an occurrence that go off at the same moment are one
/// ring, so the alarm is not part of its identity.
package struct ReminderID: Hashable, Sendable {
  package let occurrence: OccurrenceKey
  package let due: ReminderMoment

  package init(occurrence: OccurrenceKey, due: ReminderMoment) {
    (self.occurrence, self.due) = (occurrence, due)
  }
}

extension EventID {
  /// Identifies the events whose reminders depend on each other: those of a series, or a single event.
  package var reminderGroup: EventID { uid.isEmpty ? self : ofSeries }
}
