/// A source of occurrences for the timeline, which also applies the timeline's edits. It does not depend on
/// files.
@MainActor
package protocol TimelineDataSource: AnyObject {
  /// The time zone that the timeline displays.
  var displayZone: Zone { get }

  /// Returns the occurrences that overlap a range of days in the display zone, in reading order.
  func occurrences(in days: Range<Day>) -> [Occurrence]

  /// Returns the reason why an occurrence cannot be edited, or nil if it can be.
  func refusal(for occurrence: Occurrence) -> EditRefusal?

  /// Returns a new event at the given times, or nil if no calendar accepts one. The event is not in a
  /// calendar yet: it is shown, given a title and then added with `apply(.add(event))`.
  func newEvent(at times: EventTimes) -> CalendarEvent?

  /// Returns a new event in one of the `calendarOptions`, or in the default calendar if `calendar` is nil.
  /// Returns nil if the calendar does not accept one.
  func newEvent(at times: EventTimes, in calendar: CalendarID?) -> CalendarEvent?

  /// The reminders that a new event gets when it is added.
  var defaultReminders: DefaultReminders { get }

  /// The calendars for a new event. If there are several, the user chooses one while typing the title.
  var calendarOptions: [CalendarOption] { get }

  /// Returns the name of an open calendar, for an event's details.
  func name(of calendar: CalendarID) -> String?

  /// Returns the name of an open calendar if several calendars are open, or nil if the name would not
  /// distinguish events, because only one is open.
  func distinguishingName(of calendar: CalendarID) -> String?

  /// Returns what an edit to an occurrence would do with each scope, in the order of
  /// `EventEdit.Scope.allCases`; empty if the event does not repeat. Nothing is changed.
  func choices(for edit: EventEdit) -> [ScopeChoice]

  /// Returns the occurrences that overlap a range of days as they would be after an edit, in reading order.
  func occurrences(in days: Range<Day>, showing replacement: EventReplacement) -> [Occurrence]

  /// Returns the remark to show below scope choices.
  ///
  /// - Parameter edits: the edits with every scope that the user can choose.
  func scopeRemark(on edits: [EventEdit]) -> ScopeRemark

  /// Applies an edit. The occurrences have changed when this function returns; the change is saved later.
  @discardableResult
  func apply(_ edit: EventEdit, in context: ApplyContext) -> Applied

  /// Applies the changes of a group as one undo step. If some changes are not possible, the others are still made.
  ///
  /// - Parameter scope: the part of each series to which the changes apply.
  @discardableResult
  func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext) -> Applied

  /// Returns the current state of an occurrence, even if it has been moved; nil if it no longer exists or its
  /// calendar is hidden.
  func currentState(of occurrence: Occurrence) -> Occurrence?
}

extension TimelineDataSource {
  /// No reminders, which is sufficient for a source without the user's preferences.
  package var defaultReminders: DefaultReminders { DefaultReminders() }

  /// Returns nil, which is sufficient for a source with a single calendar.
  package func name(of calendar: CalendarID) -> String? { nil }
  /// Returns nil, which is correct for a source with a single calendar.
  package func distinguishingName(of calendar: CalendarID) -> String? { nil }
  /// Returns no choices, which is correct for a source without repeating events.
  package func choices(for edit: EventEdit) -> [ScopeChoice] { [] }
  /// Returns the current occurrences, which is sufficient for a source without repeating events.
  package func occurrences(in days: Range<Day>, showing replacement: EventReplacement) -> [Occurrence] {
    occurrences(in: days)
  }
  /// Returns the usual remark, which is correct for a source that notifies nobody.
  package func scopeRemark(on edits: [EventEdit]) -> ScopeRemark { ScopeRemark() }
  /// Applies an edit about which nothing else is known.
  @discardableResult
  package func apply(_ edit: EventEdit) -> Applied { apply(edit, in: ApplyContext()) }
  /// Applies the changes of a group about which nothing else is known.
  @discardableResult
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope) -> Applied {
    apply(group, scope: scope, in: ApplyContext())
  }
  /// Applies the edits one by one.
  @discardableResult
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext) -> Applied {
    var applied = Applied()
    for edit in group.edits(with: scope) {
      let result = apply(edit, in: context)
      applied.changes += result.changes
      applied.refusedEvents += result.refusedEvents
      applied.isShown = result.isShown
    }
    return applied
  }
  /// Looks for the occurrence only on its previous days.
  package func currentState(of occurrence: Occurrence) -> Occurrence? {
    occurrences(in: occurrence.days).first { $0.id == occurrence.id }
  }
}
