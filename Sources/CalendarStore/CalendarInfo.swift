import CalendarModel

/// An open calendar, as a list of calendars shows it.
package struct CalendarInfo: Hashable, Sendable, Identifiable {
  /// The identifier that it was opened with.
  package var id: CalendarID
  /// The calendar's own name, or else the name of its file or folder.
  package var name: String
  /// The calendar's own colour.
  package var color: EventColor?
  /// Whether it is a folder of files, or stores each event as a separate object.
  package var isFolder: Bool
  /// Which operations are currently possible.
  package var state: CalendarState
  package var eventCount: Int
  /// Why the calendar is not available; nil if it was read.
  package var absence: CalendarAbsence?
  /// Where it is, for messages and for opening it.
  package var location: CalendarLocation

  /// Whether nothing in it can be changed.
  package var isReadOnly: Bool { state == .readOnly || state == .needsSignIn }

  /// Whether its events are loaded and new ones can be added.
  package var isAvailable: Bool { absence == nil }
}

/// The reason why a listed calendar is not available. It is opened as soon as it becomes available.
package enum CalendarAbsence: Hashable, Sendable {
  /// Its file system has not answered yet.
  case awaited
  /// It was open before and cannot be read now: its volume may not be mounted.
  case missing(StoreError)
}
