import CalendarModel

extension Phrases {
  /// Returns the title of an event: its summary, or a placeholder if it has none.
  package func title(_ event: CalendarEvent) -> String {
    // A summary that consists only of white space would leave the event without a visible or spoken name.
    event.summary.isVisible ? event.summary : translator.tr("Untitled event")
  }

  /// Returns the title of an event for use in a message, shortened at a word boundary, because a long title
  /// would make a toast as wide as the window.
  package func shortTitle(_ event: CalendarEvent) -> String {
    let title = title(event)
    // A title may be long, so its characters are not counted.
    guard title.dropFirst(Phrases.maximumTitleLength).first != nil else { return title }
    let prefix = title.prefix(Phrases.maximumTitleLength - 1)
    let wholeWords = prefix.lastIndex(where: \.isWhitespace).map { prefix[..<$0] } ?? prefix
    // A long last word is cut instead of being left out.
    var shortened = wholeWords.count * 2 > prefix.count ? wholeWords : prefix
    while shortened.last?.isWhitespace == true { shortened.removeLast() }
    return shortened + "…"
  }

  /// The maximum number of characters of a title in a message.
  private static let maximumTitleLength = 40

  /// Returns the time that an occurrence's block shows: "14:15 – 15:00"; "All day" for an all-day event.
  package func blockTime(_ occurrence: Occurrence) -> String {
    guard !occurrence.isAllDay else { return allDay }
    return span(occurrence.start.wall, occurrence.end.wall)
  }

  /// Returns the time that an occurrence's block shows on the page of a day. The weekday or date is included
  /// if the occurrence starts before that day: "Sun 22:00 – 06:30".
  package func blockTime(_ occurrence: Occurrence, on day: Day) -> String {
    let (start, end) = (occurrence.start.wall, occurrence.end.wall)
    guard !occurrence.isAllDay, start.day < day else { return blockTime(occurrence) }
    return translator.trc(
      "shown span", "{start} – {end}",
      ["start": shownTime(start, relativeTo: day), "end": shownTime(end, relativeTo: day)])
  }

  /// Returns the start of an occurrence on the page of a day: "14:15", "Sun 22:00". Returns an empty string
  /// for an all-day event.
  package func blockStart(_ occurrence: Occurrence, on day: Day) -> String {
    occurrence.isAllDay ? "" : shownTime(occurrence.start.wall, relativeTo: day)
  }

  /// Returns the label beside an event while it is being moved or resized: "14:15 – 15:00 · 45 min", preceded
  /// by the day if the page shows a different day: "Tue 6 Jan, 14:15 – 15:00 · 45 min".
  ///
  /// - Parameter day: the only day of the page; nil if the label always has to include the day.
  package func dragLabel(_ occurrence: Occurrence, onPageOf day: Day?) -> String {
    guard !occurrence.isAllDay else {
      let (first, last) = occurrence.firstAndLastDay
      guard first != last else { return shortDate(first) }
      return timeAndDuration(shortDates(first, last), days(last.days(since: first) + 1))
    }
    var when = span(occurrence.start.wall, occurrence.end.wall)
    if occurrence.start.wall.day != day { when = listed([shortDate(occurrence.start.wall.day), when]) }
    return occurrence.duration > 0 ? timeAndDuration(when, duration(seconds: occurrence.duration)) : when
  }

  /// Returns the accessible name of an event: "Standup, Monday, 5 January 2026, 09:00 to 09:15, 15 minutes,
  /// Room 2".
  ///
  /// - Parameters:
  ///   - title: the text to use instead of the event's title.
  ///   - calendar: the name of the event's calendar, if several calendars are open.
  package func accessibleName(
    _ occurrence: Occurrence, title: String? = nil, calendar: String? = nil
  ) -> String {
    var parts = [spokenTimes(of: occurrence, title: title ?? self.title(occurrence.event))]
    let location = occurrence.event.location
    if location.isVisible { parts.append(location) }
    if let calendar { parts.append(translator.tr("Calendar: {name}", ["name": calendar])) }
    return listed(parts)
  }

  /// Returns an event's title, times and status: "Standup, Monday, 5 January 2026, 09:00 to 09:15, 15
  /// minutes".
  package func spokenTimes(_ occurrence: Occurrence) -> String {
    spokenTimes(of: occurrence, title: title(occurrence.event))
  }

