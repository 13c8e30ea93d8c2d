import CGtk
import GtkSupport
import TimelineInteraction
import WidgetSupport

/// Handles the mouse and touches over the sidebar while an event follows the pointer with no button held.
///
/// Its controllers are on the window and run in the capture phase, before those of the sidebar. A drag does not need
/// them: while a button is held, GTK reports the pointer's movements to the timeline, wherever the pointer is.
@MainActor
final class SidebarPointerInput {
  private unowned let host: any TimelineControllersHost
  private let press: PressInput
  private let tick: FrameTick
  private var window: WidgetPointer?
  private var pressGesture: PressGesture?
  /// Whether a press over the sidebar is in progress.
  private var isPressed = false

  /// - Parameters:
  ///   - press: records the pointer's position.
  ///   - tick: reports frames, so that holding the event still can show a day or turn months.
  init(on host: any TimelineControllersHost, press: PressInput, tick: FrameTick) {
    (self.host, self.press, self.tick) = (host, press, tick)
    onSignal(host.gtkWidget.opaque, "realize") { [weak self] in self?.addControllers() }
  }

  private func addControllers() {
    guard window == nil, let root = gtk_widget_get_root(host.gtkWidget).map({ WidgetPointer($0) }) else {
      return
    }
    window = root
    let motion = nonNull(gtk_event_controller_motion_new())
    gtk_event_controller_set_propagation_phase(motion, GTK_PHASE_CAPTURE)
    onSignal(motion, "motion", numbers: { [weak self] x, y in self?.hovered(Point(x: x, y: y)) })
    onSignal(motion, "leave") { [weak self] in self?.pointerLeftSidebar() }
    gtk_widget_add_controller(root, motion)
    let gesture = PressGesture(on: root, usesCapturePhase: true)
    gesture.onPress = { [weak self] in self?.pressed(at: $0) }
    gesture.onMove = { [weak self] in self?.moved(to: $0) }
    gesture.onRelease = { [weak self] in
      if let self { self.endPress(.release(time: self.pressGesture?.time ?? 0)) }
    }
    gesture.onCancel = { [weak self] in self?.endPress(.pressCanceled) }
    pressGesture = gesture
  }

  /// Converts window coordinates to coordinates of the viewport and of the timeline.
  private func timelinePosition(of windowPoint: Point) -> (point: Point, widgetPoint: Point)? {
    var (point, timelinePoint) = (
      graphene_point_t(x: Float(windowPoint.x), y: Float(windowPoint.y)), graphene_point_t()
    )
    guard let window, gtk_widget_compute_point(window, host.gtkWidget, &point, &timelinePoint) != 0
    else {
      return nil
    }
    let (x, y) = (Double(timelinePoint.x), Double(timelinePoint.y))
    return (host.viewportPoint(x: x, y: y), Point(x: x, y: y))
  }

  private func hovered(_ windowPoint: Point) {
    guard host.state.interaction.isFollowingPointer, !isPressed,
      let (point, widgetPoint) = timelinePosition(of: windowPoint)
    else {
      return
    }
    guard host.isOverSidebar(point) else { return pointerLeftSidebar() }
    FrameStatistics.measure {
      press.recordPosition(at: point, widgetPoint: widgetPoint)
      _ = host.send(.hover(point))
    }
    tick.start()
  }

  /// Called when the mouse is no longer over the sidebar. If it is now over the timeline, `HoverInput` takes over.
  private func pointerLeftSidebar() {
    guard !isPressed, let drag = host.state.interaction.drag, drag.draggedEvent.isHeldWithoutButton,
      drag.draggedEvent.dropTarget != nil
    else { return }
    tick.stop()
  }

  private func pressed(at windowPoint: Point) {
    guard let gesture = pressGesture else { return }
    guard host.state.interaction.isFollowingPointer, !isInPopover(gesture.event, over: host.gtkWidget),
      let (point, widgetPoint) = timelinePosition(of: windowPoint), host.isOverSidebar(point)
    else { return gesture.deny() }
    isPressed = true
    // The sidebar's own widgets must not react.
    gesture.claim()
    FrameStatistics.measure {
      press.recordPosition(at: point, widgetPoint: widgetPoint)
      _ = host.send(
        .press(
          TimelineInput.Press(
            at: point, widgetPoint: widgetPoint, by: gesture.isTouch ? .touch : .mouse, time: gesture.time)))
    }
    tick.start()
  }

  private func moved(to windowPoint: Point) {
    guard isPressed, let gesture = pressGesture, let (point, widgetPoint) = timelinePosition(of: windowPoint)
    else {
      return
    }
    FrameStatistics.measure {
      press.recordPosition(at: point, widgetPoint: widgetPoint)
      _ = host.send(
        .move(
          to: point, widgetPoint: widgetPoint, isFineSnapping: gesture.isShiftHeld, time: gesture.time))
    }
  }

  private func endPress(_ input: TimelineInput) {
    guard isPressed else { return }
    isPressed = false
    FrameStatistics.measure { _ = host.send(input) }
  }
}
