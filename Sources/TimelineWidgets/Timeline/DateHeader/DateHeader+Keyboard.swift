import CGtk
import CalendarModel
import GtkSupport

// The date header is one Tab stop. The focus is on the selected date and follows it from week to week.
extension DateHeader {
  func installKeyboard() {
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in self?.handleKey(press) ?? false }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  /// Focuses the selected date if Tab moves the focus into the date header.
  func moveFocusIn(_ direction: GtkDirectionType) -> Bool {
    guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else { return false }
    return !containsFocus && focusSelectedDay()
  }

  /// Focuses the selected date, or the visible date with the same weekday.
  @discardableResult
  package func focusSelectedDay() -> Bool {
    guard let cell = focusTarget else { return false }
    // A screen reader reads the name of the week at once, even if the week comes into view only later.
    pages.first { $0.cells.contains { $0 === cell } }?.setHiddenFromAccessibility(false)
    return gtk_widget_grab_focus(cell.gtkWidget) != 0
  }

  /// Keeps the focus on the selected date if the date header has the focus.
  func keepFocusOnSelectedDay() {
    guard containsFocus, let cell = focusTarget, gtk_widget_is_focus(cell.gtkWidget) == 0 else { return }
    focusSelectedDay()
  }

  private var focusTarget: DateHeaderCell? {
    let cells = page(of: weekPaging.page(containing: selectedDay))?.cells
    if let cell = cells?.first(where: { $0.day == selectedDay }) { return cell }
    let visibleCells = page(of: week)?.cells.filter { $0.day != nil }
    return visibleCells?.first { $0.day?.weekday == selectedDay.weekday } ?? visibleCells?.first
  }

  private var containsFocus: Bool { FocusedWidget.isIn(gtkWidget) }

  func handleKey(_ press: KeyEvent) -> Bool {
    // The window handles shortcuts with Alt and Ctrl.
    guard press.modifiers.isEmpty else { return false }
    switch Int32(press.symbol) {
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space, GDK_KEY_KP_Space: onActivate(selectedDay)
    default:
      guard let day = destination(Int32(press.symbol)) else { return false }
      let supportedDay = min(max(day, .earliest), .latest)
      if supportedDay != selectedDay { onSelect(supportedDay) }
    }
    return true
  }

  /// Returns the date to which a key moves the selection; nil for other keys.
  private func destination(_ key: Int32) -> Day? {
    let startOfWeek = selectedDay.startOfWeek(first: weekPaging.firstDay(ofPage: week).weekday)
    return switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left: selectedDay.adding(days: isRightToLeft ? 1 : -1)
    case GDK_KEY_Right, GDK_KEY_KP_Right: selectedDay.adding(days: isRightToLeft ? -1 : 1)
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: selectedDay.adding(days: -7)
    case GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: selectedDay.adding(days: 7)
    case GDK_KEY_Home, GDK_KEY_KP_Home: startOfWeek
    case GDK_KEY_End, GDK_KEY_KP_End: startOfWeek.adding(days: 6)
    default: nil
    }
  }
}
