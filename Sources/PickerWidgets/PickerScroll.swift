import CGtk
import GtkSupport
import TimelineInteraction

/// Handles scrolling over a picker with a mouse wheel or touchpad.
///
/// Scrolling moves a picker only while the picker has the focus, or if the picker is a wheel on which the pointer
/// has rested for a moment. Otherwise, scrolling past a picker would change its value. A ribbon always accepts
/// sideways scrolling, because nothing else scrolls sideways.
@MainActor
final class PickerScroll {
  private unowned let picker: SnapPicker
  private let controller: OpaquePointer
  /// The distance, in px, that two fingers on a touchpad have moved since they began to scroll; nil while
  /// they are not scrolling.
  private var fingerTravel: Point?
  /// The timer that ends a swipe after a pause; 0 if it is not running.
  private var pauseTimer: guint = 0
  private var mouseWheelFilter = PickerWheelFilter()

  init(on picker: SnapPicker) {
    self.picker = picker
    let flags = GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue)
    controller = nonNull(gtk_event_controller_scroll_new(flags))
    onScroll(controller) { [weak self] dx, dy in self?.scrolled(dx, dy) ?? false }
    onSignal(controller, "scroll-end") { [weak self] in self?.endSwipe() }
    gtk_widget_add_controller(picker.gtkWidget, controller)
    guard picker.isVertical else { return }
    let motion = nonNull(gtk_event_controller_motion_new())
    for signal in ["enter", "motion"] {
      onSignal(motion, signal, numbers: { [weak self] _, _ in self?.pointerMoved() })
    }
    onSignal(motion, "leave") { [weak self] in self?.mouseWheelFilter.pointerLeft() }
    gtk_widget_add_controller(picker.gtkWidget, motion)
  }

  private func pointerMoved() { mouseWheelFilter.pointerMoved(time: picker.now) }

  isolated deinit { if pauseTimer != 0 { g_source_remove(pauseTimer) } }

  private func scrolled(_ dx: Double, _ dy: Double) -> Bool {
    let isSideways = abs(dx) > abs(dy)
    let isForPicker = fingerTravel != nil || picker.containsFocus || (isSideways && !picker.isVertical)
    guard isForPicker || mouseWheelFilter.shouldTurnPicker(time: picker.now) else { return false }
    let state = gtk_event_controller_get_current_event_state(controller)
    guard !Modifiers(rawValue: state.rawValue).contains(.control) else { return false }
    if gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE {
      slide(dx, dy)
    } else {
      let steps = isSideways ? dx * Double(picker.axis.steps(arrowX: 1, arrowY: 1)) : dy
      picker.move { $0.turnWheel(steps, time: picker.now) }
    }
    return true
  }

  /// Moves the row with two fingers on a touchpad, as if one finger were dragging it on the screen.
  private func slide(_ dx: Double, _ dy: Double) {
    let start = Point(x: 0, y: 0)
    let isNewSwipe = fingerTravel == nil
    var point = fingerTravel ?? start
    point.x -= dx
    // Scrolling down moves even a ribbon forward.
    point.y -= dy
    fingerTravel = point
    func coordinate(_ point: Point) -> Double {
      guard !picker.isVertical else { return point.y }
      return picker.axis.coordinate(of: Point(x: point.x, y: 0), width: 0) + point.y
    }
    if isNewSwipe { picker.move { $0.press(.touchpad, at: coordinate(start), time: picker.now) } }
    picker.move { $0.drag(to: coordinate(point), time: picker.now) }
    waitForPause()
  }

  private func endSwipe() {
    if pauseTimer != 0 { g_source_remove(pauseTimer) }
    pauseTimer = 0
    guard fingerTravel != nil else { return }
    fingerTravel = nil
    picker.move { $0.release(time: picker.now) }
  }

  /// Ends the swipe after a pause, because not every desktop reports when fingers leave the touchpad.
  private func waitForPause() {
    if pauseTimer != 0 { g_source_remove(pauseTimer) }
    pauseTimer = afterMilliseconds(UInt32(Feel.touchpadEndTimeout * 1_000)) { [weak self] in
      self?.pauseTimer = 0
      self?.endSwipe()
      return false
    }
  }
}
