import CalendarModel

// Presses of one button or finger up to the release, and events that follow the pointer without a press.
extension TimelineState {
  mutating func press(
    _ press: TimelineInput.Press, in scene: TimelineScene, _ response: inout Response
  ) {
    hideFocus(&response)
    isTouchInUse = press.pointerKind == .touch
    response.add(.closeDetails(except: nil))
    switch interaction {
    case .followingPointer:
      updateGesture(in: scene, &response) {
        $0.press(at: press.point, pointerKind: press.pointerKind, target: nil, in: scene.surface)
      }
    case .idle:
      if isTouchInUse, beginSwipe(press, in: scene, &response) { return }
      var gesture = TimelineGesture()
      _ = gesture.press(
        at: press.point, pointerKind: press.pointerKind, target: press.target, emptyTime: press.emptyTime,
        in: scene.surface)
      interaction = .pressing(PointerPress(gesture: gesture, input: press))
    case .pressing, .dragging, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming, .choosingScope:
      break
    }
  }

  mutating func move(
    to point: Point, widgetPoint: Point?, isFineSnapping: Bool, time: Double, in scene: TimelineScene,
    _ response: inout Response
  ) {
    self.isFineSnapping = isFineSnapping
    // Checks for a swipe first: a finger that moves sideways has also traveled too far for a press.
    if let widgetPoint, !interaction.isDrag {
      moveSwipe(to: widgetPoint, time: time, in: scene, &response)
    }
    let wasDrag = interaction.isDrag
    updateGesture(in: scene, &response) { $0.move(to: point, isFine: isFineSnapping, in: scene.surface) }
    if !wasDrag, interaction.isDrag { cancelSwipe(&response) }
  }

  mutating func longPress(in scene: TimelineScene, _ response: inout Response) {
    updateGesture(in: scene, &response) { $0.longPress(in: scene.surface) }
    if interaction.isDrag, swipe?.finger == nil { cancelSwipe(&response) }
  }

  mutating func release(time: Double, in scene: TimelineScene, _ response: inout Response) {
    lastReleaseTime = time
    updateGesture(in: scene, &response) { $0.release(in: scene.surface) }
    endSwipe(time: time, &response)
    if !isTouchInUse { stopIgnoring() }
  }

  /// Cancels the press, which then has no effect.
  mutating func pressCanceled(in scene: TimelineScene, _ response: inout Response) {
    updateGesture(in: scene, &response) { $0.cancel(.gestureCanceled) }
    cancelSwipe(&response)
    if !isTouchInUse { stopIgnoring() }
  }

  mutating func hover(_ point: Point?, in scene: TimelineScene, _ response: inout Response) {
    switch interaction {
    case .idle: isTouchInUse = false
    case .followingPointer:
      guard let point else { return }
      let isFineSnapping = isFineSnapping
      updateGesture(in: scene, &response) { $0.move(to: point, isFine: isFineSnapping, in: scene.surface) }
    case .pressing, .dragging, .ignoring, .pinching, .keyboardMove, .keyboardStep, .naming, .choosingScope:
      break
    }
  }

  mutating func setFineSnapping(_ isFineSnapping: Bool, in scene: TimelineScene, _ response: inout Response) {
    guard isFineSnapping != self.isFineSnapping else { return }
    self.isFineSnapping = isFineSnapping
    guard let draggedEvent = interaction.drag?.draggedEvent else { return }
    updateGesture(in: scene, &response) {
      $0.move(to: draggedEvent.pointer, isFine: isFineSnapping, in: scene.surface)
    }
  }

  // MARK: Frames and layout

  mutating func handleFrame(_ time: Double, in scene: TimelineScene, _ response: inout Response) {
    guard interaction.isDrag else { return }
    updateGesture(in: scene, &response) { $0.tick(frameTime: time, in: scene.surface) }
  }

  mutating func recordPaintedFrame() {
    guard let drag = interaction.drag else { return }
    var gesture = drag.gesture
    gesture.recordDisplayedFrame()
    guard let updatedDrag = Drag(gesture, focusBefore: drag.focusBefore) else { return }
    interaction = interaction.isFollowingPointer ? .followingPointer(updatedDrag) : .dragging(updatedDrag)
  }

  mutating func layoutChanged(in scene: TimelineScene, _ response: inout Response) {
    if case .keyboardMove(let move) = interaction { return response.add(.repositionKeyboardMove(move)) }
    updateGesture(in: scene, &response) { $0.viewportChanged(in: scene.surface) }
  }

  // MARK: Clicks

  mutating func clicked(
    _ id: Occurrence.ID?, at point: Point, _ previousInteraction: Interaction, in scene: TimelineScene,
    _ response: inout Response
  ) {
    guard case .pressing(let press) = previousInteraction else { return }
    if !selection.isEmpty || press.input.togglesSelection,
      clickToSelect(press.input, in: scene, &response)
    {
      lastClick = nil
      return
    }
    let isDouble = isDoubleClick(on: id, at: point, in: scene)
    guard let id, let target = press.input.target, scene.contains(id) else {
      select(nil, &response)
      if isDouble, let emptyTime = press.input.emptyTime {
        create(emptyTime, at: point, in: scene, &response)
      }
      return
    }
    focusEvent(id, scrolls: false, &response)
    if isDouble {
      edit(TimelineInput.EventTarget(target.occurrence, refusal: target.refusal), &response)
    } else if press.input.eventWithOpenDetails != id {
      // A second click on the event closes the details that the first one opened.
      response.add(.showDetails(id, .click))
    }
  }

  private mutating func isDoubleClick(
    on id: Occurrence.ID?, at point: Point, in scene: TimelineScene
  ) -> Bool {
    let previousClick = lastClick
    lastClick = Click(id: id, point: point, time: lastReleaseTime)
    guard let previousClick, previousClick.id == id,
      lastReleaseTime - previousClick.time <= scene.doubleClickTime,
      !point.isFarther(than: 2 * scene.surface.dragThreshold, from: previousClick.point)
    else { return false }
    lastClick = nil
    return true
  }

  // MARK: Other ways to begin

  mutating func create(
    _ emptyTime: EmptyTime, at point: Point, in scene: TimelineScene, _ response: inout Response
  ) {
    var gesture = TimelineGesture()
    for effect in gesture.create(emptyTime, at: point, in: scene.surface) {
      switch effect {
      case .create(let occurrence): startNaming(occurrence, &response)
      case .refused(let refusal): response.add(.refuse(refusal))
      case .claim, .lift, .update, .showKeyboardMove, .scroll, .turn, .dwell, .commit, .dropUnchanged,
        .canceled, .restore, .select, .click, .sidebar, .dropOnCalendar, .dropOnDay:
        break
      }
    }
  }

  mutating func moveWithPointer(
    _ eventTarget: TimelineInput.EventTarget, _ bar: BarPosition?, at point: Point, in scene: TimelineScene,
    _ response: inout Response
  ) {
    response.add(.closeDetails(except: nil))
    interaction = .idle
    updateGesture(in: scene, &response) {
      $0.pickUp(eventTarget.occurrence, bar: bar, refusal: eventTarget.refusal, at: point, in: scene.surface)
    }
  }
}
