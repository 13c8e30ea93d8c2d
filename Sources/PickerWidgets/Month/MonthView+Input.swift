import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetSupport

// Swipes, wheels and taps on the days.
extension MonthView {
  func installInput() {
    pressGesture.onPress = { [weak self] in self?.pressed(at: $0) }
    pressGesture.onMove = { [weak self] in self?.dragged(to: $0) }
    pressGesture.onRelease = { [weak self] in self?.released() }
    pressGesture.onCancel = { [weak self] in
      self?.pressEnded()
      self?.page(.cancel)
    }
    scrolling = PagingScroll(
      on: area.gtkWidget, handlesVertical: { [weak self] in self?.takesWheel() ?? false }
    ) { [weak self] in self?.page($0) }
    let motion = nonNull(gtk_event_controller_motion_new())
    for signal in ["enter", "motion"] {
      onSignal(
        motion, signal,
        numbers: { [weak self] _, _ in self?.wheelFilter.pointerMoved(time: SteadyClock.seconds) })
    }
    onSignal(motion, "leave") { [weak self] in self?.wheelFilter.pointerLeft() }
    gtk_widget_add_controller(area.gtkWidget, motion)
  }

  /// Returns whether the mouse wheel turns months instead of scrolling the surroundings: this is the case if
  /// a day has the focus, or if the pointer has rested on the days.
  private func takesWheel() -> Bool {
    containsFocus || wheelFilter.shouldTurnPicker(time: SteadyClock.seconds)
  }

  func page(_ input: PagerInput) {
    change { $0.handle(input, width: area.pageWidth) }
  }

  private func pressed(at point: Point) {
    press = PagingPress(axis: SwipeAxisDetector(start: point), stopsMotion: state.position.fraction != 0)
    page(.press(x: point.x, time: pressGesture.time, isTouchpad: false))
  }

  private func dragged(to point: Point) {
    let wasUndecided = press?.axis.axis == nil
    press?.axis.track(point)
    switch press?.axis.axis {
    case nil: break
    case .horizontal:
      if wasUndecided {
        pressGesture.claim()
        surroundings.stop(around: area.gtkWidget)
      }
      page(.drag(x: point.x, time: pressGesture.time))
    case .vertical: pressGesture.deny()
    }
  }

  private func released() {
    let ended = press
    let point = pressGesture.point
    let time = pressGesture.time
    pressEnded()
    page(.release(time: time))
    guard let ended, ended.axis.axis == nil, !ended.stopsMotion, let point else { return }
    if let day = day(at: point) { choose(day) }
  }

  private func pressEnded() {
    press = nil
    surroundings.resume()
  }

  /// Returns the day at a point in `area`; nil if there is none or the month is moving.
  func day(at point: Point) -> Day? {
    guard state.position.fraction == 0, let page = targetPage,
      let index = page.geometry.index(at: point)
    else {
      return nil
    }
    return page.content.days[index]
  }
}
