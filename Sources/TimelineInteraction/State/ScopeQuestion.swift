import CalendarModel

/// A change to an occurrence of a series. The change is shown but not saved until the user chooses whether it
/// applies only to this occurrence, to this one and the following ones, or to all.
package struct ScopeQuestion: Hashable, Sendable {
  /// The occurrence as it is stored.
  package private(set) var occurrence: Occurrence
  /// The requested change.
  package private(set) var change: EventEdit.Change
  /// The occurrence with the change applied; for a deletion, the same as `occurrence`.
  package private(set) var changedOccurrence: Occurrence
  /// Whether the occurrence is to be moved to the clipboard.
  package let isCut: Bool
  /// Whether the change may have moved the occurrence to a day that is not shown.
  package let mayLeaveShownDays: Bool
  /// Whether keys or assistive technology have moved the occurrence further since the question was asked.
  package private(set) var hasFurtherSteps = false
  /// What the change would do with each scope; empty until the host has computed it.
  package private(set) var choices: [ScopeChoice] = []
  /// The scope whose outcome is shown. At first, it is `thisOccurrence`, whatever was chosen last time.
  package private(set) var focusedScope = EventEdit.Scope.thisOccurrence
  /// The change to all selected events, of which this change is a part; nil for a change to a single event. The
  /// chosen scope applies to all of their series.
  package private(set) var group: GroupEdit?
  private let zone: Zone
  /// The place before the change.
  let restorePlace: Place
  /// The key steps, counted from `occurrence` with `changeBeforeSteps`, if any, applied.
  private var steps: KeyboardMove?
  /// The part of `change` that `steps` do not contain, for example a drop; nil if `steps` contain all of it.
  private var changeBeforeSteps: EventEdit.Change?

  /// - Parameter steps: the key steps that made the change, if the event was not lifted.
  init(
    _ change: EventEdit.Change, of occurrence: Occurrence, isCut: Bool = false,
    mayLeaveShownDays: Bool = false,
    steps: KeyboardMove? = nil, partOf group: GroupEdit? = nil,
    restoring restorePlace: Place, in zone: Zone
  ) {
    (self.group, self.zone) = (group, zone)
    (self.change, self.occurrence, self.isCut, self.steps) = (change, occurrence, isCut, steps)
    self.mayLeaveShownDays = mayLeaveShownDays
    self.restorePlace = restorePlace
    changeBeforeSteps = steps == nil ? change : nil
    changedOccurrence = change == .delete ? occurrence : occurrence.applying(change, in: zone)
  }

  /// The requested edit, before a scope is chosen.
  package var edit: EventEdit { occurrence.edit(change) }
  package var isDeletion: Bool { change == .delete }
  /// Whether key steps have moved the occurrence back to where it was.
  var isUnchanged: Bool { !isDeletion && changedOccurrence.times == occurrence.times }

  // MARK: Choices

  /// Returns the choice for a scope; nil if the choices are not known yet.
  package func choice(_ scope: EventEdit.Scope) -> ScopeChoice? { choices.first { $0.scope == scope } }

  /// Sets what the change would do with each scope. If the focused choice is not possible, focuses the first
  /// possible one.
  mutating func setChoices(_ choices: [ScopeChoice]) {
    self.choices = choices
    guard choice(focusedScope)?.isPossible != true else { return }
    focusedScope = choices.first(where: \.isPossible)?.scope ?? .thisOccurrence
  }

  /// Adopts the stored occurrence after another program has changed it. The requested times remain the same.
  mutating func setStoredOccurrence(_ storedOccurrence: Occurrence, in zone: Zone) {
    guard storedOccurrence != occurrence else { return }
    replaceOwnItem(with: GroupEdit.Item(storedOccurrence, change))
    occurrence = storedOccurrence
    changedOccurrence = isDeletion ? storedOccurrence : storedOccurrence.applying(change, in: zone)
    (steps, changeBeforeSteps) = (nil, change)
  }

  mutating func focus(_ scope: EventEdit.Scope) { focusedScope = scope }

  /// Applies a step made with the keyboard or assistive technology.
  ///
  /// - Returns: false, without changing anything, if the step is not possible.
  mutating func apply(_ step: KeyStep, in surface: any Surface) -> Bool {
    // A step is a move, which would replace the change of the event's properties.
    if case .set = change { return false }
    guard !isDeletion, let step = step.applicable(to: occurrence) else { return false }
    var steps = self.steps ?? KeyboardMove(changedOccurrence, isLifted: false, in: surface)
    guard steps.apply(step, zone: surface.zone) else { return false }
    self.steps = steps
    changedOccurrence = steps.snappedOccurrence
    change = combined(changeBeforeSteps, steps.change)
    hasFurtherSteps = true
    moveOtherEvents()
    return true
  }

  /// Returns whether the question is about an event, alone or with others.
  package func contains(_ id: Occurrence.ID) -> Bool {
    occurrence.id == id || group?.items.contains { $0.occurrence.id == id } == true
  }

  /// Replaces the item of this question's occurrence in the group.
  private mutating func replaceOwnItem(with item: GroupEdit.Item) {
    guard let index = group?.items.firstIndex(where: { $0.occurrence.id == occurrence.id }) else { return }
    group?.items[index] = item
  }

  /// Moves the other events of the group by the same amount as this one.
  private mutating func moveOtherEvents() {
    guard let oldGroup = group else { return }
    let move = GroupMove(
      from: occurrence.start.wall, to: changedOccurrence.start.wall,
      keepsTimeOfDay: occurrence.isAllDay || changedOccurrence.isAllDay)
    replaceOwnItem(with: GroupEdit.Item(occurrence, change))
    for (index, item) in oldGroup.items.enumerated() where item.occurrence.id != occurrence.id {
      guard let times = move.times(of: item.occurrence, in: zone) else { continue }
      group?.items[index].change = .move(times)
    }
  }

  /// Returns the change from `occurrence` to the times of `changedOccurrence`. Like `KeyboardMove.change`, it has the
  /// kind of the last resize.
  private func combined(_ earlierChange: EventEdit.Change?, _ laterChange: EventEdit.Change?)
    -> EventEdit.Change
  {
    for change in [laterChange, earlierChange] {
      switch change {
      case .resizeStart: return .resizeStart(changedOccurrence.times)
      case .resizeEnd: return .resizeEnd(changedOccurrence.times)
      case .move, .set, .add, .delete, .transfer, nil: break
      }
    }
    return .move(changedOccurrence.times)
  }

  // MARK: Preview

  /// The outcome of the focused choice; nil if that choice is not possible.
  package var preview: EventReplacement? { choice(focusedScope)?.replacement }

  /// Returns the occurrences to show on the given days.
  ///
  /// - Parameter outcome: the occurrences that would result from the focused choice if it is possible,
  ///   otherwise the current ones.
  func occurrencesToShow(from outcome: [Occurrence], in days: Range<Day>) -> [Occurrence] {
    let shownOccurrences = occurrencesWithOwnChange(from: outcome, in: days)
    guard let group else { return shownOccurrences }
    return GroupEdit(group.items.filter { $0.occurrence.id != occurrence.id }).applied(
      to: shownOccurrences, in: days, zone: zone)
  }

  private func occurrencesWithOwnChange(from outcome: [Occurrence], in days: Range<Day>) -> [Occurrence] {
    if !isDeletion, outcome.contains(where: isChangedOccurrence) { return outcome }
    // An occurrence that would be deleted stays visible, because the question is about it.
    var result = outcome.filter { $0.id != occurrence.id }
    if changedOccurrence.span.overlaps(TimeSpan(days: days)) { result.append(changedOccurrence) }
    return result.sorted(by: Occurrence.inReadingOrder)
  }

  /// Returns the identifier of the changed occurrence among those shown. It differs from the one before the
  /// change if the occurrence would belong to a new series, or if its original start would move.
  package func id(among shownOccurrences: [Occurrence]) -> Occurrence.ID {
    isDeletion ? occurrence.id : shownOccurrences.first(where: isChangedOccurrence)?.id ?? occurrence.id
  }

  /// Returns the occurrence that results from an edit with a scope, among those shown after that edit.
  package func result(of edit: EventEdit, among shownOccurrences: [Occurrence]) -> Occurrence? {
    shownOccurrences.first { isChangedOccurrence($0, in: [edit.target, edit.newSeries].compactMap(\.self)) }
  }

  private func isChangedOccurrence(_ shownOccurrence: Occurrence) -> Bool {
    guard preview != nil else { return shownOccurrence.id == occurrence.id }
    return isChangedOccurrence(
      shownOccurrence, in: [edit.target, choice(focusedScope)?.edit.newSeries].compactMap(\.self))
  }

  private func isChangedOccurrence(_ shownOccurrence: Occurrence, in series: [EventID]) -> Bool {
    let id = shownOccurrence.event.id
    return series.contains { $0.calendar == id.calendar && $0.uid == id.uid }
      && shownOccurrence.start.instant == changedOccurrence.start.instant
      && shownOccurrence.end.instant == changedOccurrence.end.instant
  }
}

/// How a question about the scope of a change ended.
package enum ScopeAnswer: Hashable, Sendable {
  /// Apply the edit.
  case chosen(EventEdit)
  /// The user put the event back: restore the place.
  case putBack(Place)
  /// The user began something else: put the event back, and say so.
  case superseded
  /// No choice is possible: put the event back, and give the reason.
  case impossible(String)
  /// Key steps have moved the event back to where it was.
  case unchanged
  /// The event no longer exists.
  case removed
}
