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
  /// How many presses there were, to know one from the next.
  var presses = 0
  /// The gesture's current press is a finger's.
  var isTouch = false
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
    installHover()
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
        self.paging.reduceMotion(self.input.isReducedMotion)
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
    input.presses += 1
    input.isTouch = isTouchEvent(gtk_event_controller_get_current_event(controllers.drag))
    // For a finger GTK does so itself. What is pressed with the mouse would run away before it is lifted, and then jump.
    if !input.isTouch { stopKineticScrolling() }
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

  // GTK's timer does not know what waits: after a stall it tells of a long press before the motions of the finger
  // that has long been on its way.
  private func longPressed() {
    let press = input.presses
    afterWaitingEvents { [weak self] in
      guard let self, self.input.presses == press else { return }
      FrameStatistics.measure { self.carryOut(self.gesture.longPress(in: self.viewport)) }
      if self.gesture.lifted != nil, self.input.swipe?.sequence == nil { self.swipeCancelled() }
    }
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
    paging.deck.dropRetired()
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
