import CGtk
import GtkSupport
import TimelineInteraction

/// Handles the mouse over the timeline while its primary button is not pressed: its position, the cursor, and
/// its secondary button.
@MainActor
final class HoverInput {
  private unowned let host: any TimelineInputHost
  /// The mouse's position in viewport coordinates; nil if the mouse is outside the timeline.
  private(set) var point: Point?
  private var cursor: String?
  /// Whether the whole window has the cursor of a carried event.
  private var isWindowCursorSet = false

  /// A position of the mouse in viewport coordinates and in widget coordinates.
  typealias Position = (point: Point, widgetPoint: Point)

  /// - Parameter onCarriedMove: called with the mouse's position when the mouse moves an event that is carried
  ///   with no button held, or with nil when the mouse has left the widget.
  init(on host: any TimelineInputHost, onCarriedMove: @escaping @MainActor (Position?) -> Void) {
    self.host = host
    let motion = nonNull(gtk_event_controller_motion_new())
    onSignal(motion, "motion", numbers: { [weak self] x, y in self?.moved(x: x, y: y, onCarriedMove) })
    onSignal(motion, "leave") { [weak self] in self?.mouseLeft(onCarriedMove) }
    gtk_widget_add_controller(host.gtkWidget, motion)
  }

  /// Starts to handle the secondary button.
  ///
  /// - Parameter openMenu: called to open a menu, with the position in viewport coordinates and in widget
  ///   coordinates.
  func handleSecondaryButton(_ openMenu: @escaping @MainActor (_ point: Point, _ widgetPoint: Point) -> Void)
  {
    let click = nonNull(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 3)
    onClick(click, "pressed") { [weak self] _, x, y in
      guard let host = self?.host,
        !isInPopover(gtk_event_controller_get_current_event(click), over: host.gtkWidget),
        host.isOnDays(x: x, y: y), host.state.interaction.liftedOccurrence == nil
      else { return }
      openMenu(host.viewportPoint(x: x, y: y), Point(x: x, y: y))
    }
    gtk_widget_add_controller(host.gtkWidget, click)
  }

  /// Shows the cursor for a carried event in the whole window, because the event can be carried into the sidebar.
  func showGrabbingCursor() {
    isWindowCursorSet = true
    setWindowCursor("grabbing")
    gtk_widget_set_cursor_from_name(host.gtkWidget, "grabbing")
  }

  /// Sets the cursor that shows whether the carried event can be dropped under the pointer.
  func showRefusal(_ isRefused: Bool) {
    let usualCursor = host.state.interaction.isFollowingPointer ? "grabbing" : cursor
    gtk_widget_set_cursor_from_name(host.gtkWidget, isRefused ? "not-allowed" : usualCursor)
    if isWindowCursorSet { setWindowCursor(isRefused ? "not-allowed" : "grabbing") }
  }

  /// Restores the default cursor.
  func resetCursor() {
    cursor = nil
    gtk_widget_set_cursor_from_name(host.gtkWidget, nil)
    if isWindowCursorSet { setWindowCursor(nil) }
    isWindowCursorSet = false
  }

  private func setWindowCursor(_ name: String?) {
    guard let root = gtk_widget_get_root(host.gtkWidget) else { return }
    gtk_widget_set_cursor_from_name(WidgetPointer(root), name)
  }

  private func moved(x: Double, y: Double, _ onCarriedMove: (Position?) -> Void) {
    let point = host.viewportPoint(x: x, y: y)
    self.point = point
    let widgetPoint = Point(x: x, y: y)
    host.send(.hover(point))
    guard host.state.interaction.drag == nil else {
      if host.state.interaction.isFollowingPointer { onCarriedMove((point, widgetPoint)) }
      return
    }
    setCursor(host.isOnDays(x: x, y: y) ? cursor(over: host.target(at: point, .mouse)) : nil)
  }

  private func mouseLeft(_ onCarriedMove: (Position?) -> Void) {
    point = nil
    // While the pointer is outside, a carried event must not scroll the timeline or turn pages.
    if host.state.interaction.isFollowingPointer { onCarriedMove(nil) } else { resetCursor() }
  }

  private func cursor(over target: PressTarget?) -> String? {
    guard let target, target.refusal == nil, target.part != .body else { return nil }
    return target.bar == nil ? "ns-resize" : "ew-resize"
  }

  private func setCursor(_ name: String?) {
    guard name != cursor else { return }
    cursor = name
    gtk_widget_set_cursor_from_name(host.gtkWidget, name)
  }
}
