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
    var axis: SwipeAxis
  }

  func installInput() {
    hand.onPress = { [weak self] in self?.pressed(at: $0) }
    hand.onMove = { [weak self] in self?.dragged(to: $0) }
    hand.onRelease = { [weak self] in self?.released() }
    hand.onCancel = { [weak self] in self?.cancelled() }
    scroll = PickerScroll(on: self)
    // There will be no more frames.
    onSignal(pointer.opaque, "unmap") { [weak self] in self?.finish() }
  }

  private func pressed(at point: Point) {
    let offset = now - hand.time
    press = Press(offset: offset, axis: SwipeAxis(start: point))
    if isVertical {
      hand.claim()
      stillAround()
    }
    endTyping()
    // Taking the focus on touch would open the on-screen keyboard.
    if takesFocusWhenPressed, !hand.isTouch { takeFocus() }
    move { $0.press(at: axis.coordinate(of: point, width: Double(width)), time: hand.time + offset) }
  }

  private func dragged(to point: Point) {
    guard var press else { return }
    let wasOpen = press.axis.axis == nil
    press.axis.follow(point)
    self.press = press
    if !isVertical, wasOpen {
      switch press.axis.axis {
      case nil: break
      case .horizontal:
        hand.claim()
        stillAround()
      case .vertical:
        hand.deny()
        return
      }
    }
    move { $0.drag(to: axis.coordinate(of: point, width: Double(width)), time: hand.time + press.offset) }
  }

  private func released() {
    guard let press else { return }
    pressIsOver()
    move { $0.release(time: hand.time + press.offset) }
  }

  /// The press was cancelled: the picker returns to its last rest position.
  private func cancelled() {
    pressIsOver()
    move { $0.cancel(time: now) }
  }

  private func pressIsOver() {
    press = nil
    moveAround()
  }

  // MARK: Surroundings

  /// Keeps enclosing scrolled windows from taking over the drag: they would do so after a few px, even if it
  /// was claimed.
  private func stillAround() {
    guard stilled.isEmpty else { return }
    var ancestor = gtk_widget_get_parent(pointer)
    while let widget = ancestor {
      if g_type_check_instance_is_a(widget.opaque.as(GTypeInstance.self), gtk_scrolled_window_get_type())
        != 0,
        gtk_scrolled_window_get_kinetic_scrolling(widget.opaque) != 0
      {
        gtk_scrolled_window_set_kinetic_scrolling(widget.opaque, 0)
        stilled.append(ObjectReference(widget.opaque))
      }
      ancestor = gtk_widget_get_parent(widget)
    }
  }

  private func moveAround() {
    for window in stilled { gtk_scrolled_window_set_kinetic_scrolling(OpaquePointer(window.pointer), 1) }
    stilled = []
  }
}
