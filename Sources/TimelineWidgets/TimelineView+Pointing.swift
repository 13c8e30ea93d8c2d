import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// What lies under a pointer that is not pressed, and where in the timeline that is.
extension TimelineView {
  func installHover() {
    let motion = created(gtk_event_controller_motion_new())
    onSignal(motion, "motion", numbers: { [weak self] x, y in self?.hovered(x: x, y: y) })
    onSignal(motion, "leave") { [weak self] in self?.hoverEnded() }
    gtk_widget_add_controller(pointer, motion)
  }

  func installSecondaryClick() {
    let click = created(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 3)
    onClick(click, "pressed") { [weak self] _, x, y in
      guard let self, !self.isInPopover(gtk_event_controller_get_current_event(click)),
        self.isOnDays(x: x, y: y), !self.isLifted
      else { return }
      let point = self.inViewport(x: x, y: y)
      self.gate.open(for: .press(button: 3)) { [weak self] in
        guard let self else { return }
        if let occurrence = self.target(at: point, .mouse)?.occurrence {
          self.finishKeyboardEdit()
          self.send(.focus(occurrence.id, scrolls: false))
          self.showMenu(for: occurrence, x: x, y: y)
        } else {
          self.showMenuOfEmptyTime(at: point, x: x, y: y)
        }
      }
    }
    gtk_widget_add_controller(pointer, click)
  }

  private func hovered(x: Double, y: Double) {
    let point = inViewport(x: x, y: y)
    hover = point
    if let last = mouse.place, last != point { mouse.isInUse = true }
    mouse.place = point
    send(.hover(point))
    guard lifted == nil else {
      if isCarrying {
        input.pointer = point
        startTick()
      }
      return
    }
    let target = isOnDays(x: x, y: y) ? target(at: point, .mouse) : nil
    let part = target?.refusal == nil ? target?.part : nil
    let name: String? =
      switch part {
      case .start?, .end?: target?.bar == nil ? "ns-resize" : "ew-resize"
      default: nil
      }
    guard name != cursorName else { return }
    cursorName = name
    gtk_widget_set_cursor_from_name(pointer, name)
  }

  private func hoverEnded() {
    hover = nil
    // What is carried goes nowhere by itself until the pointer is back.
    if isCarrying { stopTick() } else { resetCursor() }
  }

  /// Whether an event follows the pointer without a button held.
  var isCarrying: Bool { if case .carrying = state.interaction { true } else { false } }

  func resetCursor() {
    cursorName = nil
    gtk_widget_set_cursor_from_name(pointer, nil)
  }

  // MARK: Where things are

  /// Whether an event comes from a popover, which is a child of the timeline and lies over it.
  func isInPopover(_ event: OpaquePointer?) -> Bool {
    guard let event, let native = gtk_widget_get_native(pointer) else { return false }
    return gdk_event_get_surface(event) != gtk_native_get_surface(native)
  }

  /// px of the viewport from px of this widget.
  func inViewport(x: Double, y: Double) -> Point { Point(x: x, y: y - viewportTop) }

  /// px from the top of this widget to the viewport.
  var viewportTop: Double { Double(height - Int(gtk_widget_get_height(scrolledWindow))) }

  /// Whether a press there is one on the days: not on a scroll bar, the dates, a button or a popover.
  func isOnDays(x: Double, y: Double) -> Bool {
    guard let picked = gtk_widget_pick(pointer, x, y, GTK_PICK_DEFAULT),
      gtk_widget_get_ancestor(picked, gtk_button_get_type()) == nil, !isInDraft(picked)
    else { return false }
    return [sheet.pointer, allDay.area.pointer].contains {
      picked == $0 || gtk_widget_is_ancestor(picked, $0) != 0
    }
  }

  /// What is held by a press at that point.
  func target(at point: Point, _ pointer: PointerKind) -> PressTarget? {
    if point.y < 0 { return targetInStrip(at: point, pointer) }
    guard var target = state.target(at: point, by: pointer, in: shownScene) else { return nil }
    target.refusal = dataSource?.refusal(for: target.occurrence)
    return target
  }
}
