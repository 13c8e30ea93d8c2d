/// An event with the values in the editor's fields, together with its state in the calendar. The changes to
/// save are the difference between the two.
///
/// The calendar may change during editing. Each property is then merged separately: if only one side changed
/// it, that side wins; if both did, it is in conflict until the user decides.
package struct EventDraft: Hashable, Sendable {
  /// The event as it is in the calendar.
  package private(set) var base: CalendarEvent
  /// The event with the values in the fields.
  package private(set) var event: CalendarEvent
  /// The properties that were changed to different values in the fields and in the calendar.
  package private(set) var conflictingKinds: Set<EventProperty.Kind> = []
  /// The times in the fields.
  package private(set) var times: TimesDraft
  /// The calendar in which the event will be saved.
  package private(set) var calendar: CalendarID

  private var displayZone: Zone

  /// Creates a draft of an event, whose times are shown in the display zone.
  package init(_ event: CalendarEvent, in displayZone: Zone) {
    base = event
    self.event = event
    self.displayZone = displayZone
    times = TimesDraft(event.times, in: displayZone)
    calendar = event.id.calendar
  }

  /// Shows the times in a different display zone. They stay as written.
  package mutating func changeDisplayZone(to displayZone: Zone) {
    self.displayZone = displayZone
    times.changeDisplayZone(to: displayZone)
  }

  /// Sets a property in the fields.
  package mutating func set(_ property: EventProperty) {
    event.set(property)
    if case .times(let times) = property { self.times = TimesDraft(times, in: displayZone) }
  }

  /// Sets how the event repeats. An event that did not repeat moves to the first date of the rule; a series
  /// moves only when the edit is applied.
  package mutating func setRule(_ rule: RecurrenceRule?) {
    let rule = rule?.fitting(event.times.start)
    if !base.isRepeating, let rule, let first = Recurrence.firstStart(of: rule, from: event.times.start) {
      set(.times(event.times.moved(toStart: first.time(in: displayZone))))
    }
    event.set(.rule(rule))
  }

  package mutating func changeTimes(_ change: (inout TimesDraft) -> Void) {
    change(&times)
    event.times = times.times
  }

  /// Sets the calendar in which the event will be saved.
  package mutating func setCalendar(_ calendar: CalendarID) { self.calendar = calendar }

  /// Whether the event is to be moved to another calendar.
  package var isTransfer: Bool { calendar != base.id.calendar }

  /// The properties in which the fields differ from the calendar, except for those in conflict.
  package var changes: [EventProperty] {
    base.differences(to: event).filter { !conflictingKinds.contains($0.kind) }
  }

  /// Treats the values in the fields as the calendar's state. Call this after passing `changes` to the
  /// calendar.
  package mutating func didSubmitChanges() {
    for change in changes { base.set(change) }
  }

  // MARK: Changes from elsewhere

  /// Merges a new state of the event, either in the same calendar or in one to which it was moved.
  ///
  /// - Returns: the fields whose values changed.
  @discardableResult
  package mutating func merge(_ newer: CalendarEvent) -> [EventProperty.Kind] {
    var updatedKinds: [EventProperty.Kind] = []
    for newValue in base.differences(to: newer) {
      let kind = newValue.kind
      if event.property(kind) == base.property(kind) {
        set(newValue)
        updatedKinds.append(kind)
      } else {
        conflictingKinds.insert(kind)
      }
    }
    if !isTransfer { calendar = newer.id.calendar }
    base = newer
    conflictingKinds = conflictingKinds.filter { event.property($0) != newer.property($0) }
    // Values that are not an `EventProperty`, such as the calendar's color, are the new ones.
    var merged = newer
    for kind in EventProperty.Kind.allCases { merged.set(event.property(kind)) }
    event = merged
    return updatedKinds
  }

  /// Resolves a conflict, in favor of the fields or of the calendar.
  package mutating func resolveConflict(_ kind: EventProperty.Kind, keepingEdit: Bool) {
    conflictingKinds.remove(kind)
    if !keepingEdit { set(base.property(kind)) }
  }

  /// Resolves all conflicts in favor of the fields.
  package mutating func keepAllEdits() { conflictingKinds = [] }
}
