import CGtk
import CalendarModel
import TimelineInteraction

// The row of all-day events, and its height.
extension TimelineView {
  /// The height of the all-day row in px.
  var allDayRowHeight: Double { allDay.allocatedHeight }

  /// Expands the row for a bar that there was not enough space for. If there still is not, the bar replaces
  /// another one.
  func expandAllDayRow(for occurrence: Occurrence) {
    guard occurrence.isInAllDayRow, page.allDay.frame(of: occurrence.id) == nil else { return }
    allDay.isExpanded = true
    page.allDay.required = occurrence.id
  }

  func showAllBars() { allDay.isExpanded = true }

  func foldAllDayRow() -> Bool {
    guard allDay.isExpanded else { return false }
    // The event with the focus stays visible.
    page.allDay.required = state.focus.flatMap { page.allDay.block(for: $0)?.occurrence.id }
    allDay.isExpanded = false
    return true
  }

  /// Called when the row was expanded or collapsed.
  func allDayRowExpandedChanged() {
    if allDay.isExpanded { page.allDay.lanes = page.allDay.layout.laneCount }
    gtk_widget_queue_resize(pointer)
    gtk_widget_queue_allocate(pointer)
  }

  /// Updates the height of the row.
  func allDayRowChanged() { if allDay.updateNaturalHeight() { gtk_widget_queue_resize(pointer) } }
}
