import CalendarModel

// Focus and selection.
extension TimelineState {
  /// Gives an event the focus.
  mutating func focusEvent(_ id: Occurrence.ID, scrolls: Bool, _ response: inout Response) {
    (focus, isFocusIncidental) = (id, false)
    response.add(.focus(id, scrolls: scrolls), .refreshMarks)
  }

  /// Gives the focus to an event, or to the selected day if `id` is nil.
  mutating func focusEventOrDay(_ id: Occurrence.ID?, scrolls: Bool, _ response: inout Response) {
    if let id { return focusEvent(id, scrolls: scrolls, &response) }
    focus = nil
    response.add(.focusDay, .refreshMarks)
  }

  /// Gives the focus to the neighbor of a deleted event, or to the selected day if there is none.
  mutating func focusNeighbor(
    _ neighbor: Occurrence.ID?, ofDeleted id: Occurrence.ID, _ response: inout Response
  ) {
    focusEventOrDay(neighbor, scrolls: false, &response)
    deletion = Deletion(id: id, neighbor: neighbor)
  }

  /// Returns the focus to an event that was deleted, because its deletion was canceled or undone. If the focus has moved
  /// in the meantime, it stays where it is.
  mutating func returnFocusToDeletedEvent(_ response: inout Response) {
    guard let deletion else { return }
    self.deletion = nil
    if focus == deletion.neighbor { focusEvent(deletion.id, scrolls: false, &response) }
  }

  /// Forgets the last deletion if the user does something else on the timeline.
  mutating func forgetDeletion(before input: TimelineInput) {
    guard deletion != nil else { return }
    if case .focused(let id, _) = input, id != deletion?.neighbor { deletion = nil }
    if case .press = input { deletion = nil }
    if case .key = input { deletion = nil }
    if case .action = input { deletion = nil }
    if case .newEvent = input { deletion = nil }
  }

  /// Returns the event to which the focus moves from a deleted one: the first that does not start before it, or else the
  /// last.
  ///
  /// - Parameter events: the events of the selected day without the deleted one, in order.
  package static func neighbor(
    ofEventAt start: Instant, among events: [Occurrence]
  ) -> Occurrence? {
    events.first { $0.start.instant >= start } ?? events.last
  }

  /// Records that the toolkit has given the focus to an event.
  mutating func focused(_ id: Occurrence.ID, isIncidental: Bool, _ response: inout Response) {
    focus = id
    // Only one event shows handles.
    if selectedEvent != id { selectedEvent = nil }
    if isIncidental { isFocusIncidental = true }
    response.add(.closeDetails(except: id), .refreshMarks)
  }

  mutating func select(_ id: Occurrence.ID?, _ response: inout Response) {
    guard selectedEvent != id else { return }
    selectedEvent = id
    if let id { focusEvent(id, scrolls: false, &response) } else { response.add(.refreshMarks) }
  }

  /// Handles a key without modifiers.
  ///
  /// - Returns: whether the key moves the focus or scrolls.
  mutating func moveFocus(
    _ command: TimelineInput.KeyCommand, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    let occurrences = scene.occurrences
    let move = scene.surface.focusMove(
      for: command.key.name, from: focus, on: scene.selectedDay, among: occurrences)
    switch move {
    case nil: return false
    case .scroll(let place): response.add(.scroll(to: place))
    case .days(let count, let y): response.add(.moveFocus(days: count, nearY: y))
    case .event(let index):
      let focusedIndex = occurrences.firstIndex { $0.id == focus }
      // If GTK has focused an event by itself, a key that would focus the same event makes it the user's choice.
      if occurrences.indices.contains(index), index != focusedIndex || isFocusIncidental {
        focusEvent(occurrences[index].id, scrolls: true, &response)
      }
      if index == focusedIndex || !occurrences.indices.contains(index) {
        response.add(.reachedEnd(occurrences.isEmpty ? .noEvents : index > 0 ? .last : .first))
      }
    }
    return true
  }

  mutating func focus(
    near y: Double, on day: Day, in scene: TimelineScene, _ response: inout Response
  ) {
    focusEventOrDay(scene.surface.event(nearest: y, on: day), scrolls: true, &response)
  }

  /// Hides the focus ring and the handles of the focused event, because a pointer is in use.
  mutating func hideFocus(_ response: inout Response) {
    guard isFocusVisible else { return }
    isFocusVisible = false
    response.add(.refreshMarks)
  }

  /// Returns the target of a press at a point of the viewport.
  package func target(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    // The handles of the selected event are active or, if no event is selected, those of the event that shows the focus.
    let activeEvent = selectedEvent ?? (isFocusVisible ? focus : nil)
    let handles = ActiveHandles(
      of: activeEvent, areShown: activeEvent.map { !scene.lockedEvents.contains($0) } ?? false,
      selectedEvent: selectedEvent)
    guard let hit = scene.surface.hit(at: point, by: pointer, handles),
      let occurrence = scene.occurrences.first(where: { $0.id == hit.id })
    else { return nil }
    return PressTarget(occurrence: occurrence, part: hit.part, isSelected: hit.isSelected, bar: hit.bar)
  }
}
