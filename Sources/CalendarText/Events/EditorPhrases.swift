import CalendarModel

/// The text of the editor other than field labels. The details, the preferences and commands use some of it too.
extension Phrases {
  /// Returns the accessible name of a field together with its value: "First Day of Week: Monday".
  package func nameAndValue(_ name: String, _ value: String) -> String {
    translator.trc("name and value", "{name}: {value}", ["name": name, "value": value])
  }

  /// The message at the field for the end of an event if the end would be before the start.
  package var endBeforeStart: String { translator.tr("The end is before the start.") }

  /// Returns the accessible name of the editor: "Edit “Standup”".
  package func editorName(_ event: CalendarEvent) -> String {
    translator.tr("Edit “{title}”", ["title": title(event)])
  }

  /// Returns the note that the file gives an event another time than the time zone database; nil if it does not.
  package func zoneDifference(_ times: EventTimes, in displayZone: Zone) -> String? {
    guard case .zoned(let wall, let zone) = times.start, let other = zone.differingTime(at: wall) else {
      return nil
    }
    let start = displayZone.time(at: other.instant).wall
    return translator.tr(
      "The calendar file defines “{zone}” differently. By its definition, the event would start on {date} at {time}.",
      ["zone": zone.identifier, "date": shortDate(start.day), "time": time(start)])
  }

  /// Returns the time of a reminder: "15 minutes before the start", or "1 day before at 09:00" for an all-day event.
  package func reminder(_ alarm: EventAlarm, isAllDay: Bool = false, in zone: Zone) -> String {
    switch alarm {
    case .at(let moment):
      let wall = zone.time(at: moment).wall
      return listed([shortDateWithYear(wall.day), time(wall)])
    case .offset(let offset, let edge):
      let seconds = offset.days * WallTime.secondsPerDay + offset.seconds
      if isAllDay, edge == .start, let text = allDayReminder(seconds: seconds) { return text }
      let length = spokenDuration(seconds: abs(seconds))
      return switch (edge, seconds) {
      case (.start, 0): translator.tr("At the start")
      case (.end, 0): translator.tr("At the end")
      case (.start, ..<0): translator.tr("{duration} before the start", ["duration": length])
      case (.end, ..<0): translator.tr("{duration} before the end", ["duration": length])
      case (.start, _): translator.tr("{duration} after the start", ["duration": length])
      case (.end, _): translator.tr("{duration} after the end", ["duration": length])
      }
    }
  }

  /// Returns the day of a reminder of an all-day event: "1 day before".
  ///
  /// - Parameter days: the number of days before the first day.
  package func reminderDay(_ days: Int) -> String {
    if days == 0 { return translator.tr("On the day") }
    if days.isMultiple(of: 7) {
      return translator.trn("{count} week before", "{count} weeks before", days / 7)
    }
    return translator.trn("{count} day before", "{count} days before", days)
  }

  /// Returns the day and the time of a reminder of an all-day event; nil if it has no time, because it is at midnight, or if
  /// it is after the first day.
  private func allDayReminder(seconds: Int) -> String? {
    let moment = WallTime(seconds: seconds)
    let days = -moment.day.days(since: WallTime(seconds: 0).day)
    guard moment.secondOfDay != 0, days >= 0 else { return nil }
    return translator.tr("{day} at {time}", ["day": reminderDay(days), "time": time(moment)])
  }

  /// Returns the message that another program changed a property that the user is editing. The message
  /// includes the new value.
  package func conflictMessage(_ newValue: EventProperty, of event: CalendarEvent, in zone: Zone) -> String {
    switch newValue {
    case .summary(let text) where !text.isEmpty:
      translator.tr("Another program changed the title to “{text}”.", ["text": text])
    case .location(let text) where !text.isEmpty:
      translator.tr("Another program changed the location to “{text}”.", ["text": text])
    case .times(let times):
      translator.tr(
        "Another program changed the time to {when}.",
        ["when": fullTime(Occurrence(event: event, times: times, recurrenceID: nil, zone: zone))])
    case .summary: translator.tr("Another program removed the title.")
    case .location: translator.tr("Another program removed the location.")
    case .notes: translator.tr("Another program changed the notes.")
    case .link: translator.tr("Another program changed the link.")
    case .color: translator.tr("Another program changed the color.")
    case .status, .transparency, .categories, .rule, .reminders:
      translator.tr("Another program changed this event.")
    }
  }
}
