import CalendarModel

/// Announcements about adding and moving events, undoing changes, and moving the focus.
extension Phrases {
  /// Returns the announcement that an event was picked up: "Lifted Standup".
  package func liftAnnouncement(_ event: CalendarEvent) -> String {
    translator.tr("Lifted {title}", ["title": title(event)])
  }

  /// Returns the announcement that an event was lifted with the keyboard, with an explanation of the keys.
  package func keyboardLiftAnnouncement(_ event: CalendarEvent) -> String {
    translator.tr(
      "Lifted {title}. Move it with the arrow keys, drop it with Enter, or cancel with Escape",
      ["title": title(event)])
  }

  /// Returns the announcement of an event's current position: "Tuesday, 14:15 to 15:00".
  package func position(_ occurrence: Occurrence) -> String {
    let (first, last) = occurrence.firstAndLastDay
    guard occurrence.isAllDay else {
      return listed([weekday(first.weekday), spokenSpan(occurrence.start.wall, occurrence.end.wall)])
    }
    guard first != last else { return date(first) }
    return translator.trc("spoken dates", "{start} to {end}", ["start": date(first), "end": date(last)])
  }

  /// The announcement that an event was dropped. It is read after the event's name, which includes the times.
  package var dropAnnouncement: String { translator.tr("Dropped") }

  /// The announcement that a drag was canceled and the event was moved back.
  package var putBackAnnouncement: String { translator.tr("Put back") }
  /// The announcement that an event was dropped in its original position.
  package var unchangedAnnouncement: String { translator.tr("Not changed") }
  /// The announcement that the first event of the page has the focus, so there is none before it.
  package var firstEvent: String { translator.tr("First event") }
  /// The announcement that the last event of the page has the focus, so there is none after it.
  package var lastEvent: String { translator.tr("Last event") }
  /// The announcement that there are no events to which the focus could move.
  package var noEvents: String { translator.trc("announcement", "No events") }
  /// The announcement that a new event was added. It is read after the event's name.
  package var additionAnnouncement: String { translator.tr("Added") }
  /// The name of a new event that has no title yet.
  package var newEvent: String { translator.tr("New event") }
  /// The accessible name of the title field of a new event.
  package var titleOfNewEvent: String { translator.tr("Title of the new event") }
  /// The announcement that a new event was canceled.
  package var notAddedAnnouncement: String { translator.tr("Not added") }
  /// Returns the announcement that the timeline turned to the next or previous page of a view: "Next Week".
  package func pageTurnMessage(_ view: ViewKind, forward isForward: Bool) -> String {
    switch view {
    case .day: isForward ? translator.tr("Next Day") : translator.tr("Previous Day")
    case .threeDays: isForward ? translator.tr("Next Three Days") : translator.tr("Previous Three Days")
    case .workWeek, .week: isForward ? translator.tr("Next Week") : translator.tr("Previous Week")
    }
  }
  /// Returns a message about an event, followed by the event's position: "Undone: move of “Standup”, Tuesday, 14:15 to
  /// 15:00".
  package func announcement(_ message: String, of occurrence: Occurrence) -> String {
    listed([message, position(occurrence)])
  }
}
