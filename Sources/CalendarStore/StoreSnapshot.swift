import CalendarModel

/// A snapshot of the state of a store.
package struct StoreSnapshot: Sendable {
  /// Increases with every snapshot.
  package var revision: Int
  /// The open calendars, in the order in which they were opened.
  package var calendars: [CalendarInfo]
  /// Their events by time, in the display zone.
  package var index: OccurrenceIndex
  /// The problems of all files, by calendar and file.
  package var problems: [StoreProblem]
  /// The open files that are missing or unreadable now; `problems` includes them.
  package var stale: [StaleFile]
  /// The open files that are truncated.
  package var damaged: [DamagedFile]
  /// The files that another program may be writing. Their previous contents are shown or, if they were just
  /// opened, their contents so far.
  package var beingWritten: [CalendarLocation]
  /// The errors for the paths that could not be opened at all.
  package var failures: [StoreError]

  package func location(of event: EventID) -> CalendarLocation? {
    calendars.first { $0.id == event.calendar }?.location.appending(event.file)
  }

  /// The events of all calendars, in no particular order.
  package var events: [CalendarEvent] { index.events }
}
