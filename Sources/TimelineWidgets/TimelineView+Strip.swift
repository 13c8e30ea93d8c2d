import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The row of what takes whole days.
extension TimelineView {
  func installStrip() {
    let click = created(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 0)
    onClick(click, "released") { [weak self] _, x, y in
      self?.clickedInStrip(button: gtk_gesture_single_get_current_button(click), x: x, y: y)
    }
    gtk_widget_add_controller(allDay.pointer, click)
  }

  /// The bar at a place of the strip.
  func bar(atX x: Double, y: Double) -> StripFrame? {
    let x = x - columnsLeft
    return page.strip.frames.first { $0.left <= x && x < $0.right && $0.top <= y && y < $0.bottom }
  }

  private func clickedInStrip(button: UInt32, x: Double, y: Double) {
    guard !isLifted, let bar = bar(atX: x, y: y),
      let occurrence = occurrences.first(where: { $0.id == bar.bar.id })
    else { return }
    input.focusIsVisible = false
    if button == 3 {
      showMenu(for: occurrence, x: x, y: y)
    } else {
      popoverAtPress = popover.shown
      popover.close()
      clicked(occurrence.id)
    }
  }
}
