import CGtk
import GtkSupport

// New events, by button, menu and key.
extension MainWindow {
  func newEventButton() -> WidgetPointer {
    let button = created(gtk_button_new_from_icon_name("list-add-symbolic"))
    gtk_actionable_set_action_name(button.opaque, "win.new-event")
    gtk_widget_set_tooltip_text(button, phrases.translator.tr("New Event"))
    Accessible.setLabel(button, phrases.translator.tr("New Event"))
    return button
  }

  func newEvent() {
    closeEditor()
    // The first event of all is typed on a timeline that is there.
    if showsEmptyState { showTimeline() }
    timeline.newEvent()
    if !timeline.isNamingEvent { draftChanged() }
  }

  /// The title of a new event is being typed, or no longer.
  func draftChanged() {
    if timeline.isNamingEvent { dismissToast() } else { session.showInAwaitedZone() }
    if session.isEmpty { contentChanged() }
  }
}
