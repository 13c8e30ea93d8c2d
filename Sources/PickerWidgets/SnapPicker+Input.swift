import CGtk
import GtkSupport
import TimelineInteraction

// Input by touch, mouse, wheel and touchpad.
extension SnapPicker {
  /// A press in progress.
  struct Press {
    /// Seconds by which the clock is ahead of the event times, which may have another origin.
    let offset: Double
    /// Whether the press moves the picker or scrolls the surroundings of a ribbon, once decided.
    var axis: SwipeAxisDetector
  }

  func installInput() {
    pressGesture.onPress = { [weak self] in self?.pressed(at: $0) }
    pressGesture.onMove = { [weak self] in self?.dragged(to: $0) }
    pressGesture.onRelease = { [weak self] in self?.released() }
    pressGesture.onCancel = { [weak self] in self?.cancelled() }
    scroll = PickerScroll(on: self)
    // There will be no more frames.
    onSignal(pointer.opaque, "unmap") { [weak self] in self?.finish() }
  }

  private func pressed(at point: Point) {
    let offset = now - pressGesture.time
    press = Press(offset: offset, axis: SwipeAxisDetector(start: point))
    if isVertical {
      pressGesture.claim()
      stopSurroundingScrolling()
    }
    endTyping()
    // Taking the focus on touch would open the on-screen keyboard.
    if takesFocusWhenPressed, !pressGesture.isTouch { takeFocus() }
    move { $0.press(at: axis.coordinate(of: point, width: Double(width)), time: pressGesture.time + offset) }
  }

  private func dragged(to point: Point) {
    guard var press else { return }
    let wasUndecided = press.axis.axis == nil
    press.axis.track(point)
    self.press = press
    if !isVertical, wasUndecided {
      switch press.axis.axis {
      case nil: break
      case .horizontal:
        pressGesture.claim()
        stopSurroundingScrolling()
      case .vertical:
        pressGesture.deny()
        return
      }
    }
    move {
      $0.drag(to: axis.coordinate(of: point, width: Double(width)), time: pressGesture.time + press.offset)
    }
  }

  private func released() {
    guard let press else { return }
    pressEnded()
    move { $0.release(time: pressGesture.time + press.offset) }
  }

  /// The press was cancelled: the picker returns to its last rest position.
  private func cancelled() {
    pressEnded()
    move { $0.cancel(time: now) }
  }

  private func pressEnded() {
    press = nil
    resumeSurroundingScrolling()
  }

  // MARK: Surroundings

  /// Keeps enclosing scrolled windows from taking over the drag: they would do so after a few px, even if it
  /// was claimed.
  private func stopSurroundingScrolling() {
    guard stoppedWindows.isEmpty else { return }
    var ancestor = gtk_widget_get_parent(pointer)
    while let widget = ancestor {
      if g_type_check_instance_is_a(widget.opaque.as(GTypeInstance.self), gtk_scrolled_window_get_type())
        != 0,
        gtk_scrolled_window_get_kinetic_scrolling(widget.opaque) != 0
      {
        gtk_scrolled_window_set_kinetic_scrolling(widget.opaque, 0)
        stoppedWindows.append(ObjectReference(widget.opaque))
      }
      ancestor = gtk_widget_get_parent(widget)
    }
  }

  private func resumeSurroundingScrolling() {
    for window in stoppedWindows {
      gtk_scrolled_window_set_kinetic_scrolling(OpaquePointer(window.pointer), 1)
    }
    stoppedWindows = []
  }
}
