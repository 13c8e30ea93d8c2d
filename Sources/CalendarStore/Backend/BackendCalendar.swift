import CalendarModel

/// The contents of a calendar, as read from a backend.
package struct BackendCalendar: Sendable {
  /// The calendar's name; nil to use the name in its only object, or else its location.
  package var name: String?
  /// The calendar's color; nil to use the color in its only object.
  package var color: EventColor?
  /// Whether each event, with its changed occurrences, is stored as a separate object.
  package var hasSeparateObjects: Bool
  /// Whether the calendar can be read and changed.
  package var state: CalendarState
  package var objects: [StoredObject]

  package init(
    name: String? = nil, color: EventColor? = nil, hasSeparateObjects: Bool = false,
    state: CalendarState = .ready,
    objects: [StoredObject]
  ) {
    (self.name, self.color) = (name, color)
    (self.hasSeparateObjects, self.state, self.objects) = (hasSeparateObjects, state, objects)
  }
}

/// Whether a calendar can be read and changed.
package enum CalendarState: Hashable, Sendable {
  /// It can be read and written.
  case ready
  /// It can be read but not written.
  case readOnly
  /// Its last known contents are available. Changes are stored and are written once the calendar is reachable
  /// again.
  case offline
  /// Its last known contents are available. Its server reported an error, with this message. Changes are stored and
  /// are written once the server works again.
  case serverError(String)
  /// Its last known contents are available; it can be changed once the user has signed in.
  case needsSignIn
  /// None of its contents are available.
  case notAvailable
}
