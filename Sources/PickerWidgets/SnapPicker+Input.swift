import CGtk
import GtkSupport
import TimelineInteraction

// Input by touch, mouse, wheel and touchpad.
extension SnapPicker {
  /// A press in progress.
  struct Press {
    /// The difference, in seconds, between `now` and the times of events, which may be counted from a different
    /// moment.
    let clockOffset: Double
    /// Decides whether the press moves the picker or scrolls the surroundings of a ribbon.
    var axisDetector: SwipeAxisDetector
  }

  func installInput() {
    pressGesture.onPress = { [weak self] in self?.pressed(at: $0) }
    pressGesture.onMove = { [weak self] in self?.dragged(to: $0) }
    pressGesture.onRelease = { [weak self] in self?.released() }
    pressGesture.onCancel = { [weak self] in self?.canceled() }
    scroll = PickerScroll(on: self)
    // An unmapped widget receives no more frames.
    onSignal(gtkWidget.opaque, "unmap") { [weak self] in self?.finish() }
  }

  private func pressed(at point: Point) {
    let clockOffset = now - pressGesture.time
    press = Press(clockOffset: clockOffset, axisDetector: SwipeAxisDetector(start: point))
    if isVertical {
      pressGesture.claim()
      outerScrollBlocker.stop(around: gtkWidget)
    }
    endTyping()
    // Taking the focus on touch would open the on-screen keyboard.
    if takesFocusWhenPressed, !pressGesture.isTouch { takeFocus() }
    move {
      $0.press(at: axis.coordinate(of: point, width: Double(width)), time: pressGesture.time + clockOffset)
    }
  }

  private func dragged(to point: Point) {
    guard var press else { return }
    let wasUndecided = press.axisDetector.axis == nil
    press.axisDetector.track(point)
    self.press = press
    if !isVertical, wasUndecided {
      switch press.axisDetector.axis {
      case nil: break
      case .horizontal:
        pressGesture.claim()
        outerScrollBlocker.stop(around: gtkWidget)
      case .vertical:
        pressGesture.deny()
        return
      }
    }
    move {
      $0.drag(
        to: axis.coordinate(of: point, width: Double(width)), time: pressGesture.time + press.clockOffset)
    }
  }

  private func released() {
    guard let press else { return }
    pressEnded()
    move { $0.release(time: pressGesture.time + press.clockOffset) }
  }

  /// Cancels the press. The picker returns to its last rest position.
  private func canceled() {
    pressEnded()
    move { $0.cancel(time: now) }
  }

  private func pressEnded() {
    press = nil
    outerScrollBlocker.resume()
  }
}
