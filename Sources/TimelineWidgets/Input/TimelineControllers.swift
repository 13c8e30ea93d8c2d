import CGtk
import GtkSupport
import TimelineInteraction

/// What the controllers need from the timeline, besides passing inputs to the state.
@MainActor
protocol TimelineControllersHost: KeyInputHost {
  /// Stops kinetic scrolling.
  func stopKineticScrolling()
  /// Turns pages by touchpad or wheel.
  func turnPages(_ input: PagerInput)
  /// Zooms in by `steps`; the content at `anchor` (px of the viewport) stays in place.
  func zoom(steps: Double, anchoredAt anchor: Double?)
  /// Opens the context menu at a position.
  func openMenu(at point: Point, widgetPoint: Point)
  /// Called when the user has disabled or enabled animations.
  func motionPreferenceChanged(_ isReduced: Bool)
  /// Forgets touches whose end will not be reported.
  func forgetTouches()
}

/// All event controllers for pointers, keys and frames on the timeline. They are added in the order that GTK
/// requires: the controller added last gets events first.
@MainActor
final class TimelineControllers {
  let desktop = DesktopSettings()
  /// The primary button, and touches.
  let press: PressInput
  /// Pinch, and Ctrl with the wheel.
  let zoom: ZoomInput
  /// The mouse while no button is held.
  let mouse: HoverInput
  /// Frame callbacks while a pointer holds something.
  let tick: FrameTick
  private let scrolling: PagingScroll
  private let keys: KeyInput

  init(
    on host: any TimelineControllersHost, hours: HoursArea, details: DetailsPopover, editor: NewEventEditor
  ) {
    let press = PressInput(on: host) { [weak host] in host?.stopKineticScrolling() }
    let tick = FrameTick(of: host.pointer) { [weak host] time in
      FrameStatistics.measure {
        host?.send(.frame(time: time))
        host?.send(.painted)
      }
    }
    let zoom = ZoomInput(on: host)
    press.trackTouches()
    scrolling = PagingScroll(on: hours.scrolledWindow, handlesVertical: false) { [weak host] in
      host?.turnPages($0)
    }
    let mouse = HoverInput(on: host) { point in
      guard let point else { return tick.stop() }
      press.point = point
      tick.start()
    }
    zoom.handleWheel { [weak host, weak mouse] in host?.zoom(steps: $0, anchoredAt: mouse?.point?.y) }
    mouse.handleSecondaryButton { [weak host] in host?.openMenu(at: $0, widgetPoint: $1) }
    onSignal(host.pointer.opaque, "unmap") { [weak host] in
      host?.send(.interrupted(.unmapped))
      host?.forgetTouches()
    }
    keys = KeyInput(on: host, sheet: hours.sheet.pointer, details: details, editor: editor, mouse: mouse)
    (self.press, self.zoom, self.mouse, self.tick) = (press, zoom, mouse, tick)
    desktop.observe { [weak host] in host?.motionPreferenceChanged($0) }
  }
}
