import CalendarModel

extension Phrases {
  /// The announcement that the first result is selected, so there is none before it.
  package var firstResult: String { translator.tr("First result") }
  /// The announcement that the last result is selected, so there is none after it.
  package var lastResult: String { translator.tr("Last result") }

  /// Returns the date and time of an occurrence, for use outside the timeline, such as in a list of search
  /// results: "Tue 6 Jan 2026, 14:15 – 15:00"; for an all-day event, "Tue 6 Jan 2026" or "Tue 6 Jan 2026 –
  /// Thu 8 Jan 2026".
  package func dateAndTime(_ occurrence: Occurrence) -> String {
    let (first, last) = occurrence.firstAndLastDay
    guard occurrence.isAllDay else {
      return listed([shortDateWithYear(first), span(occurrence.start.wall, occurrence.end.wall)])
    }
    guard first != last else { return shortDateWithYear(first) }
    return translator.trc(
      "shown dates", "{start} – {end}",
      ["start": shortDateWithYear(first), "end": shortDateWithYear(last)])
  }

  /// Returns the accessible name of a search result: its date and time, title and calendar.
  ///
  /// - Parameters:
  ///   - calendar: the name of the event's calendar.
  ///   - isHidden: whether the timeline does not show the events of that calendar.
  package func resultName(_ occurrence: Occurrence, calendar: String?, isHidden: Bool) -> String {
    let (first, last) = occurrence.firstAndLastDay
    var parts: [String] = []
    if !occurrence.isAllDay {
      parts += [date(first), spokenSpan(occurrence.start.wall, occurrence.end.wall)]
    } else if first == last {
      parts += [date(first), translator.trc("spoken", "all day")]
    } else {
      parts.append(
        translator.trc("spoken dates", "{start} to {end}", ["start": date(first), "end": date(last)]))
    }
    parts.append(title(occurrence.event))
    if occurrence.event.isRepeating { parts.append(translator.trc("spoken", "repeats")) }
    if let calendar { parts.append(calendar) }
    if isHidden { parts.append(translator.trc("calendar", "hidden")) }
    return listed(parts)
  }

  /// Returns the announcement of the number of results: "12 events found".
  package func resultCount(_ count: Int) -> String {
    count == 0
      ? translator.tr("No events found")
      : translator.trn("{count} event found", "{count} events found", count)
  }
}
