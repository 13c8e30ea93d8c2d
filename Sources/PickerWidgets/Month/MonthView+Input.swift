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
      self?.handlePaging(.cancel)
    }
    scrolling = PagingScroll(
      on: pageArea.gtkWidget, handlesVertical: { [weak self] in self?.wheelTurnsMonths() ?? false }
    ) { [weak self] in self?.handlePaging($0) }
    let motion = nonNull(gtk_event_controller_motion_new())
    for signal in ["enter", "motion"] {
      onSignal(
        motion, signal,
        numbers: { [weak self] _, _ in self?.mouseWheelFilter.pointerMoved(time: SteadyClock.seconds) })
    }
    onSignal(motion, "leave") { [weak self] in self?.mouseWheelFilter.pointerLeft() }
    gtk_widget_add_controller(pageArea.gtkWidget, motion)
  }

  /// Returns whether the mouse wheel turns months instead of scrolling the surroundings. It turns months if a
  /// day has the focus, or if the pointer has rested on the days.
  private func wheelTurnsMonths() -> Bool {
    containsFocus || mouseWheelFilter.shouldTurnPicker(time: SteadyClock.seconds)
  }

  func handlePaging(_ input: PagerInput) {
    change { $0.handle(input, width: pageArea.pageWidth) }
  }

  private func pressed(at point: Point) {
    press = PagingPress(
      axisDetector: SwipeAxisDetector(start: point), stopsMotion: state.position.fraction != 0)
    handlePaging(.press(x: point.x, time: pressGesture.time, isTouchpad: false))
  }

  private func dragged(to point: Point) {
    let wasUndecided = press?.axisDetector.axis == nil
    press?.axisDetector.track(point)
    switch press?.axisDetector.axis {
    case nil: break
    case .horizontal:
      if wasUndecided {
        pressGesture.claim()
        outerScrollBlocker.stop(around: pageArea.gtkWidget)
      }
      handlePaging(.drag(x: point.x, time: pressGesture.time))
    case .vertical: pressGesture.deny()
    }
  }

  private func released() {
    let endedPress = press
    let point = pressGesture.point
    let time = pressGesture.time
    pressEnded()
    handlePaging(.release(time: time))
    guard let endedPress, endedPress.axisDetector.axis == nil, !endedPress.stopsMotion, let point else {
      return
    }
    if let day = day(at: point) { choose(day) }
  }

  private func pressEnded() {
    press = nil
    outerScrollBlocker.resume()
  }

  /// Returns the day at a point in `pageArea`; nil if there is none or the month is moving.
  func day(at point: Point) -> Day? {
    guard state.position.fraction == 0, let page = targetPage,
      let index = page.geometry.dayIndex(at: point)
    else {
      return nil
    }
    return page.content.days[index]
  }
}
