import CalendarModel

extension Phrases {
  /// The title of an event: its summary, or a placeholder if it has none.
  package func title(_ event: CalendarEvent) -> String {
    // A summary of only white space would leave the event without a visible and spoken name.
    event.summary.contains { !$0.isWhitespace } ? event.summary : translator.tr("Untitled event")
  }

  /// The title, shortened at a word, for a message: a toast as wide as the window would cover it.
  package func shortTitle(_ event: CalendarEvent) -> String {
    let title = title(event)
    guard title.count > Phrases.longestTitle else { return title }
    let start = title.prefix(Phrases.longestTitle - 1)
    let words = start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start
    var kept = words.count * 2 > start.count ? words : start
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + "…"
  }

  /// The number of characters of a title in a message.
  private static let longestTitle = 40

  /// The time of an occurrence in its block: "14:15 – 15:00"; "All day" for an all-day event.
  package func blockTime(_ occurrence: Occurrence) -> String {
    guard !occurrence.isAllDay else { return allDay }
    return span(occurrence.start.wall, occurrence.end.wall)
  }

  /// The time of an occurrence in its block on the page of a day. The day is included for a start before that
  /// page: "Sun 22:00 – 06:30".
  package func blockTime(_ occurrence: Occurrence, on day: Day) -> String {
    let (start, end) = (occurrence.start.wall, occurrence.end.wall)
    guard !occurrence.isAllDay, start.day < day else { return blockTime(occurrence) }
    return translator.trc(
      "shown span", "{start} – {end}",
      ["start": shownTime(start, relativeTo: day), "end": shownTime(end, relativeTo: day)])
  }

  /// The start of an occurrence on the page of a day: "14:15", "Sun 22:00". Empty for an all-day event.
  package func blockStart(_ occurrence: Occurrence, on day: Day) -> String {
    occurrence.isAllDay ? "" : shownTime(occurrence.start.wall, relativeTo: day)
  }

  /// The label beside an event while it is moved or resized: "14:15 – 15:00 · 45 min", with the day if it is
  /// not the one displayed: "Tue 6 Jan, 14:15 – 15:00 · 45 min".
  package func dragLabel(_ occurrence: Occurrence, shown day: Day?) -> String {
    guard !occurrence.isAllDay else {
      let (first, last) = occurrence.firstAndLastDay
      guard first != last else { return shortDate(first) }
      return timed(shortDates(first, last), days(last.days(since: first) + 1))
    }
    var when = span(occurrence.start.wall, occurrence.end.wall)
    if occurrence.start.wall.day != day { when = listed([shortDate(occurrence.start.wall.day), when]) }
    return occurrence.duration > 0 ? timed(when, duration(seconds: occurrence.duration)) : when
  }

