import CGtk
import GtkSupport
import TimelineInteraction

/// Zooms by pinching, and by turning the wheel while Ctrl is held.
@MainActor
final class ZoomInput {
  /// The touchpad scroll distance in px that zooms as much as one detent of a wheel.
  private static let pixelsPerDetent = 60.0

  private unowned let host: any TimelineInputHost
  private let pinch = nonNull(gtk_gesture_zoom_new())

  init(on host: any TimelineInputHost) {
    self.host = host
    gtk_event_controller_set_propagation_phase(pinch, GTK_PHASE_CAPTURE)
    onSequence(pinch, "begin") { [weak self] _ in self?.began() }
    onSignal(pinch, "scale-changed", number: { [weak self] in self?.changed($0) })
    for end in ["end", "cancel"] {
      onSequence(pinch, end) { [weak self] _ in self?.host.send(.pinch(.ended)) }
    }
    gtk_widget_add_controller(host.gtkWidget, pinch)
  }

  /// Claims the two touches.
  func claim() { gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_CLAIMED) }

  private func began() {
    let isClaimed = host.send(.pinch(.began(centerY: centerY ?? 0))).isClaimed
    // A second finger never affects a lifted event; it scrolls the timeline underneath.
    if !isClaimed { gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_DENIED) }
  }

  private func changed(_ scale: Double) {
    guard let centerY else { return }
    host.send(.pinch(.changed(factor: scale, centerY: centerY)))
  }

  /// The y coordinate of the midpoint between the fingers, in the viewport.
  private var centerY: Double? {
    var (x, y) = (0.0, 0.0)
    guard gtk_gesture_get_bounding_box_center(pinch, &x, &y) != 0 else { return nil }
    return host.viewportPoint(x: x, y: y).y
  }

  /// Starts to handle the wheel.
  ///
  /// - Parameter zoom: called with the number of steps by which to zoom in.
  func handleWheel(_ zoom: @escaping @MainActor (_ steps: Double) -> Void) {
    let wheel = nonNull(
      gtk_event_controller_scroll_new(
        GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue)))
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    onScroll(wheel) { [weak self] _, dy in
      guard let self else { return false }
      let state = gtk_event_controller_get_current_event_state(wheel)
      guard Modifiers(rawValue: state.rawValue).contains(.control),
        self.host.state.interaction.liftedOccurrence == nil
      else { return false }
      // Touchpads report px, and wheels report detents.
      let isSmooth = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_SURFACE
      zoom(isSmooth ? -dy / ZoomInput.pixelsPerDetent : -dy)
      return true
    }
    gtk_widget_add_controller(host.gtkWidget, wheel)
  }
}
