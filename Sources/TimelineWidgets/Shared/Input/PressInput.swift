import CGtk
import GtkSupport
import TimelineInteraction
import WidgetSupport

/// Handles the primary button and touches on the timeline.
///
/// Its controllers are on the timeline, an ancestor of the scrolled window, and run in the capture phase. If
/// they were on the scrolled window's child, claiming a touch sequence would not deny the scrolled window's
/// own gesture, which takes over a sequence after 8 px of travel. No controller is on a block, because a
/// block that is unmapped during a drag would cancel the gesture.
@MainActor
final class PressInput {
  private unowned let host: any TimelineInputHost
  private let pressGesture: PressGesture
  /// The pointer's last reported position, in viewport coordinates. Used only by the frame log.
  var point: Point?
  /// The same position in timeline coordinates, which do not change when the all-day row grows.
  private var widgetPoint: Point?
  /// The number of presses so far, used to detect that a new press has begun.
  private var pressCount = 0

  /// - Parameter stopScrolling: called for a press that must stop kinetic scrolling.
  init(on host: any TimelineInputHost, stopScrolling: @escaping @MainActor () -> Void) {
    self.host = host
    pressGesture = PressGesture(on: host.gtkWidget, usesCapturePhase: true)
    pressGesture.onPress = { [weak self] in self?.pressed(at: $0, stopScrolling) }
    pressGesture.onMove = { [weak self] in self?.moved(to: $0) }
    pressGesture.onRelease = { [weak self] in
      guard let self else { return }
      FrameStatistics.measure { _ = self.host.send(.release(time: self.time)) }
    }
    pressGesture.onCancel = { [weak self] in
      FrameStatistics.measure { _ = self?.host.send(.pressCanceled) }
    }
    pressGesture.addLongPress(to: host.gtkWidget, after: Feel.longPressFactor) { [weak self] in
      self?.longPressed()
    }
  }

  /// Starts to track all touches, before the press gesture receives them.
  func trackTouches() {
    let events = nonNull(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    onEvent(events) { [weak self] event in self?.track(event) }
    gtk_widget_add_controller(host.gtkWidget, events)
  }

  /// Claims the press.
  func claim() { pressGesture.claim() }

  /// Gives up the press in favor of a two-finger zoom.
  func reset() { pressGesture.reset() }

  /// Records the pointer's position while an event follows the pointer with no button held.
  func recordPosition(at point: Point, widgetPoint: Point) {
    (self.point, self.widgetPoint) = (point, widgetPoint)
  }

  /// Called when the viewport has moved within the widget. Keeps a held event under a resting pointer.
  func viewportMoved() {
    guard host.state.interaction.isPointerActive, let widgetPoint else { return }
    let point = host.viewportPoint(x: widgetPoint.x, y: widgetPoint.y)
    self.point = point
    host.send(.move(to: point, widgetPoint: nil, isFineSnapping: host.state.isFineSnapping, time: 0))
  }

  /// The time of the current input event in seconds. The actual time may be later, because a busy program
  /// handles events late.
  private var time: Double { pressGesture.time > 0 ? pressGesture.time : SteadyClock.seconds }

  private func pressed(at widgetPoint: Point, _ stopScrolling: () -> Void) {
    guard !isInPopover(pressGesture.event, over: host.gtkWidget),
      host.isOnDays(x: widgetPoint.x, y: widgetPoint.y)
    else {
      return pressGesture.deny()
    }
    pressCount += 1
    let (isTouch, eventWithOpenDetails) = (pressGesture.isTouch, host.eventWithOpenDetails)
    // GTK itself stops kinetic scrolling for a touch, but not for the mouse: a pressed event would scroll
    // away before it is lifted, and then jump.
    if !isTouch { stopScrolling() }
    let point = host.viewportPoint(x: widgetPoint.x, y: widgetPoint.y)
    (self.point, self.widgetPoint) = (point, widgetPoint)
    FrameStatistics.measure {
      // Saves pending edits before the target is looked up.
      host.send(.willStart(.press))
      let kind: PointerKind = isTouch ? .touch : .mouse
      let target = host.state.interaction.liftedOccurrence == nil ? host.target(at: point, kind) : nil
      if let target { host.selectDay(of: target, pressedAt: point) }
      host.send(
        .press(
          TimelineInput.Press(
            at: point, widgetPoint: widgetPoint, by: kind, time: time, on: target,
            emptyTime: target == nil ? host.emptyTime(at: point) : nil,
            eventWithOpenDetails: eventWithOpenDetails,
            togglesSelection: !isTouch && pressGesture.isControlHeld)))
    }
  }

  private func moved(to widgetPoint: Point) {
    let point = host.viewportPoint(x: widgetPoint.x, y: widgetPoint.y)
    (self.point, self.widgetPoint) = (point, widgetPoint)
    FrameStatistics.measure {
      _ = host.send(
        .move(to: point, widgetPoint: widgetPoint, isFineSnapping: pressGesture.isShiftHeld, time: time))
    }
  }

  // GTK's timer ignores queued events: after a stall, it reports a long press before the motion events of a
  // finger that began to move long ago.
  private func longPressed() {
    let press = pressCount
    afterPendingEvents { [weak self] in
      guard let self, self.pressCount == press else { return }
      FrameStatistics.measure { _ = self.host.send(.longPress) }
    }
  }

  // Reports all touches, but movements only while several fingers are down. The press gesture reports the
  // movements of a single finger.
  private func track(_ event: OpaquePointer) {
    guard let sequence = gdk_event_get_event_sequence(event) else { return }
    let (finger, time) = (Int(bitPattern: sequence), Double(gdk_event_get_time(event)) / 1_000)
    var (x, y) = (0.0, 0.0)
    _ = gdk_event_get_position(event, &x, &y)
    let widgetPoint = Point(x: x, y: y)
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN: host.send(.touch(.began(finger, at: widgetPoint, time: time)))
    case GDK_TOUCH_UPDATE:
      if host.state.fingers.count > 1 { host.send(.touch(.moved(finger, to: widgetPoint, time: time))) }
    case GDK_TOUCH_END: host.send(.touch(.ended(finger, time: time)))
    case GDK_TOUCH_CANCEL: host.send(.touch(.canceled(finger)))
    default: break
    }
  }
}

/// Returns whether an event comes from a popover that is a child of the widget and covers it.
@MainActor
func isInPopover(_ event: OpaquePointer?, over widget: WidgetPointer) -> Bool {
  guard let event, let native = gtk_widget_get_native(widget) else { return false }
  return gdk_event_get_surface(event) != gtk_native_get_surface(native)
}
