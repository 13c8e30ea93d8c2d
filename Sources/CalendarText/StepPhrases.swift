import CalendarModel

/// What is said while an event is being moved or stretched, step by step.
extension Phrases {
  /// An event was taken up: "Lifted Standup".
  package func lifted(_ event: CalendarEvent) -> String {
    translator.tr("Lifted {title}", ["title": title(event)])
  }

  /// Where it would be now: "Tuesday, 14:15 to 15:00".
  package func step(_ occurrence: Occurrence) -> String {
    let (first, last) = occurrence.firstAndLastDay
    guard occurrence.isAllDay else {
      return listed([weekday(first.weekday), spokenSpan(occurrence.start.wall, occurrence.end.wall)])
    }
    guard first != last else { return date(first) }
    return translator.trc("spoken dates", "{start} to {end}", ["start": date(first), "end": date(last)])
  }

  /// It was let go there: "Dropped Standup, Tuesday, 14:15 to 15:00".
  package func dropped(_ occurrence: Occurrence) -> String {
    listed([translator.tr("Dropped {title}", ["title": title(occurrence.event)]), step(occurrence)])
  }

  /// It is where it was, because the drag was given up.
  package var movedBack: String { translator.tr("Moved back") }
  /// It was let go where it had been.
  package var unchanged: String { translator.tr("Not changed") }
  /// What an event is called that has no title yet.
  package var newEvent: String { translator.tr("New event") }
  /// What the field is called in which its title is typed.
  package var titleOfNewEvent: String { translator.tr("Title of the new event") }
  /// What it is described as where it could be in several calendars: what it is, and in which.
  package func newEvent(_ name: String, in calendar: String) -> String {
    translator.trc("new event", "{event}, in “{calendar}”", ["event": name, "calendar": calendar])
  }
  /// A new event was given up.
  package var notAdded: String { translator.tr("Not added") }
  /// The timeline turned a page of that view on or back: "Next week".
  package func turned(_ view: CalendarView, forward: Bool) -> String {
    switch view {
    case .day: forward ? translator.tr("Next day") : translator.tr("Previous day")
    case .threeDays: forward ? translator.tr("Next three days") : translator.tr("Previous three days")
    case .workWeek, .week: forward ? translator.tr("Next week") : translator.tr("Previous week")
    }
  }
  /// A change was taken back: "Undone: Standup, Tuesday, 14:15 to 15:00".
  package func undone(_ occurrence: Occurrence) -> String {
    translator.tr("Undone: {event}", ["event": listed([title(occurrence.event), step(occurrence)])])
  }
  /// A change was made again: "Redone: Standup, Tuesday, 14:15 to 15:00".
  package func redone(_ occurrence: Occurrence) -> String {
    translator.tr("Redone: {event}", ["event": listed([title(occurrence.event), step(occurrence)])])
  }
}
