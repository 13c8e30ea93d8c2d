import CGtk
import GtkSupport
import TimelineInteraction

/// Handles the mouse over the timeline while its primary button is not pressed: its position, its cursor and
/// its secondary button.
@MainActor
final class HoverInput {
  private unowned let host: any TimelineInputHost
  /// The mouse's position over the days, in px of the viewport.
  private(set) var point: Point?
  private var use = PointerUse()
  /// Whether the mouse is in use. At rest, also where a window has just opened under it, it selects no day.
  var hasMovedSinceKeyPress: Bool { use.hasMovedSinceKeyPress }
  /// Its last position in px of the widget.
  private var last: Point?
  private var cursor: String?

  /// - Parameter onCarriedMove: called with the position when an event carried without a button follows the
  ///   mouse, or with nil when the mouse has left.
  init(on host: any TimelineInputHost, onCarriedMove: @escaping @MainActor (Point?) -> Void) {
    self.host = host
    let motion = created(gtk_event_controller_motion_new())
    onSignal(motion, "motion", numbers: { [weak self] x, y in self?.moved(x: x, y: y, onCarriedMove) })
    onSignal(motion, "leave") { [weak self] in self?.left(onCarriedMove) }
    gtk_widget_add_controller(host.pointer, motion)
  }

  /// Starts to handle the secondary button.
  ///
  /// - Parameter menu: called to open a menu, with the position in the viewport and in the widget.
  func handleSecondaryButton(_ menu: @escaping @MainActor (_ point: Point, _ widgetPoint: Point) -> Void) {
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

  /// A key that is not a modifier was pressed anywhere in the window.
  func keyPressed() { use.keyPressed() }

  /// Shows the cursor for a carried event.
  func showGrabbingCursor() { gtk_widget_set_cursor_from_name(host.pointer, "grabbing") }

  /// Restores the default cursor.
  func resetCursor() {
    cursor = nil
    gtk_widget_set_cursor_from_name(host.pointer, nil)
  }

  private func moved(x: Double, y: Double, _ onCarriedMove: (Point?) -> Void) {
    let point = host.inViewport(x: x, y: y)
    self.point = point
    // Not its position in the viewport, which changes under a resting pointer when the row above the hours does.
    let widgetPoint = Point(x: x, y: y)
    if let last, last != widgetPoint { use.moved() }
    last = widgetPoint
    host.send(.hover(point))
    guard host.state.interaction.drag == nil else {
      if host.state.interaction.isCarrying { onCarriedMove(point) }
      return
    }
    setCursor(host.isOnDays(x: x, y: y) ? cursor(over: host.target(at: point, .mouse)) : nil)
  }

  private func left(_ onCarriedMove: (Point?) -> Void) {
    point = nil
    // A carried event must not scroll or turn pages by itself until the pointer is back.
    if host.state.interaction.isCarrying { onCarriedMove(nil) } else { resetCursor() }
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
