import CGtk
import GtkSupport
import TimelineInteraction
import WidgetSupport

/// The functions of the view stack that its controllers use, besides those of `KeyInputHost`.
@MainActor
protocol TimelineControllersHost: KeyInputHost {
  /// Stops kinetic scrolling.
  func stopKineticScrolling()
  /// Zooms in by `steps`. The content at `anchor`, in viewport coordinates, stays in place.
  func zoom(steps: Double, anchoredAt anchor: Double?)
  /// Opens the context menu at a position.
  func openMenu(at point: Point, widgetPoint: Point)
  /// Called when the user has disabled or enabled animations.
  func motionPreferenceChanged(_ isReduced: Bool)
  /// Returns whether a position in viewport coordinates is over the sidebar, in which the lifted event can be dropped.
  func isOverSidebar(_ point: Point) -> Bool
  /// Forgets touches whose end will not be reported.
  func forgetTouches()
}

/// The view stack's controllers for pointers, keys and frames. The order in which they are added matters: GTK
/// passes events first to the controller that was added last.
@MainActor
final class TimelineControllers {
  let desktopSettings = DesktopSettings()
  /// Handles the primary button and touches.
  let press: PressInput
  /// Zooms by pinching, and by turning the wheel while Ctrl is held.
  let zoom: ZoomInput
  /// Handles the mouse while its primary button is not pressed.
  let mouse: HoverInput
  /// Reports each frame to the state while a pointer holds an event.
  let tick: FrameTick
  /// Handles the pointer over the sidebar while an event is carried.
  private let sidebarPointer: SidebarPointerInput
  let keys: KeyInput

  init(on host: any TimelineControllersHost, details: DetailsPopover, editor: NewEventEditor) {
    let press = PressInput(on: host) { [weak host] in host?.stopKineticScrolling() }
    let tick = FrameTick(of: host.gtkWidget) { [weak host] time in
      FrameStatistics.measure {
        host?.send(.frame(time: time))
        host?.send(.painted)
      }
    }
    let zoom = ZoomInput(on: host)
    press.trackTouches()
    let mouse = HoverInput(on: host) { position in
      guard let position else { return tick.stop() }
      press.recordPosition(at: position.point, widgetPoint: position.widgetPoint)
      tick.start()
    }
    sidebarPointer = SidebarPointerInput(on: host, press: press, tick: tick)
    zoom.handleWheel { [weak host, weak mouse] in host?.zoom(steps: $0, anchoredAt: mouse?.point?.y) }
    mouse.handleSecondaryButton { [weak host] in host?.openMenu(at: $0, widgetPoint: $1) }
    onSignal(host.gtkWidget.opaque, "unmap") { [weak host] in
      host?.send(.interrupted(.unmapped))
      host?.forgetTouches()
      // When its window closes, GTK would otherwise end the gesture of a finger that scrolls after the scroll bars are gone.
      host?.stopKineticScrolling()
    }
    keys = KeyInput(on: host, details: details, editor: editor)
    (self.press, self.zoom, self.mouse, self.tick) = (press, zoom, mouse, tick)
    desktopSettings.observe { [weak host] in host?.motionPreferenceChanged($0) }
  }
}
