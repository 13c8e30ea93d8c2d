import CGtk
import GtkSupport
import TimelineInteraction

/// Two fingers, and Ctrl with the wheel: they make the hours taller.
@MainActor
final class ZoomInput {
  /// px of a touchpad's scrolling that zoom as much as one turn of a wheel.
  private static let pixelsPerTurn = 60.0

  private unowned let host: any TimelineInputHost
  private let pinch = created(gtk_gesture_zoom_new())

  init(on host: any TimelineInputHost) {
    self.host = host
    gtk_event_controller_set_propagation_phase(pinch, GTK_PHASE_CAPTURE)
    onSequence(pinch, "begin") { [weak self] _ in self?.began() }
    onSignal(pinch, "scale-changed", number: { [weak self] in self?.changed($0) })
    for end in ["end", "cancel"] {
      onSequence(pinch, end) { [weak self] _ in self?.host.send(.pinch(.ended)) }
    }
    gtk_widget_add_controller(host.pointer, pinch)
  }

  /// No one else gets the two fingers.
  func claim() { gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_CLAIMED) }

  private func began() {
    let isClaimed = host.send(.pinch(.began(centreY: centre ?? 0))).isClaimed
    // A second finger never touches what is lifted: it scrolls underneath.
    if !isClaimed { gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_DENIED) }
  }

  private func changed(_ scale: Double) {
    guard let centre else { return }
    host.send(.pinch(.changed(factor: scale, centreY: centre)))
  }

  /// px of the viewport, between the fingers.
  private var centre: Double? {
    var (x, y) = (0.0, 0.0)
    guard gtk_gesture_get_bounding_box_center(pinch, &x, &y) != 0 else { return nil }
    return host.inViewport(x: x, y: y).y
  }

  /// Hears of the wheel.
  ///
  /// - Parameter zoom: called with how many steps the hours are to be taller.
  func followWheel(_ zoom: @escaping @MainActor (_ steps: Double) -> Void) {
    let wheel = created(
      gtk_event_controller_scroll_new(
        GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue)))
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    onScroll(wheel) { [weak self] _, dy in
      guard let self else { return false }
      let state = gtk_event_controller_get_current_event_state(wheel)
      guard Modifiers(rawValue: state.rawValue).contains(.control),
        self.host.state.interaction.lifted == nil
      else { return false }
      // Touchpads report px, wheels whole turns.
      let isSmooth = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_SURFACE
      zoom(isSmooth ? -dy / ZoomInput.pixelsPerTurn : -dy)
      return true
    }
    gtk_widget_add_controller(host.pointer, wheel)
  }
}
