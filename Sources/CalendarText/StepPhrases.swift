import CalendarModel

/// Announcements while an event is moved or resized step by step.
extension Phrases {
  /// The announcement that an event was picked up: "Lifted Standup".
  package func lifted(_ event: CalendarEvent) -> String {
    translator.tr("Lifted {title}", ["title": title(event)])
  }

  /// The announcement of the event's current position: "Tuesday, 14:15 to 15:00".
  package func position(_ occurrence: Occurrence) -> String {
    let (first, last) = occurrence.firstAndLastDay
    guard occurrence.isAllDay else {
      return listed([weekday(first.weekday), spokenSpan(occurrence.start.wall, occurrence.end.wall)])
    }
    guard first != last else { return date(first) }
    return translator.trc("spoken dates", "{start} to {end}", ["start": date(first), "end": date(last)])
  }

  /// The announcement that the event was dropped: "Dropped Standup, Tuesday, 14:15 to 15:00".
  package func dropped(_ occurrence: Occurrence) -> String {
    listed([translator.tr("Dropped {title}", ["title": title(occurrence.event)]), position(occurrence)])
  }

  /// The announcement that the drag was cancelled and the event is back where it was.
  package var movedBack: String { translator.tr("Moved back") }
  /// The announcement that the event was dropped where it had been.
  package var unchanged: String { translator.tr("Not changed") }
  /// The name of a new event that has no title yet.
  package var newEvent: String { translator.tr("New event") }
  /// The accessible name of the title field of a new event.
  package var titleOfNewEvent: String { translator.tr("Title of the new event") }
  /// The description of a new event if there are several calendars: its name and its calendar.
  package func newEvent(_ name: String, in calendar: String) -> String {
    translator.trc("new event", "{event}, in “{calendar}”", ["event": name, "calendar": calendar])
  }
  /// The announcement that a new event was cancelled.
  package var notAdded: String { translator.tr("Not added") }
  /// The announcement that the timeline turned to the next or previous page of a view: "Next week".
  package func turned(_ view: CalendarView, forward: Bool) -> String {
    switch view {
    case .day: forward ? translator.tr("Next day") : translator.tr("Previous day")
    case .threeDays: forward ? translator.tr("Next three days") : translator.tr("Previous three days")
    case .workWeek, .week: forward ? translator.tr("Next week") : translator.tr("Previous week")
    }
  }
  /// The announcement that a change was undone: "Undone: Standup, Tuesday, 14:15 to 15:00".
  package func undone(_ occurrence: Occurrence) -> String {
    translator.tr("Undone: {event}", ["event": listed([title(occurrence.event), position(occurrence)])])
  }
  /// The announcement that a change was redone: "Redone: Standup, Tuesday, 14:15 to 15:00".
  package func redone(_ occurrence: Occurrence) -> String {
    translator.tr("Redone: {event}", ["event": listed([title(occurrence.event), position(occurrence)])])
  }
}
