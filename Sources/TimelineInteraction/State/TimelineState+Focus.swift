import CalendarModel

// Focus and selection.
extension TimelineState {
  /// Gives an event the focus.
  mutating func focusEvent(_ id: Occurrence.ID, scrolls: Bool, _ response: inout Response) {
    (focus, isFocusIncidental) = (id, false)
    response.add(.focus(id, scrolls: scrolls), .refreshMarks)
  }

  /// Gives the focus to an event, or (nil) to the selected day.
  mutating func focusEventOrDay(_ id: Occurrence.ID?, scrolls: Bool, _ response: inout Response) {
    if let id { return focusEvent(id, scrolls: scrolls, &response) }
    focus = nil
    response.add(.focusDay, .refreshMarks)
  }

  /// The toolkit gave an event the focus.
  mutating func focused(_ id: Occurrence.ID, isIncidental: Bool, _ response: inout Response) {
    focus = id
    if isIncidental { isFocusIncidental = true }
    response.add(.closeDetails(except: id), .refreshMarks)
  }

  mutating func select(_ id: Occurrence.ID?, _ response: inout Response) {
    guard selection != id else { return }
    selection = id
    if let id { focusEvent(id, scrolls: false, &response) } else { response.add(.refreshMarks) }
  }

  /// Handles a key without modifiers. Returns whether it moves the focus or scrolls.
  mutating func moveFocus(
    _ press: TimelineInput.KeyCommand, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    let order = scene.occurrences
    let index = order.firstIndex { $0.id == focus }
    let page = scene.viewport.height * 0.9
    var next: Int?
    switch press.key.name {
    // While the day itself has the focus, the nearest event is looked for from there.
    case .up: next = index.map { $0 - 1 } ?? order.lastIndex { $0.days.lowerBound <= scene.day } ?? 0
    case .down:
      next = index.map { $0 + 1 } ?? order.firstIndex { $0.days.upperBound > scene.day } ?? order.count - 1
    case .home: next = 0
    case .end: next = order.count - 1
    case .left: turnFocus(by: scene.isRightToLeft ? 1 : -1, in: scene, &response)
    case .right: turnFocus(by: scene.isRightToLeft ? -1 : 1, in: scene, &response)
    case .pageUp: response.add(.setScroll(scene.viewport.scroll - page))
    case .pageDown: response.add(.setScroll(scene.viewport.scroll + page))
    case .space, .enter, .escape, .delete, .menu, .f2, .f10, .e: return false
    }
    if let next, order.indices.contains(next) { focusEvent(order[next].id, scrolls: true, &response) }
    return true
  }

  /// Moves to an adjacent day, on this page or another: to its event at about the same height, or to the day
  /// itself if it has none.
  private func turnFocus(by days: Int, in scene: TimelineScene, _ response: inout Response) {
    let shown = scene.blocks.lazy.flatMap { $0 }.first { $0.id == focus && $0.day == scene.day }
    response.add(.turnFocus(days: days, near: shown?.top ?? scene.viewport.scroll))
  }

  mutating func focus(
    near y: Double, on day: Day, in scene: TimelineScene, _ response: inout Response
  ) {
    let blocks = scene.blocks.lazy.flatMap { $0 }.filter { $0.day == day }
    if let nearest = blocks.min(by: { abs($0.top - y) < abs($1.top - y) }) {
      focusEvent(nearest.id, scrolls: true, &response)
    } else {
      response.add(.focusDay)
    }
  }

  /// The target of a press at a point of the viewport, with the all-day row above its upper edge.
  package func target(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    point.y < 0 ? bar(at: point, by: pointer, in: scene) : block(at: point, by: pointer, in: scene)
  }

  private func block(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    // Handles are active where they are shown: on the selected block, and on the focused one during keyboard
    // use.
    let eventWithHandles = selection ?? (isFocusVisible ? focus : nil)
    let test = HitTest(
      blocks: scene.blocks.flatMap { $0 }, selected: eventWithHandles, isRightToLeft: scene.isRightToLeft)
    let (left, scroll) = (scene.viewport.columns.left, scene.viewport.scroll)
    guard let hit = test.hit(at: Point(x: point.x - left, y: point.y + scroll), by: pointer),
      let occurrence = scene.occurrences.first(where: { $0.id == hit.id })
    else { return nil }
    return PressTarget(occurrence: occurrence, part: hit.part, isSelected: eventWithHandles == hit.id)
  }

  private func bar(at point: Point, by pointer: PointerKind, in scene: TimelineScene) -> PressTarget? {
    let viewport = scene.viewport
    let point = Point(x: point.x - viewport.columns.left, y: point.y + viewport.allDayRowHeight)
    guard let frame = scene.bars.first(where: { $0.contains(point) }),
      let occurrence = scene.occurrences.first(where: { $0.id == frame.bar.id })
    else { return nil }
    let isSelected = selection == occurrence.id
    let part = frame.part(
      atX: point.x, by: pointer, isSelected: isSelected, isRightToLeft: scene.isRightToLeft)
    return PressTarget(
      occurrence: occurrence, part: part, isSelected: isSelected, bar: scene.bar(of: occurrence.id))
  }
}