  private func spokenTimes(of occurrence: Occurrence, title: String) -> String {
    var parts = [title]
    let (first, last) = occurrence.firstAndLastDay
    if occurrence.isAllDay, first == last {
      parts += [date(first), translator.trc("spoken", "all day")]
    } else if occurrence.isAllDay {
      parts += [
        translator.trc("spoken dates", "{start} to {end}", ["start": date(first), "end": date(last)]),
        days(last.days(since: first) + 1),
      ]
    } else {
      parts += [date(first), spokenSpan(occurrence.start.wall, occurrence.end.wall)]
      if occurrence.duration > 0 { parts.append(spokenDuration(seconds: occurrence.duration)) }
    }
    if occurrence.event.isRepeating { parts.append(translator.trc("spoken", "repeats")) }
    switch occurrence.event.status {
    case .confirmed: break
    case .tentative: parts.append(translator.trc("spoken", "tentative"))
    case .canceled: parts.append(translator.trc("spoken", "canceled"))
    }
    return listed(parts)
  }

  /// Returns the date, time and duration of an occurrence: "Tuesday, 6 January 2026, 14:15 – 15:00 · 45 min".
  package func fullTime(_ occurrence: Occurrence) -> String {
    fullTime(occurrence, lasting: duration(seconds: occurrence.duration))
  }

  /// Returns the text of `fullTime(_:)` for a label that wraps. The duration is not broken between "1 h" and
  /// "45 min".
  package func wrappingFullTime(_ occurrence: Occurrence) -> String {
    let length = duration(seconds: occurrence.duration)
    return fullTime(occurrence, lasting: String(length.map { $0 == " " ? "\u{A0}" : $0 }))
  }

  private func fullTime(_ occurrence: Occurrence, lasting length: String) -> String {
    let (first, last) = occurrence.firstAndLastDay
    guard !occurrence.isAllDay else {
      return first == last
        ? date(first) : timeAndDuration(shortDates(first, last), days(last.days(since: first) + 1))
    }
    let when = listed([date(first), span(occurrence.start.wall, occurrence.end.wall)])
    return occurrence.duration > 0 ? timeAndDuration(when, length) : when
  }

  /// Returns the time of an occurrence in the zone in which it is written: "America/New York: 08:15 – 09:00",
  /// preceded by the day if the day is different in that zone. Returns nil if the time is the same as in the
  /// display zone.
  package func timesInOwnZone(_ occurrence: Occurrence) -> String? {
    guard case .zoned(_, let zone) = occurrence.times.start else { return nil }
    let start = zone.time(at: occurrence.start.instant).wall
    let end = zone.time(at: occurrence.end.instant).wall
    guard start != occurrence.start.wall || end != occurrence.end.wall else { return nil }
    var when = span(start, end)
    if start.day != occurrence.start.wall.day { when = listed([shortDate(start.day), when]) }
    return labeled(when, with: zone)
  }

  /// Returns the time of an occurrence in the display zone, with the zone's name: "Europe/Berlin: Tue 6 Jan,
  /// 14:15 – 15:00".
  package func times(_ occurrence: Occurrence, in displayZone: Zone) -> String {
    let (start, end) = (occurrence.start.wall, occurrence.end.wall)
    return labeled(listed([shortDate(start.day), span(start, end)]), with: displayZone)
  }

  private func labeled(_ when: String, with zone: Zone) -> String {
    let zoneName = String(zone.identifier.map { $0 == "_" ? " " : $0 })
    return translator.trc("zone and time", "{zone}: {time}", ["zone": zoneName, "time": when])
  }

  /// Returns further details of an occurrence, one line each: its recurrence, and whether it is tentative,
  /// canceled or free.
  package func recurrenceAndStatus(_ occurrence: Occurrence) -> [String] {
    let event = occurrence.event
    var lines: [String] = []
    switch event.series {
    case .master(let recurrence)?:
      let sentence = repetition(recurrence, relativeTo: occurrence.start.wall.day)
      if !sentence.isEmpty { lines.append(sentence) }
    case .changed?: lines.append(translator.tr("Differs from the rest of the series"))
    case nil: break
    }
    if event.repetition == .unreadable { lines.append(refusal(.unreadableRepetition)) }
    if let status = status(of: event) { lines.append(status) }
    if event.transparency == .free { lines.append(translator.tr("Shown as free")) }
    return lines
  }

  /// Returns whether an event is tentative or canceled, in words; nil if it is confirmed.
  package func status(of event: CalendarEvent) -> String? {
    switch event.status {
    case .confirmed: nil
    case .tentative: translator.tr("Tentative")
    case .canceled: translator.tr("Canceled")
    }
  }

