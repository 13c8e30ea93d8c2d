import CGtk
import GtkSupport
import TimelineInteraction

/// A mouse over the timeline whose first button is not pressed: where it is, what its cursor says, and its second button.
@MainActor
final class HoverInput {
  private unowned let host: any TimelineInputHost
  /// Where it is over the days, in px of the viewport.
  private(set) var point: Point?
  /// Whether it was moved since a key was used: a mouse that only lies there, or that a window opened under, means no day.
  private(set) var isInUse = false
  private var last: Point?
  private var cursor: String?

  /// - Parameter onCarry: called when what is carried without a button follows the mouse to a place, or (nil) when there is
  ///   no mouse any more.
  init(on host: any TimelineInputHost, onCarry: @escaping @MainActor (Point?) -> Void) {
    self.host = host
    let motion = created(gtk_event_controller_motion_new())
    onSignal(motion, "motion", numbers: { [weak self] x, y in self?.moved(x: x, y: y, onCarry) })
    onSignal(motion, "leave") { [weak self] in self?.left(onCarry) }
    gtk_widget_add_controller(host.pointer, motion)
  }

  /// Hears of the second button.
  ///
  /// - Parameter menu: called when a menu is wanted, with the place in the viewport and in the widget.
  func followSecondButton(_ menu: @escaping @MainActor (_ point: Point, _ widgetPoint: Point) -> Void) {
    let click = created(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 3)
    onClick(click, "pressed") { [weak self] _, x, y in
      guard let host = self?.host,
        !isInPopover(gtk_event_controller_get_current_event(click), over: host.pointer),
        host.isOnDays(x: x, y: y), host.state.interaction.lifted == nil
      else { return }
      menu(host.inViewport(x: x, y: y), Point(x: x, y: y))
    }
    gtk_widget_add_controller(host.pointer, click)
  }

  /// Keys choose the day from now on.
  func giveWay() { isInUse = false }

  /// The cursor says that something is carried.
  func showCarrying() { gtk_widget_set_cursor_from_name(host.pointer, "grabbing") }

  /// The cursor says nothing.
  func resetCursor() {
    cursor = nil
    gtk_widget_set_cursor_from_name(host.pointer, nil)
  }

  private func moved(x: Double, y: Double, _ onCarry: (Point?) -> Void) {
    let point = host.inViewport(x: x, y: y)
    self.point = point
    if let last, last != point { isInUse = true }
    last = point
    host.send(.hover(point))
    guard host.state.interaction.drag == nil else {
      if host.state.interaction.isCarrying { onCarry(point) }
      return
    }
    setCursor(host.isOnDays(x: x, y: y) ? cursor(over: host.target(at: point, .mouse)) : nil)
  }

  private func left(_ onCarry: (Point?) -> Void) {
    point = nil
    // What is carried goes nowhere by itself until the pointer is back.
    if host.state.interaction.isCarrying { onCarry(nil) } else { resetCursor() }
  }

  private func cursor(over target: PressTarget?) -> String? {
    guard let target, target.refusal == nil, target.part != .body else { return nil }
    return target.bar == nil ? "ns-resize" : "ew-resize"
  }

  private func setCursor(_ name: String?) {
    guard name != cursor else { return }
    cursor = name
    gtk_widget_set_cursor_from_name(host.pointer, name)
  }
}
