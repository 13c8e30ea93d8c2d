import CGtk
import CalendarModel
import TimelineInteraction

// The row of what takes whole days, and the room that it has.
extension TimelineView {
  /// px of the row above the hours.
  var allDayRowHeight: Double { allDay.givenHeight }

  /// Opens the row for a bar that there was no room for. Where even that does not make enough, it takes the place of
  /// another one.
  func makeRoom(for occurrence: Occurrence) {
    guard occurrence.standsAboveHours, page.allDay.frame(of: occurrence.id) == nil else { return }
    allDay.isOpen = true
    page.allDay.required = occurrence.id
  }

  func showAllBars() { allDay.isOpen = true }

  /// The row is opened, or no longer.
  func barsChanged() {
    if allDay.isOpen { page.allDay.lanes = page.allDay.layout.laneCount }
    gtk_widget_queue_resize(pointer)
    gtk_widget_queue_allocate(pointer)
  }

  /// The row needs another height.
  func allDayRowChanged() { if allDay.fit() { gtk_widget_queue_resize(pointer) } }
}
