import CalendarModel

/// Finds the reminders that are due in a period.
package struct ReminderFinder: Sendable {
  /// The display zone, in which dates and floating times are interpreted.
  package var zone: Zone
  package var settings: ReminderSettings

  package init(zone: Zone, settings: ReminderSettings = ReminderSettings()) {
    (self.zone, self.settings) = (zone, settings)
  }

  /// Returns the reminders of the events of a group that are due in a period, in ringing order.
  ///
  /// - Parameters:
  ///   - events: all events with the same `EventID.reminderGroup`.
  ///   - pool: limits the cost of the calendar's series.
  package func reminders(of events: [SharedEvent], in period: Range<Instant>, pool: inout ReminderPool)
    -> [Reminder]
  {
    var found: [Reminder] = []
    let series = events.contains { $0.event.series != nil } ? Series.all(of: events, in: zone) : []
    for event in events {
      if case .master = event.event.series { continue }
      addReminders(ofSingle: event.event, series: series, in: period, pool: &pool, to: &found)
    }
    for series in series { addReminders(of: series, in: period, pool: &pool, to: &found) }
    guard found.count > 1 else { return found }
    var ids: Set<ReminderID> = []
    return found.sorted(by: Reminder.inRingingOrder).filter { ids.insert($0.id).inserted }
  }

  /// Returns the start, the end and the event of an occurrence now; nil if it was deleted or canceled.
  ///
  /// - Parameter events: all events with the same `EventID.reminderGroup`.
  package func occurrence(_ key: OccurrenceKey, of events: [SharedEvent]) -> (
    start: Instant, end: Instant, event: EventID
  )? {
    let events = events.filter { $0.event.id.duplicate == key.duplicate || $0.event.id.recurrenceID != nil }
    func result(_ times: EventTimes, _ event: CalendarEvent) -> (
      start: Instant, end: Instant, event: EventID
    )? {
      guard event.status != .canceled else { return nil }
      let (start, end) = times.resolved(in: zone)
      return (start.instant, end.instant, event.id)
    }
    for event in events {
      if case .changed(let original, _) = event.event.series, ReminderMoment(original) == key.originalStart {
        return result(event.event.times, event.event)
      }
    }
    guard
      let master = events.first(where: { if case .changed = $0.event.series { false } else { true } })?.event
    else { return nil }
    guard case .master(let recurrence) = master.series, let originalStart = key.originalStart else {
      return result(master.times, master)
    }
    let wall =
      switch originalStart {
      case .wall(let wall): wall
      case .instant(let instant):
        EventTime.utc(WallTime(seconds: instant.seconds)).wall(inFormOf: recurrence.start)
      }
    guard recurrence.contains(wall),
      let series = Series.all(of: events, in: zone).first,
      let (times, template) = series.instance(originallyAt: wall)
    else { return nil }
    return result(times, template)
  }

  // MARK: Single events

  private func addReminders(
    ofSingle event: CalendarEvent, series: [Series], in period: Range<Instant>,
    pool: inout ReminderPool, to found: inout [Reminder]
  ) {
    guard event.status != .canceled, !(event.alarms.isEmpty && event.alarmNotes.isEmpty && series.isEmpty)
    else {
      return
    }
    var alarms = EventAlarms(event)
    var originalStart: EventTime?
    if case .changed(let original, _) = event.series {
      originalStart = original
      if let master = series.first?.master { alarms.addNotes(ofSeries: master.alarmNotes) }
    }
    let occurrence = occurrence(of: event, times: event.times, originalStart: originalStart)
    for alarm in alarms.alarms { add(alarm, alarms, of: occurrence, in: period, pool: &pool, to: &found) }
    let original = originalStart?.time(in: zone).instant
    for snooze in alarms.snoozes where snooze.originalStart == original {
      addSnooze(snooze.until, alarms, of: occurrence, in: period, pool: &pool, to: &found)
    }
  }

  private func occurrence(of event: CalendarEvent, times: EventTimes, originalStart: EventTime?) -> Found {
    let (start, end) = times.resolved(in: zone)
    return Found(
      key: OccurrenceKey(event.id, originalStart: originalStart), event: event.id,
      times: AlarmTimes(
        times: times, start: start.instant, end: end.instant, zone: zone, settings: settings))
  }

  /// An occurrence, for which reminders are added.
  private struct Found {
    let key: OccurrenceKey
    let event: EventID
    let times: AlarmTimes

    func reminder(_ due: AlarmTimes.Due) -> Reminder {
      Reminder(
        id: ReminderID(occurrence: key, due: due.moment), due: due.instant, start: times.start,
        end: times.end,
        isAllDay: times.times.isAllDay, event: event)
    }
  }

  private func add(
    _ alarm: EventAlarms.Alarm, _ alarms: EventAlarms, of occurrence: Found, in period: Range<Instant>,
    pool: inout ReminderPool, to found: inout [Reminder]
  ) {
    let due = occurrence.times.due(alarm.trigger)
    for distance in [0] + alarm.repetitions {
      let instant = due.instant.adding(seconds: distance)
      guard period.contains(instant), !alarms.isAcknowledged(alarm, dueAt: instant) else { continue }
      guard pool.remainingReminders > 0 else { return }
      pool.remainingReminders -= 1
      found.append(
        occurrence.reminder(AlarmTimes.Due(instant: instant, moment: due.moment.adding(seconds: distance))))
    }
  }

  private func addSnooze(
    _ until: Instant, _ alarms: EventAlarms, of occurrence: Found, in period: Range<Instant>,
    pool: inout ReminderPool, to found: inout [Reminder]
  ) {
    guard period.contains(until), alarms.allAcknowledged.map({ until > $0 }) ?? true,
      pool.remainingReminders > 0
    else { return }
    pool.remainingReminders -= 1
    found.append(occurrence.reminder(AlarmTimes.Due(instant: until, moment: .instant(until))))
  }

  // MARK: Series

  private func addReminders(
    of series: Series, in period: Range<Instant>, pool: inout ReminderPool, to found: inout [Reminder]
  ) {
    let master = series.master
    var absolute: [Reminder] = []
    for (index, template) in series.templateEvents.enumerated() {
      let event = template.event
      guard event.status != .canceled, !event.alarms.isEmpty else { continue }
      var alarms = EventAlarms(event)
      if index > 0 { alarms.addNotes(ofSeries: master.alarmNotes) }
      for alarm in alarms.alarms where pool.remainingReminders > 0 {
        if case .at = alarm.trigger {
          // It goes off once, not once for each occurrence, and those of a changed occurrence are its own.
          if index == 0 { addAbsolute(alarm, alarms, of: series, in: period, pool: &pool, to: &absolute) }
          continue
        }
        for instance in instances(of: series, template: index, with: alarm, in: period, pool: &pool) {
          guard pool.remainingReminders > 0 else { break }
          let occurrence = self.occurrence(instance, of: series, as: template)
          add(alarm, alarms, of: occurrence, in: period, pool: &pool, to: &found)
        }
      }
    }
    // A changed occurrence may have a copy of an alarm of the series, which has been added already.
    let dueTimes = absolute.isEmpty ? [] : Set(found.map(\.due))
    found += absolute.filter { !dueTimes.contains($0.due) }
    addSnoozes(of: series, in: period, pool: &pool, to: &found)
  }

  private func occurrence(_ instance: Series.Instance, of series: Series, as template: SharedEvent) -> Found {
    let occurrence = series.occurrence(of: instance, as: template)
    return Found(
      key: OccurrenceKey(series.master.id, originalStart: occurrence.recurrenceID), event: template.event.id,
      times: AlarmTimes(
        times: occurrence.times, start: instance.start, end: instance.end, zone: zone, settings: settings))
  }

  /// Returns the instances whose alarm may go off in a period.
  private func instances(
    of series: Series, template: Int, with alarm: EventAlarms.Alarm, in period: Range<Instant>,
    pool: inout ReminderPool
  ) -> [Series.Instance] {
    guard case .offset(let offset, let edge) = alarm.trigger else { return [] }
    let distance = offset.days * WallTime.secondsPerDay + offset.seconds
    // A nominal day differs from 24 hours if the clocks change, and a reminder at midnight rings later on the same day.
    let margin = 2 * WallTime.secondsPerDay
    let length = edge == .end ? series.maximumDuration : 0
    let repeatLength = alarm.repetitions.max() ?? 0
    let lower = period.lowerBound.adding(seconds: -distance - length - repeatLength - margin)
    let upper = period.upperBound.adding(seconds: margin - distance)
    let seconds = upper.seconds(since: lower)
    let result = series.instances(startingIn: lower..<upper, budget: pool.expansion.budget(seconds: seconds))
    pool.expansion.spendSteps(of: result)
    pool.expansion.spendInstances(result.instances.count, seconds: seconds)
    return result.instances.filter { $0.templateIndex == template }
  }

  private func addAbsolute(
    _ alarm: EventAlarms.Alarm, _ alarms: EventAlarms, of series: Series, in period: Range<Instant>,
    pool: inout ReminderPool, to found: inout [Reminder]
  ) {
    guard case .at(let instant) = alarm.trigger,
      instant < period.upperBound,
      instant.adding(seconds: alarm.repetitions.max() ?? 0) >= period.lowerBound
    else { return }
    let nearest = series.nearestInstances(to: instant, pool: &pool.nearestInstances).compactMap { $0 }.min {
      abs($0.start.seconds(since: instant)) < abs($1.start.seconds(since: instant))
    }
    guard let nearest else { return }
    let occurrence = occurrence(nearest, of: series, as: series.templateEvents[nearest.templateIndex])
    // The alarm belongs to the series, whichever occurrence is the nearest.
    let wholeSeries = OccurrenceKey(series.master.id, originalStart: nil)
    add(
      alarm, alarms, of: Found(key: wholeSeries, event: occurrence.event, times: occurrence.times),
      in: period, pool: &pool, to: &found)
  }

  private func addSnoozes(
    of series: Series, in period: Range<Instant>, pool: inout ReminderPool, to found: inout [Reminder]
  ) {
    let master = series.master
    guard !master.alarmNotes.isEmpty, master.status != .canceled,
      case .master(let recurrence) = master.series
    else { return }
    let alarms = EventAlarms(master)
    for snooze in alarms.snoozes {
      guard let original = snooze.originalStart, period.contains(snooze.until) else { continue }
      // Only unchanged occurrences: changed ones have their own events.
      let day = WallTime.secondsPerDay
      let result = series.instances(
        startingIn: original.adding(seconds: -day)..<original.adding(seconds: day),
        budget: pool.expansion.budget(seconds: 2 * day))
      pool.expansion.spendSteps(of: result)
      let instance = result.instances.first { instance in
        recurrence.start.with(wall: instance.originalStart).time(in: zone).instant == original
      }
      guard let instance else { continue }
      let occurrence = occurrence(
        instance, of: series, as: series.templateEvents[instance.templateIndex])
      addSnooze(snooze.until, alarms, of: occurrence, in: period, pool: &pool, to: &found)
    }
  }
}
