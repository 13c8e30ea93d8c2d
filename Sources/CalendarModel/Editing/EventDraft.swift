/// An event as an editor's fields hold it, beside what the calendar says of it: what of it is to be changed follows from
/// the two.
///
/// The calendar may come to say something else meanwhile. Each property goes its own way then: one that was changed on
/// one side alone is as that side says, one that was changed on both is disputed until somebody decides.
public struct EventDraft: Hashable, Sendable {
  /// The event as the calendar has it.
  public private(set) var base: CalendarEvent
  /// The event as the fields have it.
  public private(set) var event: CalendarEvent
  /// What was changed here and in the calendar, each to something else.
  public private(set) var disputed: Set<EventProperty.Kind> = []
  /// The times, as fields hold them.
  public private(set) var times: TimesDraft
  /// The calendar that the event is to be in.
  public private(set) var calendar: CalendarID

  private var display: Zone

  /// A draft that says what the event does, with its times as clocks of a zone show them.
  public init(_ event: CalendarEvent, in display: Zone) {
    base = event
    self.event = event
    self.display = display
    times = TimesDraft(event.times, in: display)
    calendar = event.id.calendar
  }

  /// Shows the times by the clocks of another display zone from now on; they stay as they are written.
  public mutating func show(in display: Zone) {
    self.display = display
    times.show(in: display)
  }

  /// Lets the fields say that.
  public mutating func set(_ property: EventProperty) {
    event.set(property)
    if case .times(let times) = property { self.times = TimesDraft(times, in: display) }
  }

  /// Changes the times.
  public mutating func setTimes(_ change: (inout TimesDraft) -> Void) {
    change(&times)
    event.times = times.times
  }

  /// Wants the event in another calendar.
  public mutating func setCalendar(_ calendar: CalendarID) { self.calendar = calendar }

  /// Whether the event is to go to another calendar than it is in.
  public var isTransfer: Bool { calendar != base.id.calendar }

  /// What the fields say differently from the calendar, but for what is disputed.
  public var changes: [EventProperty] {
    base.differences(to: event).filter { !disputed.contains($0.kind) }
  }

  /// The changes were handed to the calendar, which says the same now.
  public mutating func handedOver() {
    for change in changes { base.set(change) }
  }

  // MARK: A change from elsewhere

  /// The calendar says this now, or another one that the event went to.
  ///
  /// - Returns: which fields say something else by that.
  @discardableResult
  public mutating func merge(_ newer: CalendarEvent) -> [EventProperty.Kind] {
    var followed: [EventProperty.Kind] = []
    for theirs in base.differences(to: newer) {
      let kind = theirs.kind
      if event.property(kind) == base.property(kind) {
        set(theirs)
        followed.append(kind)
      } else {
        disputed.insert(kind)
      }
    }
    if !isTransfer { calendar = newer.id.calendar }
    base = newer
    disputed = disputed.filter { event.property($0) != newer.property($0) }
    // What no field holds, such as the calendar's colour, is as the calendar has it.
    var whole = newer
    for kind in EventProperty.Kind.allCases { whole.set(event.property(kind)) }
    event = whole
    return followed
  }

  /// Ends a dispute: what the fields say holds, or what the calendar says.
  public mutating func settle(_ kind: EventProperty.Kind, keepingMine: Bool) {
    disputed.remove(kind)
    if !keepingMine { set(base.property(kind)) }
  }

  /// Ends all disputes: what the fields say holds.
  public mutating func keepMine() { disputed = [] }
}
