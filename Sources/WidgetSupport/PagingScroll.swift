import CGtk
import GtkSupport
import TimelineInteraction

/// Reports wheel input and touchpad swipes on a widget as paging.
///
/// If the desktop reports touchpad scrolling in px, a swipe on the touchpad moves the pages like a swipe
/// on a touchscreen. A horizontal wheel turns pages, as does a vertical wheel while Shift is held.
/// While Ctrl is held, scrolling is left to other controllers, because it zooms.
@MainActor
package final class PagingScroll {
  /// The touchpad scroll distance in px that counts as one detent of a wheel.
  private static let pixelsPerDetent = 60.0

  /// Whether the desktop has ever reported that the fingers have been lifted from the touchpad. Not every
  /// desktop does so.
  private static var reportsScrollEnd = false

  private let controller: OpaquePointer
  private let handlesVertical: () -> Bool
  private let report: (PagerInput) -> Void
  /// The distance that the fingers on a touchpad have moved since they began to scroll, and the detector of its
  /// axis; nil while they are not scrolling.
  private var travel: (distance: Point, axisDetector: SwipeAxisDetector)?
  private var isSwiping = false
  /// The time at which the fingers last moved: the event's time in seconds, and the clock's time in
  /// microseconds.
  private var lastMovement = (event: 0.0, clock: 0)
  private var isWaitingForPause = false

  /// - Parameter handlesVertical: returns whether a vertical wheel also turns pages, because there is nothing
  ///   for it to scroll.
  package init(
    on widget: WidgetPointer, handlesVertical: @escaping () -> Bool,
    report: @escaping (PagerInput) -> Void
  ) {
    self.handlesVertical = handlesVertical
    self.report = report
    let flags = GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue)
    controller = nonNull(gtk_event_controller_scroll_new(flags))
    // In the capture phase, the controller receives events before a scrolled window does.
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    onScroll(controller) { [weak self] dx, dy in self?.scrolled(dx, dy) ?? false }
    // The beginning of a new swipe also ends the previous one if its end was not reported.
    onSignal(controller, "scroll-begin") { [weak self] in self?.endSwipe(nil) }
    onSignal(controller, "scroll-end") { [weak self] in
      PagingScroll.reportsScrollEnd = true
      self?.endSwipe(self?.time)
    }
    gtk_widget_add_controller(widget, controller)
  }

  /// The timestamp of the current event, in seconds.
  private var time: Double { Double(gtk_event_controller_get_current_event_time(controller)) / 1_000 }

  private func scrolled(_ dx: Double, _ dy: Double) -> Bool {
    let state = gtk_event_controller_get_current_event_state(controller)
    let modifiers = Modifiers(rawValue: state.rawValue)
    guard !modifiers.contains(.control) else { return false }
    guard gtk_event_controller_scroll_get_unit(controller) != GDK_SCROLL_UNIT_SURFACE else {
      return swiped(dx, dy)
    }
    let device = gtk_event_controller_get_current_event_device(controller)
    let isTouchpad = device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHPAD } ?? false
    return wheelTurned(
      dx, dy, handlesVertical: handlesVertical() || modifiers.contains(.shift), isTouchpad: isTouchpad)
  }

  private func wheelTurned(_ dx: Double, _ dy: Double, handlesVertical: Bool, isTouchpad: Bool) -> Bool {
    // Swipes are never quite straight, so the larger component counts.
    let isSideways = abs(dx) > abs(dy)
    guard isSideways || handlesVertical else { return false }
    report(
      .wheel(detents: isSideways ? dx : dy, isSideways: isSideways, isTouchpad: isTouchpad, time: time))
    return true
  }

  private func swiped(_ dx: Double, _ dy: Double) -> Bool {
    var (distance, axisDetector) =
      travel ?? (Point(x: 0, y: 0), SwipeAxisDetector(start: Point(x: 0, y: 0)))
    // Scrolling right moves the content left, as a finger that moves left would.
    distance.x -= dx
    distance.y -= dy
    axisDetector.track(distance)
    travel = (distance, axisDetector)
    lastMovement = (time, g_get_monotonic_time())
    waitForPause()
    switch axisDetector.axis {
    case nil: return true
    case .vertical:
      guard handlesVertical() else { return false }
      report(
        .wheel(
          detents: dy / PagingScroll.pixelsPerDetent, isSideways: false, isTouchpad: true, time: time))
    case .horizontal:
      if !isSwiping { report(.press(x: distance.x + dx, time: time, isTouchpad: true)) }
      isSwiping = true
      report(.drag(x: distance.x, time: time))
    }
    return true
  }

  /// Ends the swipe at the given event time, or at the time of the last movement if `time` is nil.
  private func endSwipe(_ time: Double?) {
    travel = nil
    guard isSwiping else { return }
    isSwiping = false
    report(.release(time: time ?? lastMovement.event))
  }

  /// Treats a pause as the end of the swipe, unless the desktop is known to report when swipes end.
  private func waitForPause() {
    guard !isWaitingForPause, !PagingScroll.reportsScrollEnd else { return }
    isWaitingForPause = true
    let pause = Int(Feel.touchpadEndTimeout * 1_000_000)
    let remainingTime = max(1, lastMovement.clock + pause - Int(g_get_monotonic_time()))
    afterMilliseconds(UInt32(remainingTime / 1_000 + 1)) { [weak self] in
      guard let self else { return false }
      self.isWaitingForPause = false
      if Int(g_get_monotonic_time()) - self.lastMovement.clock < pause {
        self.waitForPause()
      } else if !PagingScroll.reportsScrollEnd {
        self.endSwipe(nil)
      }
      return false
    }
  }
}
