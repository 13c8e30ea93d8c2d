import CalendarModel

/// What has to be known about reminders after a restart: what has rung, and what is to ring again.
///
/// It is saved before a notification is sent, so that a program that is killed at any point does not ring twice.
package struct ReminderRecord: Hashable, Sendable {
  /// A reminder that has rung.
  package struct Rung: Hashable, Sendable {
    package let id: ReminderID
    package let due: Instant

    package init(id: ReminderID, due: Instant) { (self.id, self.due) = (id, due) }
  }

  /// A reminder that is to ring again.
  package struct Snoozed: Hashable, Sendable {
    package let reminder: Reminder
    package let until: Instant

    package init(reminder: Reminder, until: Instant) { (self.reminder, self.until) = (reminder, until) }
  }

  /// The moment up to which everything has rung.
  package private(set) var checked: Instant
  /// The reminders that have rung lately, in that order. They are needed if a clock is set back, or if the user travels
  /// west, so that a wall time comes again.
  package private(set) var rung: [Rung]
  package private(set) var snoozed: [Snoozed]
  /// The calendars that have rung, each with the moment up to which its reminders have rung; nil for `checked`. The moment
  /// is earlier if the calendar could not be read since then.
  package private(set) var calendars: [CalendarID: Instant?]
  private var rungIDs: Set<ReminderID>

  /// The limits keep the record small, whatever a calendar contains.
  static let maximumCount = 2_000
  /// The maximum length of the record as text, in bytes. UIDs are as long as a file likes.
  package static let maximumLength = 1 << 20
  static let keptFor = 8 * WallTime.secondsPerDay

  /// Creates the record of someone who has never rung anything: what was due before is not rung.
  package init(
    checked: Instant, rung: [Rung] = [], snoozed: [Snoozed] = [], calendars: [CalendarID: Instant?] = [:]
  ) {
    (self.checked, self.rung, self.snoozed, self.calendars) = (checked, rung, snoozed, calendars)
    rungIDs = Set(rung.map(\.id))
  }

  func hasRung(_ id: ReminderID) -> Bool { rungIDs.contains(id) }

  mutating func ring(_ reminders: [Reminder], at now: Instant) {
    checked = now
    for reminder in reminders where rungIDs.insert(reminder.id).inserted {
      rung.append(Rung(id: reminder.id, due: reminder.due))
    }
    let earliest = now.adding(seconds: -Self.keptFor)
    guard rung.count > Self.maximumCount || rung.contains(where: { $0.due < earliest }) else { return }
    rung = Array(rung.filter { $0.due >= earliest }.suffix(Self.maximumCount))
    rungIDs = Set(rung.map(\.id))
  }

  /// The clock was set back: what comes now has not been checked.
  mutating func setBack(to now: Instant) {
    checked = now
    calendars = calendars.mapValues { $0.flatMap { $0 < now ? $0 : nil } }
  }

  /// Notes that a calendar can be read again, or for the first time.
  ///
  /// - Returns: the moment up to which its reminders have rung. A calendar that is new has none from before.
  mutating func resume(_ calendar: CalendarID, at now: Instant) -> Instant {
    let rungUntil = calendars[calendar].map { $0 ?? checked } ?? now
    if calendars[calendar] != nil || calendars.count < Self.maximumCount { calendars[calendar] = .some(nil) }
    return rungUntil
  }

  /// Notes which calendars can be read: what the others have to ring from now on is missed.
  mutating func suspend(allBut readable: Set<CalendarID>) {
    for (calendar, rungUntil) in calendars where rungUntil == nil && !readable.contains(calendar) {
      calendars[calendar] = .some(checked)
    }
  }

  /// Forgets a calendar that no longer rings.
  mutating func forget(_ calendar: CalendarID) {
    calendars[calendar] = nil
    snoozed.removeAll { $0.reminder.event.calendar == calendar }
  }

  mutating func snooze(_ reminder: Reminder, until: Instant) {
    snoozed.removeAll { $0.reminder.id == reminder.id }
    snoozed.append(Snoozed(reminder: reminder, until: until))
    snoozed = Array(snoozed.suffix(Self.maximumCount))
  }

  mutating func removeSnoozed(dueAt now: Instant) -> [Snoozed] {
    let due = snoozed.filter { $0.until <= now }
    if !due.isEmpty { snoozed.removeAll { $0.until <= now } }
    return due
  }

  /// Replaces the snoozed reminders of a group; `change` returns nil for one that is not to ring again.
  mutating func changeSnoozed(of group: EventID, _ change: (Snoozed) -> Reminder?) {
    guard snoozed.contains(where: { $0.reminder.event.reminderGroup == group }) else { return }
    snoozed = snoozed.compactMap { entry in
      guard entry.reminder.event.reminderGroup == group else { return entry }
      return change(entry).map { Snoozed(reminder: $0, until: entry.until) }
    }
  }
}
