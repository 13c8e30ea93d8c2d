import CalendarModel

/// A command that applies to all selected events.
package enum SelectionCommand: Hashable, Sendable {
  /// Ends the selection. The events stay as they are.
  case cancel(isAnnounced: Bool = true)
  case cut, copy, delete
  /// Sets properties of all selected events.
  case set([EventProperty])
}

/// A change to the selection. All cases except `updated` are announced to screen readers.
package enum SelectionChange: Hashable, Sendable {
  case added, removed
  /// The selection has ended.
  case ended
  /// Selected events changed or disappeared, or a command that is itself announced ended the selection.
  case updated
}

// Several events that are selected together, and are moved, deleted and changed in one step.
extension TimelineState {
  /// Returns whether an action on an event applies to all selected events, because it is one of them.
  func isSelectedWithOthers(_ id: Occurrence.ID) -> Bool { selection.count > 1 && selection.contains(id) }

  /// Returns the other selected events that move with an event.
  private func companions(of id: Occurrence.ID) -> [Occurrence] {
    guard isSelectedWithOthers(id) else { return [] }
    return selection.members.filter { $0.refusal == nil && $0.id != id }.map(\.occurrence)
  }

  /// Returns an event and, if it is selected, the other selected events, including those that cannot be changed.
  package func selectedEvents(including occurrence: Occurrence) -> [Occurrence] {
    guard isSelectedWithOthers(occurrence.id) else { return [occurrence] }
    return [occurrence] + selection.occurrences.filter { $0.id != occurrence.id }
  }

  /// The other selected events that move with the lifted one. Only the held event is resized.
  package var companions: [Occurrence] {
    switch interaction {
    case .dragging(let drag), .followingPointer(let drag):
      drag.draggedEvent.part == .body && !drag.draggedEvent.isNew
        ? companions(of: drag.draggedEvent.occurrence.id) : []
    case .keyboardMove(let move): companions(of: move.occurrence.id)
    case .idle, .pressing, .ignoring, .pinching, .keyboardStep, .naming, .choosingScope: []
    }
  }

  /// Returns the occurrences to show on the given days, with pending changes that are not stored yet.
  ///
  /// - Parameter source: the stored occurrences or, while the user is choosing a scope, those that would result
  ///   from the focused choice.
  package func occurrencesToShow(from source: [Occurrence], in days: Range<Day>, zone: Zone) -> [Occurrence] {
    let shownOccurrences = interaction.occurrencesToShow(from: source, in: days)
    guard case .keyboardStep(let move, _) = interaction, let change = move.change,
      let group = selection.groupEdit(
        following: GroupEdit.Item(move.occurrence, change), by: move.groupMove, in: zone)
    else { return shownOccurrences }
    return GroupEdit(Array(group.items.dropFirst())).applied(to: shownOccurrences, in: days, zone: zone)
  }

  // MARK: Adding and removing

  /// Adds an event to the selection, or removes it. If another event shows handles, that event becomes the first
  /// selected one.
  ///
  /// - Parameter addsOnClick: whether clicks then do the same until the selection ends.
  mutating func toggleSelected(
    _ member: EventSelection.Member, addsOnClick: Bool = false, in scene: TimelineScene,
    _ response: inout Response
  ) {
    if selection.isEmpty, let selectedEvent, selectedEvent != member.id,
      let first = scene.occurrences.first(where: { $0.id == selectedEvent })
    {
      selection.add(.init(first, refusal: scene.lockedEvents.contains(selectedEvent) ? .readOnly : nil))
    }
    let isAdding = !selection.contains(member.id)
    selection.toggle(member)
    if addsOnClick, !selection.isEmpty { selection.startAddingOnClick() }
    selectedEvent = nil
    response.add(.closeDetails(except: nil))
    focusEvent(member.id, scrolls: false, &response)
    response.add(.showSelection(selection, selection.isEmpty ? .ended : isAdding ? .added : .removed))
  }

  /// Adds an event to the selection, or removes it. Clicks then do the same until the selection ends.
  mutating func toggleSelectedAndAddOnClick(
    _ target: TimelineInput.EventTarget, in scene: TimelineScene, _ response: inout Response
  ) {
    toggleSelected(
      .init(target.occurrence, refusal: target.refusal), addsOnClick: true, in: scene, &response)
  }

  /// Handles a click or tap on the days while a selection exists or Ctrl is held.
  ///
  /// - Returns: whether the click only adds or removes an event, or does nothing.
  mutating func clickToSelect(
    _ press: TimelineInput.Press, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    let togglesEvent = press.togglesSelection || !selection.isEmpty && (isTouchInUse || selection.addsOnClick)
    guard togglesEvent else {
      endSelection(.ended, &response)
      return false
    }
    if let target = press.target, scene.contains(target.occurrence.id) {
      toggleSelected(.init(target.occurrence, refusal: target.refusal), in: scene, &response)
    }
    return true
  }

