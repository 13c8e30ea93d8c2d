import CalendarModel

/// The properties of an open calendar, for lists of calendars.
package struct CalendarInfo: Hashable, Sendable, Identifiable {
  /// The identifier that it was opened with.
  package var id: CalendarID
  /// The calendar's own name, or else the name of its file or folder.
  package var name: String
  /// The calendar's own color; if it has none, the one assigned by `StoreSnapshot.applyColors`.
  package var color: EventColor?
  /// Whether each event is stored as a separate object, as in a folder of files.
  package var hasSeparateObjects: Bool
  /// Whether the calendar can be read and changed.
  package var state: CalendarState
  package var eventCount: Int
  /// The reason why the calendar is not available; nil if it is.
  package var unavailableReason: UnavailableReason?
  /// Whether none of its files can be read anymore, for example because its folder was renamed. Its last known
  /// events are shown.
  package var isGone = false
  /// Its location, for messages and for opening it again.
  package var location: CalendarLocation

  /// Whether none of its events can be changed.
  package var isReadOnly: Bool { state == .readOnly || state == .needsSignIn }

  /// Whether its events have been loaded.
  package var isAvailable: Bool { unavailableReason == nil }
}

/// The reason why a listed calendar is not available. The calendar is opened as soon as it becomes available.
package enum UnavailableReason: Hashable, Sendable {
  /// Its file system or server has not responded yet.
  case notResponding
  /// It was open before but cannot be read now, for example because its volume is not mounted.
  case missing(StoreError)
}
