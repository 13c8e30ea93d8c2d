import CalendarModel

/// The reminders that are due in a period, ordered by time. The next one is found at once, and a change of an event costs no
/// more than its own reminders.
///
/// It keeps neither events nor texts, so whoever changes it passes the events that are concerned.
package struct ReminderQueue: Sendable {
  /// The period whose reminders are known.
  package private(set) var period: Range<Instant>
  /// The reminders in ringing order.
  package private(set) var reminders: [Reminder] = []
  package private(set) var finder: ReminderFinder
  /// When the reminders of a group are due, to find them in `reminders`.
  private var dueTimes: [EventID: [Instant]] = [:]

  /// Creates the queue of all reminders in a period.
  package init(of events: some Sequence<SharedEvent>, in period: Range<Instant>, finder: ReminderFinder) {
    (self.period, self.finder) = (period, finder)
    insert(events, in: period)
  }

  /// The reminder that rings next; nil if there is none in the period.
  package var first: Reminder? { reminders.first }

  /// Replaces the reminders of the events of a group.
  ///
  /// - Parameters:
  ///   - group: their `EventID.reminderGroup`.
  ///   - events: all events of the group; empty if it no longer has any.
  package mutating func replace(_ group: EventID, with events: [SharedEvent]) {
    remove(group)
    insert(events, in: period)
  }

  /// Adds the reminders of a calendar, or of several.
  ///
  /// - Parameter lower: the beginning of their period, which may have passed; nil for that of all others.
  package mutating func add(_ events: some Sequence<SharedEvent>, from lower: Instant? = nil) {
    insert(events, in: min(lower ?? period.lowerBound, period.upperBound)..<period.upperBound)
  }

  /// Removes the reminders of a calendar.
  package mutating func remove(_ calendar: CalendarID) {
    reminders.removeAll { $0.event.calendar == calendar }
    dueTimes = dueTimes.filter { $0.key.calendar != calendar }
  }

  /// Removes the reminders of a calendar that are due at or after a moment.
  package mutating func remove(_ calendar: CalendarID, from moment: Instant) {
    let groups = Set(reminders.map(\.event.reminderGroup).filter { $0.calendar == calendar })
    reminders.removeAll { $0.due >= moment && $0.event.calendar == calendar }
    for group in groups {
      dueTimes[group]?.removeAll { $0 >= moment }
      if dueTimes[group]?.isEmpty ?? false { dueTimes[group] = nil }
    }
  }

  /// Changes the display zone. Only the reminders of dates and floating times change with it.
  package mutating func setZone(_ zone: Zone, events: some Sequence<SharedEvent>) {
    finder.zone = zone
    let events = Array(events)
    var groups: Set<EventID> = []
    for event in events where event.event.times.dependOnZone { groups.insert(event.event.id.reminderGroup) }
    for group in groups { remove(group) }
    insert(events.filter { groups.contains($0.event.id.reminderGroup) }, in: period)
  }

  /// Adds the reminders up to a later moment.
  ///
  /// - Parameter events: all events.
  package mutating func extend(to upper: Instant, events: some Sequence<SharedEvent>) {
    guard upper > period.upperBound else { return }
    insert(events, in: period.upperBound..<upper)
    period = period.lowerBound..<upper
  }

  /// Removes the reminders that are due at or before a moment, and returns them in ringing order.
  package mutating func removeDue(at moment: Instant) -> [Reminder] {
    let count = firstIndex(dueAtOrAfter: moment.adding(seconds: 1))
    let due = Array(reminders.prefix(count))
    reminders.removeFirst(count)
    for reminder in due {
      let group = reminder.event.reminderGroup
      dueTimes[group]?.removeAll { $0 <= moment }
      if dueTimes[group]?.isEmpty ?? false { dueTimes[group] = nil }
    }
    let lower = max(period.lowerBound, min(moment.adding(seconds: 1), period.upperBound))
    period = lower..<period.upperBound
    return due
  }

  private mutating func insert(_ events: some Sequence<SharedEvent>, in period: Range<Instant>) {
    var pools: [CalendarID: ReminderPool] = [:]
    let length = period.upperBound.seconds(since: period.lowerBound)
    var groups: [EventID: [SharedEvent]] = [:]
    var found: [Reminder] = []
    func find(_ events: [SharedEvent], _ calendar: CalendarID) {
      found += finder.reminders(
        of: events, in: period, pool: &pools[calendar, default: ReminderPool(seconds: length)])
    }
    for event in events {
      // Only the events of a series have to be seen together.
      if event.event.series != nil {
        groups[event.event.id.reminderGroup, default: []].append(event)
      } else if !event.event.alarms.isEmpty || !event.event.alarmNotes.isEmpty {
        find([event], event.event.id.calendar)
      }
    }
    for (group, events) in groups { find(events, group.calendar) }
    insert(found)
  }

  private mutating func insert(_ found: [Reminder]) {
    for reminder in found { dueTimes[reminder.event.reminderGroup, default: []].append(reminder.due) }
    if found.count > 32 {
      reminders = (reminders + found).sorted(by: Reminder.inRingingOrder)
      return
    }
    for reminder in found {
      var index = firstIndex(dueAtOrAfter: reminder.due)
      while index < reminders.count, Reminder.inRingingOrder(reminders[index], reminder) { index += 1 }
      reminders.insert(reminder, at: index)
    }
  }

  private mutating func remove(_ group: EventID) {
    for due in dueTimes.removeValue(forKey: group) ?? [] {
      var index = firstIndex(dueAtOrAfter: due)
      while index < reminders.count, reminders[index].due == due {
        if reminders[index].event.reminderGroup == group {
          reminders.remove(at: index)
          break
        }
        index += 1
      }
    }
  }

  private func firstIndex(dueAtOrAfter moment: Instant) -> Int {
    var (low, high) = (0, reminders.count)
    while low < high {
      let middle = (low + high) / 2
      if reminders[middle].due < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension EventTimes {
  /// Whether the moments that these times denote depend on the display zone.
  fileprivate var dependOnZone: Bool {
    if start.dependsOnZone { return true }
    if case .time(let end) = end { return end.dependsOnZone }
    return false
  }
}

extension EventTime {
  fileprivate var dependsOnZone: Bool {
    switch self {
    case .date, .floating: true
    case .utc, .zoned: false
    }
  }
}