  mutating func endSelection(_ change: SelectionChange, _ response: inout Response) {
    guard !selection.isEmpty else { return }
    selection = EventSelection()
    response.add(.showSelection(selection, change), .refreshMarks)
  }

  /// Updates the selected events after they may have changed.
  mutating func refreshSelection(
    _ currentMembers: [Occurrence.ID: EventSelection.Member], _ response: inout Response
  ) {
    let previousSelection = selection
    selection.refresh { currentMembers[$0.id] }
    guard selection != previousSelection else { return }
    response.add(.showSelection(selection, .updated), .refreshMarks)
  }

  // MARK: Changing all selected events

  mutating func perform(
    _ command: SelectionCommand, in scene: TimelineScene, _ response: inout Response
  ) {
    guard !selection.isEmpty else { return }
    response.add(.closeDetails(except: nil))
    switch command {
    case .cancel(let isAnnounced): endSelection(isAnnounced ? .ended : .updated, &response)
    case .copy: response.add(.copySelected(selection.occurrences))
    case .cut, .delete:
      change(selection.groupEdit { _ in .delete }, isCut: command == .cut, in: scene, &response)
    case .set(let properties): change(selection.groupEdit { _ in .set(properties) }, in: scene, &response)
    }
  }

  /// Applies a change to all selected events, or asks for its scope first.
  private mutating func change(
    _ edit: GroupEdit, isCut: Bool = false, in scene: TimelineScene, _ response: inout Response
  ) {
    guard let firstItem = edit.firstNeedingScope else { return apply(edit, isCut: isCut, &response) }
    ask(
      ScopeQuestion(
        firstItem.change, of: firstItem.occurrence, isCut: isCut, partOf: edit,
        restoring: scene.surface.place,
        in: scene.zone), &response)
  }

  private mutating func apply(_ edit: GroupEdit, isCut: Bool, _ response: inout Response) {
    response.add(isCut ? .cutSelected(edit, .thisOccurrence) : .applyToSelected(edit, .thisOccurrence))
  }

  /// Moves all selected events by the same number of days, so that `occurrence` moves to the given day, and
  /// shows `occurrence`.
  mutating func moveSelected(
    _ occurrence: Occurrence, to day: Day, in scene: TimelineScene, _ response: inout Response
  ) {
    let move = GroupMove(from: occurrence.span.start, to: WallTime(day), keepsTimeOfDay: true)
    guard !move.isZero else { return focusEvent(occurrence.id, scrolls: true, &response) }
    let edit = selection.groupEdit { move.times(of: $0, in: scene.zone).map { .move($0) } }
    moveBeyondShownDays(edit, showing: occurrence, restoring: scene.surface.place, in: scene, &response)
  }

  /// Applies a change that moves all selected events to days that may not be shown, or asks for its scope first.
  ///
  /// - Parameters:
  ///   - occurrence: the event that the timeline shows afterward.
  ///   - restorePlace: the place before the change.
  mutating func moveBeyondShownDays(
    _ edit: GroupEdit, showing occurrence: Occurrence, restoring restorePlace: Place,
    in scene: TimelineScene, _ response: inout Response
  ) {
    guard let firstItem = edit.firstNeedingScope else {
      return response.add(.moveSelectedToDay(edit, occurrence))
    }
    ask(
      ScopeQuestion(
        firstItem.change, of: firstItem.occurrence, mayLeaveShownDays: true, partOf: edit,
        restoring: restorePlace,
        in: scene.zone), &response)
  }

  /// Returns the change to all selected events if one of them was moved with a pointer or with keys.
  ///
  /// - Parameter previousInteraction: the interaction that made the change.
  /// - Returns: nil if only that event changes.
  func groupEdit(
    _ change: EventEdit.Change, of occurrence: Occurrence, after previousInteraction: Interaction,
    in scene: TimelineScene
  ) -> GroupEdit? {
    guard selection.count > 1, let move = previousInteraction.groupMove else { return nil }
    return selection.groupEdit(
      following: GroupEdit.Item(occurrence, change), by: move, in: scene.zone)
  }
}

extension Interaction {
  /// The distance by which the event has been moved, as the last frame showed it; nil if it is new or only resized.
  var groupMove: GroupMove? {
    if let draggedEvent = drag?.gesture.lastDisplayedEvent {
      return draggedEvent.part == .body && !draggedEvent.isNew ? draggedEvent.groupMove : nil
    }
    return keyboardMove?.groupMove
  }
}

extension GroupEdit {
  /// Returns occurrences with these changes applied, except deletions.
  func applied(to source: [Occurrence], in days: Range<Day>, zone: Zone) -> [Occurrence] {
    let ids = Set(items.map(\.occurrence.id))
    let changedOccurrences = items.map { item in
      item.change == .delete ? item.occurrence : item.occurrence.applying(item.change, in: zone)
    }
    let visibleSpan = TimeSpan(days: days)
    return
      (source.filter { !ids.contains($0.id) } + changedOccurrences.filter { $0.span.overlaps(visibleSpan) })
      .sorted(by: Occurrence.inReadingOrder)
  }
}
