import CGtk
import GtkSupport
import TimelineInteraction

/// Scrolling by wheel or touchpad over a picker.
///
/// It affects the picker only while that has the focus, or a wheel on which the pointer has rested, so that
/// scrolling past it changes nothing. Nothing else scrolls sideways, so a ribbon accepts sideways scrolling at any
/// time.
@MainActor
final class PickerScroll {
  private unowned let picker: SnapPicker
  private let controller: OpaquePointer
  /// The distance that two fingers on a touchpad have moved since they began to scroll; nil while they do not
  /// scroll.
  private var fingers: Point?
  private var watch: guint = 0
  private var rest = PointerRest()

  init(on picker: SnapPicker) {
    self.picker = picker
    let flags = GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue)
    controller = created(gtk_event_controller_scroll_new(flags))
    onScroll(controller) { [weak self] dx, dy in self?.scrolled(dx, dy) ?? false }
    onSignal(controller, "scroll-end") { [weak self] in self?.endSwipe() }
    gtk_widget_add_controller(picker.pointer, controller)
    guard picker.isVertical else { return }
    let motion = created(gtk_event_controller_motion_new())
    for signal in ["enter", "motion"] {
      onSignal(motion, signal, numbers: { [weak self] _, _ in self?.pointerMoved() })
    }
    onSignal(motion, "leave") { [weak self] in self?.rest.left() }
    gtk_widget_add_controller(picker.pointer, motion)
  }

  private func pointerMoved() { rest.moved(time: picker.now) }

  isolated deinit { if watch != 0 { g_source_remove(watch) } }

  private func scrolled(_ dx: Double, _ dy: Double) -> Bool {
    let isSideways = abs(dx) > abs(dy)
    let isMeant = fingers != nil || picker.containsFocus || (isSideways && !picker.isVertical)
    guard isMeant || rest.turns(time: picker.now) else { return false }
    let state = gtk_event_controller_get_current_event_state(controller)
    guard !Modifiers(rawValue: state.rawValue).contains(.control) else { return false }
    if gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE {
      slide(dx, dy)
    } else {
      let steps = isSideways ? dx * Double(picker.axis.step(x: 1, y: 1)) : dy
      picker.move { $0.wheel(steps, time: picker.now) }
    }
    return true
  }

  /// Two fingers on a touchpad move the row as one finger on the screen would.
  private func slide(_ dx: Double, _ dy: Double) {
    let start = Point(x: 0, y: 0)
    let isFresh = fingers == nil
    var point = fingers ?? start
    point.x -= dx
    // Scrolling down moves a ribbon forward, as with a wheel.
    point.y -= dy
    fingers = point
    func coordinate(_ point: Point) -> Double {
      guard !picker.isVertical else { return point.y }
      return picker.axis.coordinate(of: Point(x: point.x, y: 0), width: 0) + point.y
    }
    if isFresh { picker.move { $0.press(.touchpad, at: coordinate(start), time: picker.now) } }
    picker.move { $0.drag(to: coordinate(point), time: picker.now) }
    waitForPause()
  }

  private func endSwipe() {
    if watch != 0 { g_source_remove(watch) }
    watch = 0
    guard fingers != nil else { return }
    fingers = nil
    picker.move { $0.release(time: picker.now) }
  }

  // Not every desktop reports when fingers leave the touchpad.
  private func waitForPause() {
    if watch != 0 { g_source_remove(watch) }
    watch = afterMilliseconds(UInt32(Feel.touchpadEndTimeout * 1_000)) { [weak self] in
      self?.watch = 0
      self?.endSwipe()
      return false
    }
  }
}
