import CGtk
import GtkSupport
import TimelineInteraction
import WidgetSupport

/// Handles the mouse and touches over the sidebar while an event follows the pointer with no button held.
///
/// Its controllers are on the window and run in the capture phase, before those of the sidebar. A drag does not need
/// them: while a button is held, GTK reports the pointer's movements to the timeline, wherever the pointer is.
@MainActor
final class CarryInput {
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
    onSignal(motion, "leave") { [weak self] in self?.leftSidebar() }
    gtk_widget_add_controller(root, motion)
    let gesture = PressGesture(on: root, usesCapturePhase: true)
    gesture.onPress = { [weak self] in self?.pressed(at: $0) }
    gesture.onMove = { [weak self] in self?.moved(to: $0) }
    gesture.onRelease = { [weak self] in
      if let self { self.ended(.release(time: self.pressGesture?.time ?? 0)) }
    }
    gesture.onCancel = { [weak self] in self?.ended(.pressCanceled) }
    pressGesture = gesture
  }

  /// Converts window coordinates to coordinates of the viewport and of the timeline.
  private func position(of point: Point) -> (point: Point, widgetPoint: Point)? {
    var (windowPoint, timelinePoint) = (
      graphene_point_t(x: Float(point.x), y: Float(point.y)), graphene_point_t()
    )
    guard let window, gtk_widget_compute_point(window, host.gtkWidget, &windowPoint, &timelinePoint) != 0
    else {
      return nil
    }
    let (x, y) = (Double(timelinePoint.x), Double(timelinePoint.y))
    return (host.viewportPoint(x: x, y: y), Point(x: x, y: y))
  }

  private func hovered(_ point: Point) {
    guard host.state.interaction.isFollowingPointer, !isPressed,
      let (point, widgetPoint) = position(of: point)
    else {
      return
    }
    guard host.isOverSidebar(point) else { return leftSidebar() }
    FrameStatistics.measure {
      press.setCarryPosition(at: point, widgetPoint: widgetPoint)
      _ = host.send(.hover(point))
    }
    tick.start()
  }

  /// Called when the mouse is no longer over the sidebar. If it is now over the timeline, `HoverInput` takes over.
  private func leftSidebar() {
    guard !isPressed, let drag = host.state.interaction.drag, drag.lifted.isHeldWithoutButton,
      drag.lifted.dropTarget != nil
    else { return }
    tick.stop()
  }

  private func pressed(at point: Point) {
    guard let gesture = pressGesture else { return }
    guard host.state.interaction.isFollowingPointer, !isInPopover(gesture.event, over: host.gtkWidget),
      let (point, widgetPoint) = position(of: point), host.isOverSidebar(point)
    else { return gesture.deny() }
    isPressed = true
    // The sidebar's own widgets must not react.
    gesture.claim()
    FrameStatistics.measure {
      press.setCarryPosition(at: point, widgetPoint: widgetPoint)
      _ = host.send(
        .press(
          TimelineInput.Press(
            at: point, widgetPoint: widgetPoint, by: gesture.isTouch ? .touch : .mouse, time: gesture.time)))
    }
    tick.start()
  }

  private func moved(to point: Point) {
    guard isPressed, let gesture = pressGesture, let (point, widgetPoint) = position(of: point) else {
      return
    }
    FrameStatistics.measure {
      press.setCarryPosition(at: point, widgetPoint: widgetPoint)
      _ = host.send(
        .move(
          to: point, widgetPoint: widgetPoint, isFineSnapping: gesture.isShiftHeld, time: gesture.time))
    }
  }

  private func ended(_ input: TimelineInput) {
    guard isPressed else { return }
    isPressed = false
    FrameStatistics.measure { _ = host.send(input) }
  }
}
