import CalendarModel

/// The state of a store at one moment, as a value.
package struct StoreSnapshot: Sendable {
  /// Counts up with every change; a snapshot with a lower number is older.
  package var revision: Int
  /// The opened calendars, in the order in which they were named.
  package var calendars: [CalendarInfo]
  /// Their events by time, in the display zone.
  package var index: OccurrenceIndex
  /// What was skipped or is wrong, by calendar and file.
  package var problems: [StoreProblem]
  /// The open files that are gone or turned to something unreadable since; their problems are told too.
  package var stale: [StaleFile]
  /// The open files that were cut off.
  package var damaged: [DamagedFile]
  /// The files that another program may just be writing: what is shown of them is what was there before, or, of those
  /// that were just opened, what there is so far.
  package var beingWritten: [CalendarLocation]
  /// The paths that could not be opened at all, and why.
  package var failures: [StoreError]

  package func location(of event: EventID) -> CalendarLocation? {
    calendars.first { $0.id == event.calendar }?.location.appending(event.file)
  }

  /// The events of all calendars, in no promised order.
  package var events: [CalendarEvent] { index.events }
}
