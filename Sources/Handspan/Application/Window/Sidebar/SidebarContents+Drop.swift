import CGtk
import CalendarModel
import GtkSupport
import PickerWidgets
import TimelineInteraction

// The contents of the sidebar as destinations of a lifted event.
extension SidebarContents {
  /// Returns the places for a lifted event, in px of `widget`.
  ///
  /// - Parameters:
  ///   - calendars: the calendars as destinations of the event.
  ///   - area: the area of the sidebar.
  func places(
    for calendars: [CalendarID: SidebarCalendar], in area: SidebarPlaces.Area,
    relativeTo widget: WidgetPointer
  ) -> SidebarPlaces? {
    guard let visibleArea = SidebarPlaces.Area(of: gtkWidget, relativeTo: widget) else { return nil }
    var places = SidebarPlaces(area: area, visibleArea: visibleArea)
    places.rows = rows.compactMap { row in
      guard let calendar = calendars[row.entry.calendar.id],
        let area = SidebarPlaces.Area(of: row.gtkWidget, relativeTo: widget)
      else { return nil }
      return SidebarPlaces.Row(calendar, area)
    }
    places.days = month.days(relativeTo: widget)
    (places.previousMonth, places.nextMonth) = month.turnButtons(relativeTo: widget)
    return places
  }

  /// Highlights what a lifted event is held over, and nothing else.
  func setDropTarget(_ place: SidebarPlace?) {
    month.setDropTarget(place)
    for row in rows { row.setDropTarget(place) }
  }
}
