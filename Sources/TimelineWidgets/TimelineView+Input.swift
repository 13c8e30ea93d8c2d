import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// What the controllers have seen, apart from what the state makes of it.
struct InputState {
  /// px of travel that make a press a drag (`gtk-dnd-drag-threshold`).
  var dragThreshold = Feel.dragThreshold
  /// The pointer as the last event said, in px of the viewport: for the frame log alone.
  var pointer: Point?
  /// The same in px of the timeline, whose upper edge does not move when the strip above the hours grows.
  var pointerInWidget: Point?
  /// How many presses there were, to know one from the next.
  var presses = 0
  var tick: guint = 0
  /// Whether the user has animations switched off.
  var isReducedMotion = false
}

// Controllers sit on the timeline, an ancestor of the scrolled window, and in the capture phase: on its child a
// claim would not deny the scrolled window, which takes a touch sequence back after 8 px of travel. None sits on
// a block: one that is unmapped during the drag would cancel its gesture.
extension TimelineView {
  func installInput() {
    hand.onPress = { [weak self] in self?.pressed(at: $0) }
    hand.onMove = { [weak self] in self?.moved(to: $0) }
    hand.onRelease = { [weak self] in
      guard let self else { return }
      FrameStatistics.measure { _ = self.send(.release(time: self.eventTime)) }
    }
    hand.onCancel = { [weak self] in
      FrameStatistics.measure { _ = self?.send(.sequenceTaken) }
    }
    hand.addLongPress(to: pointer, after: Feel.longPressFactor) { [weak self] in self?.longPressed() }
    installPinch()
    let events = created(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    onEvent(events) { [weak self] event in self?.track(event) }
    gtk_widget_add_controller(pointer, events)
    scrolling = PagingScroll(on: scrolledWindow, takesVertical: false) { [weak self] in
      self?.paging.take($0)
    }
    installWeekStrip()
    installWheel()
    installHover()
    installSecondaryClick()
    onSignal(pointer.opaque, "unmap") { [weak self] in
      self?.send(.interrupted(.unmapped))
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

  private func pressed(at place: Point) {
    guard !isInPopover(hand.event), isOnDays(x: place.x, y: place.y) else { return hand.deny() }
    input.presses += 1
    let (isTouch, details) = (hand.isTouch, popover.shown)
    // For a finger GTK does so itself. What is pressed with the mouse would run away before it is lifted, and then jump.
    if !isTouch { stopKineticScrolling() }
    let point = inViewport(x: place.x, y: place.y)
    (input.pointer, input.pointerInWidget) = (point, place)
    FrameStatistics.measure {
      // What waits to be saved is, before it is asked what lies there.
      send(.begin(.press))
      let kind: PointerKind = isTouch ? .touch : .mouse
      let target = isLifted ? nil : target(at: point, kind)
      send(
        .press(
          TimelineInput.Press(
            at: point, place: place, by: kind, time: eventTime, on: target,
            empty: target == nil ? emptyTime(at: point) : nil, details: details)))
    }
  }

  private func moved(to place: Point) {
    let point = inViewport(x: place.x, y: place.y)
    (input.pointer, input.pointerInWidget) = (point, place)
    FrameStatistics.measure {
      _ = send(.move(to: point, place: place, isFine: hand.isShiftHeld, time: eventTime))
    }
  }

  // GTK's timer does not know what waits: after a stall it tells of a long press before the motions of the finger
  // that has long been on its way.
  private func longPressed() {
    let press = input.presses
    afterWaitingEvents { [weak self] in
      guard let self, self.input.presses == press else { return }
      FrameStatistics.measure { _ = self.send(.longPress) }
    }
  }

  /// When the event came that is being told: a busy program hears of it late.
  private var eventTime: Double { hand.time > 0 ? hand.time : seconds() }

  // The rest of a sequence that was spent is ignored until no finger is left.
  private func track(_ event: OpaquePointer) {
    guard let sequence = gdk_event_get_event_sequence(event) else { return }
    let (finger, time) = (Int(bitPattern: sequence), Double(gdk_event_get_time(event)) / 1_000)
    var (x, y) = (0.0, 0.0)
    _ = gdk_event_get_position(event, &x, &y)
    let place = Point(x: x, y: y)
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN: send(.touch(.began(finger, at: place, time: time)))
    case GDK_TOUCH_UPDATE:
      if state.fingers.count > 1 { send(.touch(.moved(finger, to: place, time: time))) }
    case GDK_TOUCH_END: send(.touch(.ended(finger, time: time)))
    case GDK_TOUCH_CANCEL: send(.touch(.cancelled(finger)))
    default: break
    }
  }

  /// The viewport begins elsewhere in the widget: what is held stays under a pointer that did not move.
  func viewportMoved() {
    guard isPointing, let place = input.pointerInWidget else { return }
    let point = inViewport(x: place.x, y: place.y)
    input.pointer = point
    send(.move(to: point, place: nil, isFine: state.isFine, time: 0))
  }

  /// Whether a press is under way, whatever comes of it, or something is carried.
  var isPointing: Bool {
    switch state.interaction {
    case .pressing, .dragging, .carrying, .ignoring, .pinching: true
    case .idle, .keyboardMove, .keyboardStep, .naming: false
    }
  }

  /// The present in seconds, for what is not bound to a frame.
  func seconds() -> Double { Double(g_get_monotonic_time()) / 1_000_000 }

  // MARK: The tick

  func startTick() {
    guard input.tick == 0 else { return }
    input.tick = addTick(pointer) { [weak self] time in
      guard let self, self.input.tick != 0 else { return false }
      FrameStatistics.measure {
        self.send(.frame(time: Double(time) / 1_000_000))
        self.send(.painted)
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
