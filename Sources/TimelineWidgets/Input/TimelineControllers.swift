import CGtk
import GtkSupport
import TimelineInteraction

/// What the timeline does for its controllers, beside handing inputs to the state.
@MainActor
protocol TimelineControllersHost: KeyInputHost {
  /// Ends a kinetic scroll.
  func stopKineticScrolling()
  /// Fingers on a touchpad, or a wheel, turn pages.
  func turnPages(_ input: PagerInput)
  /// Makes the hours taller by so many steps; what is at `anchor` (px of the viewport) stays there.
  func zoom(steps: Double, anchoredAt anchor: Double?)
  /// Opens the menu of what is at a place.
  func openMenu(at point: Point, widgetPoint: Point)
  /// The user has animations switched off, or no longer.
  func reduceMotion(_ isReduced: Bool)
  /// Fingers are down of which no end will be told.
  func forgetFingers()
}

/// All that hears of pointers, keys and frames on the timeline, put on it in the order that GTK goes by: what comes last hears
/// first.
@MainActor
final class TimelineControllers {
  let desktop = DesktopSettings()
  /// The first button, and fingers.
  let press: PressInput
  /// Two fingers, and Ctrl with the wheel.
  let zoom: ZoomInput
  /// The mouse without a button held.
  let mouse: HoverInput
  /// Frames, while something is in a pointer's hand.
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
    press.followFingers()
    scrolling = PagingScroll(on: hours.scrolledWindow, takesVertical: false) { [weak host] in
      host?.turnPages($0)
    }
    let mouse = HoverInput(on: host) { point in
      guard let point else { return tick.stop() }
      press.point = point
      tick.start()
    }
    zoom.followWheel { [weak host, weak mouse] in host?.zoom(steps: $0, anchoredAt: mouse?.point?.y) }
    mouse.followSecondButton { [weak host] in host?.openMenu(at: $0, widgetPoint: $1) }
    onSignal(host.pointer.opaque, "unmap") { [weak host] in
      host?.send(.interrupted(.unmapped))
      host?.forgetFingers()
    }
    keys = KeyInput(on: host, sheet: hours.sheet.pointer, details: details, editor: editor, mouse: mouse)
    (self.press, self.zoom, self.mouse, self.tick) = (press, zoom, mouse, tick)
    desktop.follow { [weak host] in host?.reduceMotion($0) }
  }
}
