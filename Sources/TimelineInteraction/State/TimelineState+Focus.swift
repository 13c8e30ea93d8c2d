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
    let index = occurrences.firstIndex { $0.id == focus }
    let pageStep = scene.viewport.height * 0.9
    var nextIndex: Int?
    switch command.key.name {
    // While the day itself has the focus, the search for the nearest event starts there.
    case .up:
      let nearestIndex = occurrences.lastIndex { $0.days.lowerBound <= scene.selectedDay }
      nextIndex = index.map { $0 - 1 } ?? nearestIndex ?? 0
    case .down:
      let nearestIndex = occurrences.firstIndex { $0.days.upperBound > scene.selectedDay }
      nextIndex = index.map { $0 + 1 } ?? nearestIndex ?? occurrences.count - 1
    case .home: nextIndex = 0
    case .end: nextIndex = occurrences.count - 1
    case .left: moveFocus(byDays: scene.isRightToLeft ? 1 : -1, in: scene, &response)
    case .right: moveFocus(byDays: scene.isRightToLeft ? -1 : 1, in: scene, &response)
    case .pageUp: response.add(.setScroll(scene.viewport.scroll - pageStep))
    case .pageDown: response.add(.setScroll(scene.viewport.scroll + pageStep))
    case .space, .enter, .escape, .delete, .menu, .f2, .f10, .e: return false
    }
    guard let nextIndex else { return true }
    // If GTK has focused an event by itself, a key that would focus the same event makes it the user's choice.
    if occurrences.indices.contains(nextIndex), nextIndex != index || isFocusIncidental {
      focusEvent(occurrences[nextIndex].id, scrolls: true, &response)
    }
    if nextIndex == index || !occurrences.indices.contains(nextIndex) {
      response.add(.reachedEnd(occurrences.isEmpty ? .noEvents : nextIndex > 0 ? .last : .first))
    }
    return true
  }

  /// Moves the focus to an adjacent day, on this page or another. The event on that day at about the same
  /// height receives the focus, or the day itself if it has no events.
  private func moveFocus(byDays days: Int, in scene: TimelineScene, _ response: inout Response) {
    let focusedBlock = scene.blocks.lazy.flatMap { $0 }.first {
      $0.id == focus && $0.day == scene.selectedDay
    }
    response.add(.moveFocus(days: days, nearY: focusedBlock?.top ?? scene.viewport.scroll))
  }

  mutating func focus(
    near y: Double, on day: Day, in scene: TimelineScene, _ response: inout Response
  ) {
    let blocks = scene.blocks.lazy.flatMap { $0 }.filter { $0.day == day }
    let nearestBlock = blocks.min { abs($0.top - y) < abs($1.top - y) }
    focusEventOrDay(nearestBlock?.id, scrolls: true, &response)
  }

  /// Hides the focus ring and the handles of the focused event, because a pointer is in use.
  mutating func hideFocus(_ response: inout Response) {
    guard isFocusVisible else { return }
    isFocusVisible = false
    response.add(.refreshMarks)
  }

  /// Returns the target of a press at a point of the viewport. The all-day row lies above the upper edge of
  /// the viewport.
  package func target(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    point.y < 0 ? bar(at: point, by: pointer, in: scene) : block(at: point, by: pointer, in: scene)
  }

  private func block(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    // The handles of the selected block are active or, if no event is selected, those of the block that shows the
    // focus.
    let activeEvent = selectedEvent ?? (isFocusVisible ? focus : nil)
    let hasHandles = activeEvent.map { !scene.lockedEvents.contains($0) } ?? false
    let hitTest = HitTest(
      blocks: scene.blocks.flatMap { $0 }, selectedID: hasHandles ? activeEvent : nil,
      isRightToLeft: scene.isRightToLeft)
    let (left, scroll) = (scene.viewport.columns.left, scene.viewport.scroll)
    guard let hit = hitTest.hit(at: Point(x: point.x - left, y: point.y + scroll), by: pointer),
      let occurrence = scene.occurrences.first(where: { $0.id == hit.id })
    else { return nil }
    return PressTarget(occurrence: occurrence, part: hit.part, isSelected: activeEvent == hit.id)
  }

  private func bar(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    let viewport = scene.viewport
    let point = Point(x: point.x - viewport.columns.left, y: point.y + viewport.allDayRowHeight)
    guard let frame = scene.bars.first(where: { $0.contains(point) }),
      let occurrence = scene.occurrences.first(where: { $0.id == frame.bar.id })
    else { return nil }
    let isSelected = selectedEvent == occurrence.id
    let part = frame.part(
      atX: point.x, by: pointer, isSelected: isSelected, isRightToLeft: scene.isRightToLeft)
    return PressTarget(
      occurrence: occurrence, part: part, isSelected: isSelected, bar: scene.bar(of: occurrence.id))
  }
}
