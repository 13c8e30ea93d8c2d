/// An event as the fields of the editor hold it, beside its state in the calendar. The changes to save are the
/// difference between the two.
///
/// The calendar may change meanwhile. Then each property is merged separately: if only one side changed it, that side
/// wins; if both did, it is in conflict until the user decides.
package struct EventDraft: Hashable, Sendable {
  package private(set) var base: CalendarEvent
  /// The event as the fields have it.
  package private(set) var event: CalendarEvent
  /// What was changed here and in the calendar, each to something else.
  package private(set) var conflicting: Set<EventProperty.Kind> = []
  /// The times, as fields hold them.
  package private(set) var times: TimesDraft
  package private(set) var calendar: CalendarID

  private var display: Zone

  /// A draft that says what the event does, with its times as clocks of a zone show them.
  package init(_ event: CalendarEvent, in display: Zone) {
    base = event
    self.event = event
    self.display = display
    times = TimesDraft(event.times, in: display)
    calendar = event.id.calendar
  }

  /// Shows the times by the clocks of another display zone from now on; they stay as they are written.
  package mutating func changeDisplayZone(to display: Zone) {
    self.display = display
    times.changeDisplayZone(to: display)
  }

  /// Lets the fields say that.
  package mutating func set(_ property: EventProperty) {
    event.set(property)
    if case .times(let times) = property { self.times = TimesDraft(times, in: display) }
  }

  package mutating func setTimes(_ change: (inout TimesDraft) -> Void) {
    change(&times)
    event.times = times.times
  }

  /// Wants the event in another calendar.
  package mutating func setCalendar(_ calendar: CalendarID) { self.calendar = calendar }

  /// Whether the event is to go to another calendar than it is in.
  package var isTransfer: Bool { calendar != base.id.calendar }

  /// What the fields say differently from the calendar, except for conflicts.
  package var changes: [EventProperty] {
    base.differences(to: event).filter { !conflicting.contains($0.kind) }
  }

  /// The changes were handed to the calendar, which says the same now.
  package mutating func handedOver() {
    for change in changes { base.set(change) }
  }

  // MARK: A change from elsewhere

  /// The calendar says this now, or another one that the event went to.
  ///
  /// - Returns: which fields say something else by that.
  @discardableResult
  package mutating func merge(_ newer: CalendarEvent) -> [EventProperty.Kind] {
    var followed: [EventProperty.Kind] = []
    for theirs in base.differences(to: newer) {
      let kind = theirs.kind
      if event.property(kind) == base.property(kind) {
        set(theirs)
        followed.append(kind)
      } else {
        conflicting.insert(kind)
      }
    }
    if !isTransfer { calendar = newer.id.calendar }
    base = newer
    conflicting = conflicting.filter { event.property($0) != newer.property($0) }
    // What no field holds, such as the calendar's colour, is as the calendar has it.
    var whole = newer
    for kind in EventProperty.Kind.allCases { whole.set(event.property(kind)) }
    event = whole
    return followed
  }

  /// Resolves a conflict, in favour of the fields or of the calendar.
  package mutating func settle(_ kind: EventProperty.Kind, keepingMine: Bool) {
    conflicting.remove(kind)
    if !keepingMine { set(base.property(kind)) }
  }

  /// Resolves all conflicts in favour of the fields.
  package mutating func keepMine() { conflicting = [] }
}