  /// The accessible name of an event: "Standup, Monday, 5 January 2026, 09:00 to 09:15, 15 minutes".
  package func accessibleName(_ occurrence: Occurrence) -> String {
    var parts = [title(occurrence.event)]
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
    case .cancelled: parts.append(translator.trc("spoken", "cancelled"))
    }
    return listed(parts)
  }

  /// The full time of an occurrence: "Tuesday, 6 January 2026, 14:15 – 15:00 · 45 min".
  package func details(_ occurrence: Occurrence) -> String {
    details(occurrence, lasting: duration(seconds: occurrence.duration))
  }

  /// The same for a label with several lines: the duration is not broken between "1 h" and "45 min".
  package func wrappingDetails(_ occurrence: Occurrence) -> String {
    let length = duration(seconds: occurrence.duration)
    return details(occurrence, lasting: String(length.map { $0 == " " ? "\u{A0}" : $0 }))
  }

  private func details(_ occurrence: Occurrence, lasting length: String) -> String {
    let (first, last) = occurrence.firstAndLastDay
    guard !occurrence.isAllDay else {
      return first == last ? date(first) : timed(shortDates(first, last), days(last.days(since: first) + 1))
    }
    let when = listed([date(first), span(occurrence.start.wall, occurrence.end.wall)])
    return occurrence.duration > 0 ? timed(when, length) : when
  }

  /// The time of an occurrence in the zone in which it is written: "America/New York: 08:15 – 09:00", with
  /// the day if that differs there. Nil if it is the same time as in the display zone.
  package func timesInOwnZone(_ occurrence: Occurrence) -> String? {
    guard case .zoned(_, let zone) = occurrence.times.start else { return nil }
    let start = zone.time(at: occurrence.start.instant).wall
    let end = zone.time(at: occurrence.end.instant).wall
    guard start != occurrence.start.wall || end != occurrence.end.wall else { return nil }
    var when = span(start, end)
    if start.day != occurrence.start.wall.day { when = listed([shortDate(start.day), when]) }
    return labeled(when, with: zone)
  }

  /// The time of an occurrence in the display zone, with the zone's name: "Europe/Berlin: Tue 6 Jan, 14:15 –
  /// 15:00".
  package func times(_ occurrence: Occurrence, in display: Zone) -> String {
    let (start, end) = (occurrence.start.wall, occurrence.end.wall)
    return labeled(listed([shortDate(start.day), span(start, end)]), with: display)
  }

  private func labeled(_ when: String, with zone: Zone) -> String {
    let city = String(zone.identifier.map { $0 == "_" ? " " : $0 })
    return translator.trc("zone and time", "{zone}: {time}", ["zone": city, "time": when])
  }

  /// Further details of an occurrence, one line each: its recurrence, and whether it is tentative, cancelled
  /// or free.
  package func remarks(_ occurrence: Occurrence) -> [String] {
    let event = occurrence.event
    var remarks: [String] = []
    switch event.series {
    case .whole(let recurrence)?:
      let sentence = repetition(recurrence, relativeTo: occurrence.start.wall.day)
      if !sentence.isEmpty { remarks.append(sentence) }
    case .changed?: remarks.append(translator.tr("Differs from the rest of the series"))
    case nil: break
    }
    if event.isRepeating { remarks.append(refusal(.repeating)) }
    switch event.status {
    case .confirmed: break
    case .tentative: remarks.append(translator.tr("Tentative"))
    case .cancelled: remarks.append(translator.tr("Cancelled"))
    }
    if event.transparency == .free { remarks.append(translator.tr("Shown as free")) }
    return remarks
  }

  /// Where an event belongs, whom it concerns and when it reminds, one line each.
  ///
  /// - Parameters:
  ///   - calendar: its calendar's name, if known.
  ///   - zone: the display zone.
  package func facts(_ event: CalendarEvent, calendar: String?, in zone: Zone) -> [String] {
    var facts: [String] = []
    if let calendar { facts.append(translator.tr("Calendar: {name}", ["name": calendar])) }
    if let organizer = event.organizer {
      facts.append(translator.tr("Organizer: {name}", ["name": organizer.name]))
    }
    if !event.attendees.isEmpty {
      var names = event.attendees.map(\.name)
      if names.count > Phrases.namedAttendees {
        let rest = names.count - Phrases.namedAttendees + 1
        names = names.prefix(Phrases.namedAttendees - 1) + [more(rest)]
      }
      facts.append(translator.tr("Attendees: {names}", ["names": listed(names)]))
    }
    for alarm in event.alarms {
      facts.append(translator.tr("Reminder: {when}", ["when": reminder(alarm, in: zone)]))
    }
    return facts
  }

  /// The number of attendees up to which all are named.
  private static let namedAttendees = 8

  /// The accessible name of a day's list of events: "Tuesday, 6 January 2026, 4 events".
  package func dayListName(_ day: Day, events count: Int) -> String {
    listed([
      date(day),
      count == 0
        ? translator.tr("no events") : translator.trn("{count} event", "{count} events", count),
    ])
  }

  /// The label of the all-day row: "All day".
  package var allDay: String { translator.tr("All day") }

  /// The number of events that did not fit: "3 more".
  package func more(_ count: Int) -> String {
    translator.trn("{count} more", "{count} more", count)
  }

  /// The title of a window that displays one day: "Tuesday, 6 January 2026".
  package func headerTitle(_ day: Day) -> String { date(day) }

  /// A short title of a window that displays one day: "Tue 6 Jan 2026".
  package func narrowHeaderTitle(_ day: Day) -> String { shortDateWithYear(day) }

  private func timed(_ when: String, _ duration: String) -> String {
    translator.trc("time and duration", "{time} · {duration}", ["time": when, "duration": duration])
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
