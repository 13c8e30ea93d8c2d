import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// What the controllers have seen, apart from what the gesture machine makes of it.
struct InputState {
  /// px of travel that make a press a drag (`gtk-dnd-drag-threshold`).
  var dragThreshold = Feel.dragThreshold
  /// The pointer as the last event said, in px of the viewport: for the frame log alone.
  var pointer: Point?
  /// The same in px of the timeline, whose upper edge does not move when the strip above the hours grows.
  var pointerInWidget: Point?
  /// Whether Shift is held: snapping is fine then.
  var isFine = false
  /// Whether the keyboard was used last, so that the focus shows.
  var focusIsVisible = false
  /// The gesture's current press is a finger's.
  var isTouch = false
  /// px of a touchpad's scrolling that zoom as much as one turn of a wheel.
  static let pixelsPerTurn = 60.0
  var tick: guint = 0
  /// Fingers on the timeline.
  var fingers: Set<OpaquePointer> = []
  /// Whether the user has animations switched off.
  var isReducedMotion = false
  /// A finger that may turn out to swipe, or does.
  var swipe: TimelineView.Swipe?
}

// Controllers sit on the timeline, an ancestor of the scrolled window, and in the capture phase: on its child a
// claim would not deny the scrolled window, which takes a touch sequence back after 8 px of travel. None sits on
// a block: one that is unmapped during the drag would cancel its gesture.
extension TimelineView {
  func installInput() {
    let drag = created(gtk_gesture_drag_new())
    let longPress = created(gtk_gesture_long_press_new())
    let zoom = created(gtk_gesture_zoom_new())
    controllers = Controllers(drag: drag, longPress: longPress, zoom: zoom)
    gtk_gesture_single_set_button(drag, 1)
    gtk_gesture_single_set_button(longPress, 1)
    // Without `exclusive` a second finger would end the drag.
    gtk_gesture_single_set_exclusive(drag, 1)
    gtk_gesture_single_set_exclusive(longPress, 1)
    gtk_gesture_long_press_set_delay_factor(longPress, Feel.longPressFactor)
    gtk_gesture_group(longPress, drag)
    for gesture in [drag, longPress, zoom] {
      gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
    }
    onSignal(drag, "drag-begin", numbers: { [weak self] x, y in self?.pressed(x: x, y: y) })
    onSignal(drag, "drag-update", numbers: { [weak self] _, _ in self?.dragged() })
    onSignal(drag, "drag-end", numbers: { [weak self] _, _ in self?.dragEnded() })
    onSequence(drag, "cancel") { [weak self] _ in self?.cancelGesture(.gestureCancelled) }
    onSignal(longPress, "pressed", numbers: { [weak self] _, _ in self?.longPressed() })
    onSequence(zoom, "begin") { [weak self] _ in self?.pinchBegan() }
    onSignal(zoom, "scale-changed", number: { [weak self] scale in self?.pinched(scale) })
    for gesture in [drag, longPress, zoom] {
      gtk_widget_add_controller(pointer, gesture)
    }
    let events = created(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    onEvent(events) { [weak self] event in self?.track(event) }
    gtk_widget_add_controller(pointer, events)
    installPaging()
    installWheel()
    installSecondaryClick()
    onSignal(pointer.opaque, "unmap") { [weak self] in
      self?.cancelGesture(.unmapped)
      self?.forgetFingers()
    }
    if let settings = gtk_settings_get_default() {
      input.dragThreshold = Double(integerProperty(settings, "gtk-dnd-drag-threshold"))
      let readMotion: @MainActor () -> Void = { [weak self] in
        guard let self else { return }
        self.input.isReducedMotion = !booleanProperty(settings, "gtk-enable-animations")
        self.pager.isMotionReduced = self.input.isReducedMotion
      }
      readMotion()
      onNotify(settings, "gtk-enable-animations", readMotion)
    }
  }

  // MARK: Pressing, moving, letting go

  private func pressed(x: Double, y: Double) {
    guard !isInPopover(controllers.drag), isOnDays(x: x, y: y) else {
      gtk_gesture_set_state(controllers.drag, GTK_EVENT_SEQUENCE_DENIED)
      return
    }
    input.isTouch = isTouchEvent(gtk_event_controller_get_current_event(controllers.drag))
    popoverAtPress = popover.shown
    popover.close()
    input.focusIsVisible = false
    let point = inViewport(x: x, y: y)
    (input.pointer, input.pointerInWidget) = (point, Point(x: x, y: y))
    FrameStatistics.measure {
      if keyboardEdit.hold?.isLifted == true { carryOut(keyboardEdit.cancel(.gestureCancelled)) }
      finishKeyboardEdit()
      let kind: PointerKind = input.isTouch ? .touch : .mouse
      if isCarrying {
        carryOut(gesture.press(at: point, pointer: kind, target: nil, in: viewport))
        return
      }
      if input.isTouch, swipeBegan(at: Point(x: x, y: y), time: eventTime) { return }
      let target = target(at: point, kind)
      carryOut(
        gesture.press(
          at: point, pointer: kind, target: target, empty: target == nil ? emptyTime(at: point) : nil,
          in: viewport))
    }
  }

  private func dragged() {
    guard let point = currentPoint() else { return }
    input.pointer = point
    input.isFine = isShiftHeld(controllers.drag)
    FrameStatistics.measure {
      // A finger that goes sideways is a swipe before it is a press that has travelled too far.
      if gesture.lifted == nil, let place = input.pointerInWidget { swipeMoved(to: place, time: eventTime) }
      carryOut(gesture.move(to: point, fine: input.isFine, in: viewport))
      if gesture.lifted != nil { swipeCancelled() }
    }
  }

  /// The time of the event that is being handled, in seconds.
  var eventTime: Double {
    Double(gtk_event_controller_get_current_event_time(controllers.drag)) / 1_000
  }

  private func longPressed() {
    FrameStatistics.measure { carryOut(gesture.longPress(in: viewport)) }
    if gesture.lifted != nil, input.swipe?.sequence == nil { swipeCancelled() }
  }

  // drag-end comes on release, after a cancel and when someone else takes the sequence; only an event that lets
  // go of the very sequence is a release.
  private func dragEnded() {
    let event = gtk_event_controller_get_current_event(controllers.drag)
    let type = event.map { gdk_event_get_event_type($0) }
    FrameStatistics.measure {
      if type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END {
        carryOut(gesture.release(in: viewport))
        swipeEnded(time: eventTime)
      } else {
        carryOut(gesture.cancel(.gestureCancelled))
        swipeCancelled()
      }
      if !input.isTouch { gesture.allUp() }
    }
  }

  // The rest of a sequence that was spent is ignored until no finger is left.
  private func track(_ event: OpaquePointer) {
    guard let sequence = gdk_event_get_event_sequence(event) else { return }
    let type = gdk_event_get_event_type(event)
    if !input.fingers.isEmpty { secondFinger(type, event, sequence) }
    switch type {
    case GDK_TOUCH_BEGIN:
      if input.fingers.isEmpty { gesture.allUp() }
      input.fingers.insert(sequence)
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL:
      input.fingers.remove(sequence)
      guard input.fingers.isEmpty else { return }
      // The gesture hears of the same event after this controller.
      afterMilliseconds(0) { [weak self] in
        if self?.input.fingers.isEmpty == true { self?.forgetFingers() }
        return false
      }
    default: break
    }
  }

  func cancelGesture(_ reason: CancelReason) {
    FrameStatistics.measure {
      carryOut(gesture.cancel(reason))
      if keyboardEdit.hold?.isLifted == true { carryOut(keyboardEdit.cancel(reason)) }
    }
  }

  func claimSequence() { gtk_gesture_set_state(controllers.drag, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Sequences whose end goes to someone else must not be waited for.
  func forgetFingers() {
    input.fingers = []
    swipeCancelled()
    gesture.allUp()
    dropRetired()
  }

  // MARK: Two fingers

  private func pinchBegan() {
    // A second finger never touches what is lifted: it scrolls underneath.
    guard gesture.lifted == nil else {
      gtk_gesture_set_state(controllers.zoom, GTK_EVENT_SEQUENCE_DENIED)
      return
    }
    gesture.secondFinger()
    swipeCancelled()
    gtk_event_controller_reset(controllers.drag)
    gtk_event_controller_reset(controllers.longPress)
    gtk_gesture_set_state(controllers.zoom, GTK_EVENT_SEQUENCE_CLAIMED)
    var (x, y) = (0.0, 0.0)
    gtk_gesture_get_bounding_box_center(controllers.zoom, &x, &y)
    pinch = PinchZoom(axis: axis, centreY: inViewport(x: x, y: y).y, scroll: sheet.scroll)
  }

  private func pinched(_ scale: Double) {
    var (x, y) = (0.0, 0.0)
    guard gtk_gesture_get_bounding_box_center(controllers.zoom, &x, &y) != 0 else { return }
    guard let pinch else { return }
    let wanted = pinch.update(
      factor: max(scale, 0.01), centreY: inViewport(x: x, y: y).y,
      viewportHeight: Double(max(1, sheet.viewportHeight)))
    zoom(to: wanted.axis, scroll: wanted.scroll)
  }

  private func installWheel() {
    let wheel = created(
      gtk_event_controller_scroll_new(
        GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue)))
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    onScroll(wheel) { [weak self] _, dy in
      guard let self else { return false }
      let state = gtk_event_controller_get_current_event_state(wheel)
      guard Modifiers(rawValue: state.rawValue).contains(.control), !self.isLifted else { return false }
      // Touchpads report px, wheels whole turns.
      let isSmooth = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_SURFACE
      self.zoom(steps: isSmooth ? -dy / InputState.pixelsPerTurn : -dy, anchoredAt: self.hover?.y)
      return true
    }
    gtk_widget_add_controller(pointer, wheel)
    let motion = created(gtk_event_controller_motion_new())
    onSignal(motion, "motion", numbers: { [weak self] x, y in self?.hovered(x: x, y: y) })
    onSignal(motion, "leave") { [weak self] in self?.hoverEnded() }
    gtk_widget_add_controller(pointer, motion)
  }

  private func installSecondaryClick() {
    let click = created(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 3)
    onClick(click, "pressed") { [weak self] _, x, y in
      guard let self, !self.isInPopover(click), self.isOnDays(x: x, y: y), !self.isLifted else { return }
      let point = self.inViewport(x: x, y: y)
      if let occurrence = self.target(at: point, .mouse)?.occurrence {
        self.showMenu(for: occurrence, x: x, y: y)
      } else {
        self.showMenuOfEmptyTime(at: point, x: x, y: y)
      }
    }
    gtk_widget_add_controller(pointer, click)
  }

  // MARK: Hovering

  private func hovered(x: Double, y: Double) {
    let point = inViewport(x: x, y: y)
    hover = point
    if let last = mouse.place, last != point { mouse.isInUse = true }
    mouse.place = point
    if gesture.phase == .idle { input.isTouch = false }
    if isCarrying { return carryHovered(to: point) }
    guard gesture.lifted == nil else { return }
    let target = isOnDays(x: x, y: y) ? target(at: point, .mouse) : nil
    let part = target?.refusal == nil ? target?.part : nil
    let name: String? =
      switch part {
      case .start?, .end?: target?.bar == nil ? "ns-resize" : "ew-resize"
      default: nil
      }
    guard name != cursorName else { return }
    cursorName = name
    gtk_widget_set_cursor_from_name(pointer, name)
  }

  private func hoverEnded() {
    hover = nil
    if isCarrying { carryLeft() } else { resetCursor() }
  }

  func resetCursor() {
    cursorName = nil
    gtk_widget_set_cursor_from_name(pointer, nil)
  }

  // MARK: Where things are

  /// Whether an event comes from a popover, which is a child of the timeline and lies over it.
  func isInPopover(_ controller: OpaquePointer) -> Bool {
    guard let event = gtk_event_controller_get_current_event(controller),
      let native = gtk_widget_get_native(pointer)
    else { return false }
    return gdk_event_get_surface(event) != gtk_native_get_surface(native)
  }

  /// px of the viewport from px of this widget.
  func inViewport(x: Double, y: Double) -> Point { Point(x: x, y: y - viewportTop) }

  /// px from the top of this widget to the viewport.
  var viewportTop: Double { Double(height - Int(gtk_widget_get_height(scrolledWindow))) }

  /// Whether a press there is one on the days: not on a scroll bar, the dates, a button or a popover.
  func isOnDays(x: Double, y: Double) -> Bool {
    guard let picked = gtk_widget_pick(pointer, x, y, GTK_PICK_DEFAULT),
      gtk_widget_get_ancestor(picked, gtk_button_get_type()) == nil, !isInDraft(picked)
    else { return false }
    return [sheet.pointer, allDay.area.pointer].contains {
      picked == $0 || gtk_widget_is_ancestor(picked, $0) != 0
    }
  }

  /// What is held by a press at that point.
  func target(at point: Point, _ pointer: PointerKind) -> PressTarget? {
    if point.y < 0 { return targetInStrip(at: point, pointer) }
    // Handles are there where they show: on the selected block, and on the focused one while keys are used.
    let withHandles = selected ?? (input.focusIsVisible ? focused : nil)
    let test = HitTest(blocks: page.frames, selected: withHandles, isRightToLeft: isRightToLeft)
    guard let hit = test.hit(at: Point(x: point.x - columnsLeft, y: point.y + sheet.scroll), by: pointer),
      let occurrence = page.timed.first(where: { $0.id == hit.id })
    else { return nil }
    return PressTarget(
      occurrence: occurrence, part: hit.part, isSelected: withHandles == hit.id,
      refusal: dataSource?.refusal(for: occurrence))
  }

  private func currentPoint() -> Point? {
    var (x, y) = (0.0, 0.0)
    let sequence = gtk_gesture_single_get_current_sequence(controllers.drag)
    guard gtk_gesture_get_point(controllers.drag, sequence, &x, &y) != 0 else { return nil }
    input.pointerInWidget = Point(x: x, y: y)
    return inViewport(x: x, y: y)
  }

  /// The viewport begins elsewhere in the widget: what is held stays under a pointer that did not move.
  func viewportMoved() {
    guard gesture.phase != .idle, let place = input.pointerInWidget else { return }
    let point = inViewport(x: place.x, y: place.y)
    input.pointer = point
    carryOut(gesture.move(to: point, fine: input.isFine, in: viewport))
  }

  private func isTouchEvent(_ event: OpaquePointer?) -> Bool {
    guard let event else { return false }
    return gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN
  }

  private func isShiftHeld(_ gesture: OpaquePointer) -> Bool {
    let state = gtk_event_controller_get_current_event_state(gesture)
    return Modifiers(rawValue: state.rawValue).contains(.shift)
  }

  /// The present in seconds, for what is not bound to a frame.
  func seconds() -> Double { Double(g_get_monotonic_time()) / 1_000_000 }

  // MARK: The tick

  func startTick() {
    guard input.tick == 0 else { return }
    input.tick = addTick(pointer) { [weak self] time in
      guard let self, self.input.tick != 0 else { return false }
      FrameStatistics.measure {
        self.carryOut(self.gesture.tick(frameTime: Double(time) / 1_000_000, in: self.viewport))
        self.gesture.frameIsShown()
      }
      return self.input.tick != 0
    }
  }

  func stopTick() {
    guard input.tick != 0 else { return }
    gtk_widget_remove_tick_callback(pointer, input.tick)
    input.tick = 0
  }
}

/// The gestures of the timeline, borrowed from the widget that owns them.
struct Controllers {
  let drag: OpaquePointer
  let longPress: OpaquePointer
  let zoom: OpaquePointer
}
