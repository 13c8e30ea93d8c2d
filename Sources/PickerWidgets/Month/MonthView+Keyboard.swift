import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The days are one Tab stop. The focus is on the day with the cursor, and follows the cursor from month to
// month.
extension MonthView {
  func installKeyboard() {
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in self?.pressed(press) ?? false }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  /// Focuses the day with the cursor.
  @discardableResult
  package func focusCursor() -> Bool {
    guard let cell = targetPage?.cell(of: state.cursor) else { return false }
    return gtk_widget_is_focus(cell.gtkWidget) != 0 || gtk_widget_grab_focus(cell.gtkWidget) != 0
  }

  /// Whether the focus is on a day.
  var containsFocus: Bool { FocusedWidget.isIn(area.gtkWidget) }

  /// Moves the focus with Tab between the header and the day with the cursor.
  func moveFocusInside(isBackward: Bool) -> Bool {
    let direction = isBackward ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
    if containsFocus { return isBackward && gtk_widget_child_focus(header.gtkWidget, direction) != 0 }
    if FocusedWidget.isIn(header.gtkWidget) {
      return gtk_widget_child_focus(header.gtkWidget, direction) != 0 || (!isBackward && focusCursor())
    }
    return isBackward ? focusCursor() : gtk_widget_child_focus(header.gtkWidget, direction) != 0
  }

  /// Handles a key on a day or, for keys that turn months, on the header.
  func pressed(_ press: KeyEvent) -> Bool {
    let key = Int32(press.symbol)
    if key == GDK_KEY_Escape, isChoosingMonth {
      setChoosingMonth(false)
      focusCursor()
      return true
    }
    if let step = pageStep(key, press.modifiers) {
      change { $0.move(step) }
      return true
    }
    guard containsFocus else { return false }
    if press.modifiers.isEmpty, isActivation(key) {
      choose(state.cursor)
      return true
    }
    guard let step = step(key, press.modifiers) else { return false }
    change { $0.move(step) }
    return true
  }

  private func isActivation(_ key: Int32) -> Bool {
    [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space, GDK_KEY_KP_Space].contains(key)
  }

  /// Returns a step of one month for Page Up or Page Down, or of one year with Shift or Ctrl or while a month
  /// is being chosen; nil for other keys.
  private func pageStep(_ key: Int32, _ modifiers: Modifiers) -> MonthStep? {
    let direction: Int
    switch key {
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: direction = -1
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: direction = 1
    default: return nil
    }
    if modifiers.contains(.alt) { return nil }
    let isYear = !modifiers.isEmpty || isChoosingMonth
    return .months(isYear ? 12 * direction : direction)
  }

  /// Returns the step for an arrow key, Home or End; nil for other keys. With Ctrl, the arrow keys move by
  /// months or years.
  private func step(_ key: Int32, _ modifiers: Modifiers) -> MonthStep? {
    let isControl = modifiers == .control
    guard modifiers.isEmpty || isControl else { return nil }
    let forward = isRightToLeft ? -1 : 1
    return switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left: isControl ? .months(-forward) : .days(-forward)
    case GDK_KEY_Right, GDK_KEY_KP_Right: isControl ? .months(forward) : .days(forward)
    case GDK_KEY_Up, GDK_KEY_KP_Up: isControl ? .months(-12) : .days(-7)
    case GDK_KEY_Down, GDK_KEY_KP_Down: isControl ? .months(12) : .days(7)
    case GDK_KEY_Home, GDK_KEY_KP_Home: isControl ? .startOfMonth : .startOfWeek
    case GDK_KEY_End, GDK_KEY_KP_End: isControl ? .endOfMonth : .endOfWeek
    default: nil
    }
  }
}
