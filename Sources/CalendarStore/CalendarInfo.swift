import CalendarModel

/// The properties of an open calendar, for lists of calendars.
package struct CalendarInfo: Hashable, Sendable, Identifiable {
  /// The identifier that it was opened with.
  package var id: CalendarID
  /// The calendar's own name, or else the name of its file or folder.
  package var name: String
  /// The calendar's own colour.
  package var color: EventColor?
  /// Whether it stores each event as a separate object, such as a folder of files.
  package var isFolder: Bool
  /// Which operations are currently possible.
  package var state: CalendarState
  package var eventCount: Int
  /// The reason why the calendar is not available; nil if it is.
  package var absence: CalendarAbsence?
  /// Its location, for messages and for opening it again.
  package var location: CalendarLocation

  /// Whether none of its events can be changed.
  package var isReadOnly: Bool { state == .readOnly || state == .needsSignIn }

  /// Whether its events are loaded and new ones can be added.
  package var isAvailable: Bool { absence == nil }
}

/// The reason why a listed calendar is not available. It is opened as soon as it becomes available.
package enum CalendarAbsence: Hashable, Sendable {
  /// Its file system or server has not responded yet.
  case notResponding
  /// It was open before and cannot be read now: its volume may not be mounted.
  case missing(StoreError)
}
