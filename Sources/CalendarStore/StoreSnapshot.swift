import CalendarModel

/// The state of a store at one point in time.
package struct StoreSnapshot: Sendable {
  /// Increases with every snapshot.
  package var revision: Int
  /// The open calendars, in the order in which they were opened.
  package var calendars: [CalendarInfo]
  /// The events of these calendars, indexed by time in the display zone.
  package var index: OccurrenceIndex
  /// The problems of all files, by calendar and file.
  package var problems: [StoreProblem]
  /// The open files that are missing or unreadable now; `problems` includes them.
  package var staleFiles: [StaleFile]
  /// The open files that are truncated.
  package var damagedFiles: [DamagedFile]
  /// The files that another program may be writing. The snapshot contains the events of their previous
  /// versions or, for a file that was just opened, the events written so far.
  package var filesBeingWritten: [CalendarLocation]
  /// The errors for the paths that could not be opened at all.
  package var failures: [StoreError]

  package func location(of event: EventID) -> CalendarLocation? {
    calendars.first { $0.id == event.calendar }?.location.appending(event.file)
  }

  /// Gives the calendars and their events the names and colors that the user chose for them. Call this before
  /// `applyColors`.
  package mutating func apply(_ chosenProperties: ChosenProperties) {
    for calendarIndex in calendars.indices {
      let id = calendars[calendarIndex].id
      if let name = chosenProperties.names[id] { calendars[calendarIndex].name = name }
      guard let color = chosenProperties.colors[id] else { continue }
      calendars[calendarIndex].color = color
      index.chosenColors[id] = color
    }
  }

  /// Assigns colors from `colors` to the calendars that have none of their own, and to their events.
  package mutating func applyColors(_ colors: inout CalendarColors) {
    colors.assign(
      to: calendars.map { CalendarColors.Calendar(id: $0.id, ownColor: $0.color, isLoaded: $0.isAvailable) })
    for calendarIndex in calendars.indices where calendars[calendarIndex].color == nil {
      let color = colors[calendars[calendarIndex].id]
      calendars[calendarIndex].color = color
      index.calendarColors[calendars[calendarIndex].id] = color
    }
  }

  /// The events of all calendars, in no particular order.
  package var events: [CalendarEvent] { index.events }
}
