import CalendarModel

/// Decides what rings when: the reminders of the next days, and those that are to ring again.
///
/// The owner calls `ring(at:)` at `nextMoment` and whenever the clock may have changed, saves `record`, and only then shows
/// what is to ring.
package struct ReminderBell: Sendable {
  package private(set) var record: ReminderRecord
  package private(set) var queue: ReminderQueue
  /// The calendars that were passed to `update` and could be read since.
  private var readable: Set<CalendarID> = []

  /// The reminders of this period are known in advance; they are completed once a day.
  private static let period = 7 * WallTime.secondsPerDay
  private static let completedAfter = WallTime.secondsPerDay
  /// What was missed longer ago does not ring, unless its event has not ended.
  private static let maximumDelay = 7 * WallTime.secondsPerDay
  private static let maximumDelayBeforeEnd = 31 * WallTime.secondsPerDay
  /// Clocks that are set are a little ahead or behind.
  private static let clockTolerance = 60

  /// Creates a bell that has rung what the record says.
  ///
  /// - Parameter events: the events of all calendars that ring, unless they follow one by one (`update`).
  package init(
    record: ReminderRecord, events: some Sequence<SharedEvent>, finder: ReminderFinder, at now: Instant
  ) {
    self.record = record
    if record.checked > now.adding(seconds: Self.clockTolerance) { self.record.setBack(to: now) }
    let lower = max(self.record.checked.adding(seconds: 1), now.adding(seconds: -Self.maximumDelayBeforeEnd))
    let upper = now.adding(seconds: Self.period)
    queue = ReminderQueue(of: events, in: min(lower, upper)..<upper, finder: finder)
  }

  /// When `ring(at:)` or `complete(events:at:)` has to be called next.
  package var nextMoment: Instant {
    let completion = queue.period.upperBound.adding(seconds: Self.completedAfter - Self.period)
    return ([completion, queue.first?.due].compactMap { $0 } + record.snoozed.map(\.until)).min()
      ?? completion
  }

  /// Whether the reminders of the next days have to be completed.
  package func needsEvents(at now: Instant) -> Bool {
    queue.period.upperBound.seconds(since: now) <= Self.period - Self.completedAfter
  }

  /// Whether the clock was set back, so that a new bell must be created, because reminders come again.
  package func isAhead(of now: Instant) -> Bool {
    record.checked > now.adding(seconds: Self.clockTolerance)
  }

  /// Adds the reminders of the days that have come nearer.
  ///
  /// - Parameter events: the events of all calendars that ring.
  package mutating func complete(events: some Sequence<SharedEvent>, at now: Instant) {
    queue.extend(to: now.adding(seconds: Self.period), events: events)
  }

  /// Returns what rings now, and records that it has rung.
  package mutating func ring(at now: Instant) -> [Ring] {
    let snoozed = record.removeSnoozed(dueAt: now)
    let due = queue.removeDue(at: now).filter { !record.hasRung($0.id) && !isTooLate($0, at: now) }
    let again = snoozed.map { entry in
      Reminder(
        id: ReminderID(occurrence: entry.reminder.id.occurrence, due: .instant(entry.until)),
        due: entry.until,
        start: entry.reminder.start, end: entry.reminder.end, isAllDay: entry.reminder.isAllDay,
        event: entry.reminder.event)
    }
    // A reminder that rings again while another one of the same occurrence is due is the same message.
    var occurrences = Set(due.map(\.id.occurrence))
    let reminders = (due + again.filter { occurrences.insert($0.id.occurrence).inserted })
      .sorted(by: Reminder.inRingingOrder)
    if !record.calendars.isEmpty { record.suspend(allBut: readable) }
    record.ring(due + again, at: now)
    return Ring.rings(for: reminders, at: now)
  }

  /// Makes a reminder that has rung ring again, and returns when.
  @discardableResult
  package mutating func snooze(_ reminder: Reminder, _ snooze: Snooze, at now: Instant) -> Instant {
    let moment = snooze.moment(for: reminder, at: now)
    record.snooze(reminder, until: moment)
    return moment
  }

  /// Takes over a change of the events of a group.
  ///
  /// - Parameters:
  ///   - group: their `EventID.reminderGroup`.
  ///   - events: all events of the group; empty if it no longer has any.
  package mutating func replace(_ group: EventID, with events: [SharedEvent], at now: Instant) {
    queue.replace(group, with: events)
    let (finder, reminders) = (queue.finder, queue.reminders)
    record.changeSnoozed(of: group) { entry in
      let old = entry.reminder
      let key = old.id.occurrence
      guard let (start, end, event) = finder.occurrence(key, of: events) else { return nil }
      // The occurrence was moved. If it has reminders at its new time, they replace this one.
      if start != old.start, reminders.contains(where: { $0.id.occurrence == key && $0.due > now }) {
        return nil
      }
      return Reminder(id: old.id, due: old.due, start: start, end: end, isAllDay: old.isAllDay, event: event)
    }
  }

  /// Takes over all events of a calendar that rings from now on, that has changed, or that can be read again.
  ///
  /// What is due by now must have rung (`ring(at:)`), unless no calendar has been read yet. What the calendar had to ring
  /// while it could not be read rings next, and counts as missed.
  package mutating func update(_ calendar: CalendarID, with events: [SharedEvent], at now: Instant) {
    let groups = Set(
      record.snoozed.map(\.reminder.event.reminderGroup).filter { $0.calendar == calendar })
    for group in groups {
      replace(group, with: events.filter { $0.event.id.reminderGroup == group }, at: now)
    }
    queue.remove(calendar)
    guard readable.insert(calendar).inserted else { return queue.add(events) }
    let rungUntil = max(record.resume(calendar, at: now), now.adding(seconds: -Self.maximumDelayBeforeEnd))
    queue.add(events, from: rungUntil.adding(seconds: 1))
  }

  /// Takes over that a calendar cannot be read. What is known about the rest of the day still rings.
  package mutating func lose(_ calendar: CalendarID, at now: Instant) {
    readable.remove(calendar)
    let zone = queue.finder.zone
    let tomorrow = WallTime(zone.time(at: now).wall.day.adding(days: 1))
    queue.remove(calendar, from: zone.time(at: tomorrow).instant)
  }

  /// Removes the reminders of a calendar that no longer rings.
  package mutating func remove(_ calendar: CalendarID) {
    readable.remove(calendar)
    record.forget(calendar)
    queue.remove(calendar)
  }

  /// Adds the reminders of a calendar that rings from now on.
  package mutating func add(_ events: some Sequence<SharedEvent>) { queue.add(events) }

  /// Changes the display zone.
  package mutating func setZone(_ zone: Zone, events: some Sequence<SharedEvent>) {
    queue.setZone(zone, events: events)
  }

  private func isTooLate(_ reminder: Reminder, at now: Instant) -> Bool {
    reminder.due < now.adding(seconds: -Self.maximumDelay) && reminder.end <= now
  }
}
