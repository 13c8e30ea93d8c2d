import CGtk
import CalendarModel
import GtkSupport
import PickerWidgets
import TimelineInteraction

// The contents of the sidebar as destinations for a lifted event.
extension SidebarContents {
  /// Returns the drop targets for a lifted event, in the coordinates of `widget`.
  ///
  /// - Parameters:
  ///   - calendars: the calendars as destinations for the event.
  ///   - area: the area of the sidebar.
  func dropTargets(
    for calendars: [CalendarID: SidebarCalendar], in area: SidebarDropTargets.Area,
    relativeTo widget: WidgetPointer
  ) -> SidebarDropTargets? {
    guard let visibleArea = SidebarDropTargets.Area(of: gtkWidget, relativeTo: widget) else { return nil }
    var dropTargets = SidebarDropTargets(area: area, visibleArea: visibleArea)
    (dropTargets.scroll, dropTargets.scrollMax) = (scrollOffset, maximumScrollOffset)
    dropTargets.rows = rows.compactMap { row in
      guard let calendar = calendars[row.entry.calendar.id],
        let area = SidebarDropTargets.Area(of: row.gtkWidget, relativeTo: widget)
      else { return nil }
      return SidebarDropTargets.Row(calendar, area)
    }
    dropTargets.days = month.days(relativeTo: widget)
    (dropTargets.previousMonthButton, dropTargets.nextMonthButton) = month.turnButtons(relativeTo: widget)
    return dropTargets
  }

  /// Highlights the drop target that a lifted event is held over, and removes any other highlight; nil for none.
  func setDropTarget(_ dropTarget: SidebarDropTarget?) {
    month.setDropTarget(dropTarget)
    for row in rows { row.setDropTarget(dropTarget) }
  }
}
