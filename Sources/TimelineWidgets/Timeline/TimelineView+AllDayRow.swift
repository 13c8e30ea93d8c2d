import CGtk
import CalendarModel
import TimelineInteraction

// The row of all-day events, and its height.
extension TimelineView {
  /// The height of the all-day row in px.
  var allDayRowHeight: Double { allDay.allocatedHeight }

  /// Expands the row if an event's bar is hidden for lack of space. If there is still not enough space, the
  /// bar replaces another one.
  func expandAllDayRow(for occurrence: Occurrence) {
    guard occurrence.isInAllDayRow, page.allDay.frame(of: occurrence.id) == nil else { return }
    allDay.isExpanded = true
    page.allDay.requiredBar = occurrence.id
  }

  func showAllBars() { allDay.isExpanded = true }

  func collapseAllDayRow() -> Bool {
    guard allDay.isExpanded else { return false }
    // The event with the focus stays visible.
    page.allDay.requiredBar = host?.state.focus.flatMap { page.allDay.block(for: $0)?.occurrence.id }
    allDay.isExpanded = false
    return true
  }

  /// Called when the row has been expanded or collapsed.
  func allDayRowExpandedChanged() {
    if allDay.isExpanded { page.allDay.availableLaneCount = page.allDay.layout.laneCount }
    gtk_widget_queue_resize(gtkWidget)
    for widget in [gtkWidget, host?.gtkWidget].compactMap(\.self) { gtk_widget_queue_allocate(widget) }
  }

  /// Updates the height of the row.
  func allDayRowChanged() { if allDay.updateNaturalHeight() { gtk_widget_queue_resize(gtkWidget) } }
}
