import CalendarModel

/// The part of the current display on which the state depends. The host creates a new one for every input.
package struct TimelineScene: Sendable {
  /// What the view shows, and where.
  package var surface: any Surface
  /// The occurrences of the shown days, in reading order.
  package var occurrences: [Occurrence]
  /// The events among the state's `handleCandidates` that cannot be changed and therefore show no handles.
  package var lockedEvents: Set<Occurrence.ID>
  /// The selected day.
  package var selectedDay: Day
  /// Whether the pages are moving.
  package var isTurning: Bool
  /// The maximum time between the two clicks of a double click, in seconds.
  package var doubleClickTime: Double

  package init(
    _ surface: any Surface, occurrences: [Occurrence] = [], lockedEvents: Set<Occurrence.ID> = [],
    selectedDay: Day? = nil, isTurning: Bool = false, doubleClickTime: Double = 0.4
  ) {
    self.lockedEvents = lockedEvents
    (self.surface, self.occurrences) = (surface, occurrences)
    self.selectedDay = selectedDay ?? surface.days.lowerBound
    (self.isTurning, self.doubleClickTime) = (isTurning, doubleClickTime)
  }

  /// The zone whose wall time is shown.
  var zone: Zone { surface.zone }

  func contains(_ id: Occurrence.ID) -> Bool { occurrences.contains { $0.id == id } }
}
