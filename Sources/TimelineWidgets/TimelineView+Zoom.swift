import CGtk
import GtkSupport
import TimelineInteraction

// Zoom by keys, Ctrl and wheel, and two fingers; whatever is under the pointer stays there.
extension TimelineView {
  /// px of a touchpad's scrolling that zoom as much as one turn of a wheel.
  private static let pixelsPerTurn = 60.0

  /// Makes hours taller, or lower if negative, by so many steps; what is at `anchor` (px of the viewport, its
  /// upper third without) stays there.
  public func zoom(steps: Double, anchoredAt anchor: Double? = nil) {
    let newAxis = Zoom.stepped(axis, by: steps)
    settings.pixelsPerHour = newAxis.pixelsPerHour
    setAxis(newAxis, anchoredAt: anchor)
    onZoomChanged(settings.pixelsPerHour)
  }

  /// Back to the size that follows from the text.
  public func resetZoom() {
    configuration.pixelsPerHour = 0
    onZoomChanged(0)
  }

  func zoom(to newAxis: DayAxis, scroll: Double) {
    settings.pixelsPerHour = newAxis.pixelsPerHour
    setAxis(newAxis, scroll: scroll)
    onZoomChanged(settings.pixelsPerHour)
  }

  // MARK: Two fingers and the wheel

  func installPinch() {
    gtk_event_controller_set_propagation_phase(zoomGesture, GTK_PHASE_CAPTURE)
    onSequence(zoomGesture, "begin") { [weak self] _ in self?.pinchBegan() }
    onSignal(zoomGesture, "scale-changed", number: { [weak self] scale in self?.pinched(scale) })
    for end in ["end", "cancel"] {
      onSequence(zoomGesture, end) { [weak self] _ in self?.send(.pinch(.ended)) }
    }
    gtk_widget_add_controller(pointer, zoomGesture)
  }

  private func pinchBegan() {
    let isClaimed = send(.pinch(.began(centreY: pinchCentre ?? 0))).isClaimed
    // A second finger never touches what is lifted: it scrolls underneath.
    if !isClaimed { gtk_gesture_set_state(zoomGesture, GTK_EVENT_SEQUENCE_DENIED) }
  }

  private func pinched(_ scale: Double) {
    guard let centre = pinchCentre else { return }
    send(.pinch(.changed(factor: scale, centreY: centre)))
  }

  /// px of the viewport, between the fingers.
  private var pinchCentre: Double? {
    var (x, y) = (0.0, 0.0)
    guard gtk_gesture_get_bounding_box_center(zoomGesture, &x, &y) != 0 else { return nil }
    return inViewport(x: x, y: y).y
  }

  func installWheel() {
    let wheel = created(
      gtk_event_controller_scroll_new(
        GtkEventControllerScrollFlags(rawValue: GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue)))
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    onScroll(wheel) { [weak self] _, dy in
      guard let self else { return false }
      let state = gtk_event_controller_get_current_event_state(wheel)
      guard Modifiers(rawValue: state.rawValue).contains(.control), !self.isLifted else { return false }
      // Touchpads report px, wheels whole turns.
      let isSmooth = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_SURFACE
      self.zoom(steps: isSmooth ? -dy / TimelineView.pixelsPerTurn : -dy, anchoredAt: self.hover?.y)
      return true
    }
    gtk_widget_add_controller(pointer, wheel)
  }
}
