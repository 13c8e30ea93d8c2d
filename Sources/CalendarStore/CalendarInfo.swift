import CalendarModel

/// One opened calendar, as a list of calendars would show it.
package struct CalendarInfo: Hashable, Sendable, Identifiable {
  /// What it was opened by.
  package var id: CalendarID
  /// What the calendar calls itself, else its file's or folder's name.
  package var name: String
  /// The calendar's own colour.
  package var color: EventColor?
  /// Whether it is a folder of files, or has an object for each event elsewhere.
  package var isFolder: Bool
  /// What can be done with it.
  package var state: CalendarState
  /// How many events it shows.
  package var eventCount: Int
  /// Why nothing of it is there; nil if it was read.
  package var absence: CalendarAbsence?
  /// Where it is, to be told and to be opened.
  package var location: CalendarLocation

  /// Whether nothing in it can be changed.
  package var isReadOnly: Bool { state == .readOnly || state == .needsSignIn }

  /// Whether its events are there, and new ones can come to it.
  package var isAvailable: Bool { absence == nil }
}

/// The reason why a listed calendar is not available. It is opened as soon as it becomes available.
package enum CalendarAbsence: Hashable, Sendable {
  /// Its file system has not answered yet.
  case awaited
  /// It was open before and cannot be read now: what it is on may not be mounted.
  case missing(StoreError)
}
