import CGtk
import CalendarModel
import CalendarText
import GtkSupport

// The header bar, and turning pages from it.
extension MainWindow {
  func headerBar() -> WidgetPointer {
    let header = created(adw_header_bar_new())
    let bar = OpaquePointer(header)
    adw_header_bar_set_title_widget(bar, dateChooser.pointer)
    gtk_actionable_set_action_name(previousButton.opaque, "win.previous")
    gtk_actionable_set_action_name(nextButton.opaque, "win.next")
    let today = created(gtk_button_new_with_label(phrases.translator.tr("Today")))
    gtk_actionable_set_action_name(today.opaque, "win.today")
    let paging = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_add_css_class(paging, "linked")
    for widget in [previousButton, today, nextButton] { gtk_box_append(paging.as(GtkBox.self), widget) }
    adw_header_bar_pack_start(bar, paging)
    adw_header_bar_pack_end(bar, menuButton())
    adw_header_bar_pack_end(bar, newEventButton())
    fillViewSwitch()
    adw_header_bar_pack_end(bar, viewSwitch)
    return header
  }

  /// Turns pages on, or back if negative.
  func turn(by pages: Int) { timeline.turn(by: pages) }

  /// Turns to a day, however far away.
  func go(to day: Day) {
    timeline.turn(to: day)
    timeline.takeFocus()
  }

  /// The buttons at the side of a mouse turn as in a browser.
  func listenToSideButtons() {
    for (button, pages) in [MouseButton.back: -1, MouseButton.forward: 1] {
      let click = created(gtk_gesture_click_new())
      gtk_gesture_single_set_button(click, button)
      gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
      onClick(click, "pressed") { [weak self] _, _, _ in
        guard let self, !self.timeline.isLifted, !self.showsEmptyState, self.editor == nil else { return }
        self.turn(by: pages)
      }
      gtk_widget_add_controller(pointer, click)
    }
  }

  /// X11's numbers of buttons, which GDK keeps on Wayland.
  private enum MouseButton {
    static let back: guint = 8
    static let forward: guint = 9
  }
}