  /// Returns the parts of a line with the title, the status and the location of an event: "Lecture", " · ", "Canceled".
  /// They are not joined, because a title may be very long.
  package func summaryParts(_ event: CalendarEvent) -> [String] {
    let parts = [title(event), status(of: event) ?? "", event.location].filter { !$0.isEmpty }
    return Array(parts.map { [$0] }.joined(separator: [" · "]))
  }

  /// Returns the calendar, the organizer, the attendees and the reminders of an event, one line each.
  ///
  /// - Parameters:
  ///   - calendar: the name of the event's calendar; nil if it is not known.
  ///   - zone: the display zone.
  package func detailLines(_ event: CalendarEvent, calendar: String?, in zone: Zone) -> [String] {
    var lines: [String] = []
    if let calendar { lines.append(translator.tr("Calendar: {name}", ["name": calendar])) }
    if let organizer = event.organizer {
      lines.append(translator.tr("Organizer: {name}", ["name": organizer.name]))
    }
    if !event.attendees.isEmpty {
      var names = event.attendees.map(attendee)
      if names.count > Phrases.maximumListedAttendees {
        let unlistedCount = names.count - Phrases.maximumListedAttendees + 1
        names = names.prefix(Phrases.maximumListedAttendees - 1) + [moreCount(unlistedCount)]
      }
      lines.append(translator.tr("Attendees: {names}", ["names": listed(names)]))
    }
    for alarm in event.alarms {
      lines.append(
        translator.tr("Reminder: {when}", ["when": reminder(alarm, isAllDay: event.times.isAllDay, in: zone)])
      )
    }
    return lines
  }

  /// Returns the name of an attendee, and the answer to the invitation if there is one.
  private func attendee(_ person: EventPerson) -> String {
    switch person.answer {
    case nil: person.name
    case .accepted: translator.tr("{name} (accepted)", ["name": person.name])
    case .declined: translator.tr("{name} (declined)", ["name": person.name])
    case .tentative: translator.tr("{name} (maybe)", ["name": person.name])
    case .delegated: translator.tr("{name} (delegated)", ["name": person.name])
    }
  }

  /// Returns the text of an event's tooltip: title, time, location and calendar, each on its own line.
  package func tooltip(_ occurrence: Occurrence, calendar: String?) -> String {
    let event = occurrence.event
    let calendar = calendar.map { translator.tr("Calendar: {name}", ["name": $0]) }
    return [title(event), fullTime(occurrence), event.location, calendar ?? ""]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The maximum number of attendees for which all names are listed.
  private static let maximumListedAttendees = 8

  /// Returns the accessible name of a day's list of events: "Tuesday, 6 January 2026, 4 events", "Tuesday, 6
  /// January 2026, 3 events, 1 all-day event".
  ///
  /// - Parameters:
  ///   - count: the number of events in the list.
  ///   - allDayCount: the number of events on this day in the list of all-day events.
  package func dayListName(_ day: Day, events count: Int, allDay allDayCount: Int = 0) -> String {
    var parts = [date(day)]
    if count > 0 { parts.append(translator.trn("{count} event", "{count} events", count)) }
    if allDayCount > 0 {
      parts.append(translator.trn("{count} all-day event", "{count} all-day events", allDayCount))
    }
    if count + allDayCount == 0 { parts.append(translator.tr("no events")) }
    return listed(parts)
  }

  /// The label of the all-day row: "All day".
  package var allDay: String { translator.tr("All day") }

  /// Returns the number of items that are not listed: "3 more".
  package func moreCount(_ count: Int) -> String {
    translator.trn("{count} more", "{count} more", count)
  }

  /// Returns the number of files that are not listed: "3 more files".
  package func moreFileCount(_ count: Int) -> String {
    translator.trn("{count} more file", "{count} more files", count)
  }

  private func timeAndDuration(_ when: String, _ duration: String) -> String {
    translator.trc("time and duration", "{time} · {duration}", ["time": when, "duration": duration])
  }
}

extension String {
  /// Whether it contains anything but white space. It may be long, so visible ASCII is looked for first.
  fileprivate var isVisible: Bool {
    utf8.contains { (0x21...0x7E).contains($0) } || unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}

extension Occurrence {
  /// The first and the last day of the span. An end at midnight belongs to the day before.
  var firstAndLastDay: (first: Day, last: Day) {
    let first = start.wall.day
    let last = end.wall.isMidnight ? end.wall.day.adding(days: -1) : end.wall.day
    return (first, max(first, last))
  }
}
