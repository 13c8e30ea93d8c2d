import CalendarModel

/// The contents of a calendar as they were read.
package struct BackendCalendar: Sendable {
  /// What it is called; nil for what its only object, or its location, says.
  package var name: String?
  /// Its colour; nil for what its only object says.
  package var color: EventColor?
  /// Whether each event (with its changed occurrences) is an object of its own.
  package var hasManyObjects: Bool
  /// What can be done with it now.
  package var state: CalendarState
  package var objects: [StoredObject]

  package init(
    name: String? = nil, color: EventColor? = nil, hasManyObjects: Bool = false,
    state: CalendarState = .ready,
    objects: [StoredObject]
  ) {
    (self.name, self.color) = (name, color)
    (self.hasManyObjects, self.state, self.objects) = (hasManyObjects, state, objects)
  }
}

/// The state of a calendar: what can be done with it.
package enum CalendarState: Hashable, Sendable {
  /// It can be read and written.
  case ready
  /// It can be read.
  case readOnly
  /// What was read of it is there. What is changed is kept, and written once it can be reached again.
  case offline
  /// What was read of it is there, and can be changed once the user has signed in.
  case needsSignIn
  /// Nothing of it is there.
  case notAvailable
}
