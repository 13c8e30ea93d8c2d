import CGtk
import GtkSupport
import TimelineInteraction

// The row of a calendar as a destination for a lifted event.
extension SidebarRow {
  /// Shows that a lifted event is held over the row, and whether the event can be moved to the calendar.
  func setDropTarget(_ dropTarget: SidebarDropTarget?) {
    var style: String?
    if case .calendar(let calendar) = dropTarget, calendar.id == entry.calendar.id, !calendar.isCurrent {
      style = calendar.refusal == nil ? "drop-target" : "drop-refused"
    }
    for name in ["drop-target", "drop-refused"] where name != style {
      gtk_widget_remove_css_class(gtkWidget, name)
    }
    if let style { gtk_widget_add_css_class(gtkWidget, style) }
  }
}
