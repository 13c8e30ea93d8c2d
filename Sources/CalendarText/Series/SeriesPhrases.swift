import CalendarModel

extension Phrases {
  /// Describes the outcome of an edit to a series, according to the edit's scope: “Only Thursday, 5 March
  /// 2026, 14:15 – 15:00” or “From Thu 5 Mar 2026 on: Every week on Thursday, 14:15 – 15:00”. Returns an
  /// empty string if there is nothing to add to the name of the scope, for example when all events are
  /// deleted.
  ///
  /// - Parameters:
  ///   - replacement: the events before and after the edit.
  ///   - zone: the display zone.
  package func outcome(
    of edit: EventEdit, replacing replacement: EventReplacement, in zone: Zone
  ) -> String {
    let start = edit.originalStart ?? replacement.before.first?.times.start
    let originalEvent = start.flatMap { replacement.before.occurrence(originallyAt: $0, in: zone) }
    guard var event = originalEvent ?? replacement.before.first else { return "" }
    for property in edit.change.properties { event.set(property) }
    let occurrence = Occurrence(event: event, zone: zone)
    let day = occurrence.start.wall.day
    func withTimes(_ words: String) -> String {
      occurrence.isAllDay
        ? words : listed([words, nonbreaking(span(occurrence.start.wall, occurrence.end.wall))])
    }
    switch edit.scope {
    case .thisOccurrence:
      let days = occurrence.isAllDay ? fullTime(occurrence) : date(day)
      return translator.tr("Only {time}", ["time": edit.change == .delete ? date(day) : withTimes(days)])
    case .thisAndFollowing:
      let startDate = shortDateWithYear(day)
      guard edit.change != .delete,
        let describeRule = ruleDescription(after: replacement, of: edit.newSeries ?? edit.target)
      else { return translator.tr("From {date} on", ["date": startDate]) }
      return translator.tr(
        "From {date} on: {rule}", ["date": startDate, "rule": withTimes(describeRule(day))])
    case .all:
      guard edit.change != .delete else { return "" }
      guard let describeRule = ruleDescription(after: replacement, of: edit.target) else { return "" }
      return withTimes(describeRule(day))
    }
  }

  /// Returns a span in which a line cannot break before or after the dash. After a dash, a no-break space
  /// alone would not prevent a break (UAX #14, LB12a), so a word joiner precedes the space.
  private func nonbreaking(_ span: String) -> String {
    span.split(separator: " – ", omittingEmptySubsequences: false).joined(separator: "\u{A0}–\u{2060}\u{A0}")
  }

  /// Returns a function that describes how the series repeats after an edit, relative to a given day; nil if
  /// no event repeats.
  private func ruleDescription(after replacement: EventReplacement, of id: EventID) -> ((Day) -> String)? {
    for event in replacement.after.reversed() where event.id.uid == id.uid {
      if case .master(let recurrence) = event.series { return { repetition(recurrence, relativeTo: $0) } }
    }
    for event in replacement.after {
      if case .master(let recurrence) = event.series { return { repetition(recurrence, relativeTo: $0) } }
    }
    return nil
  }

  /// Returns a question about a series whose later occurrences are in two files.
  package func interruptedSplit(_ split: InterruptedSplit, in zone: Zone) -> String {
    translator.tr(
      "“{title}” appears twice from {date} on. Finish changing these events, or discard the change?",
      [
        "title": title(split.earlierPart), "date": shortDateWithYear(split.start.time(in: zone).wall.day),
      ])
  }
}
