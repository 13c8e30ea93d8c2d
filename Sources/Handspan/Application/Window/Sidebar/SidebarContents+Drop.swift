import CGtk
import CalendarModel
import GtkSupport
import PickerWidgets
import TimelineInteraction

// The contents of the sidebar as destinations of a lifted event.
extension SidebarContents {
  /// Returns the places where a lifted event can be dropped, in the coordinates of `widget`.
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
    (places.scroll, places.scrollMax) = (scrollOffset, maximumScrollOffset)
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

  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    gtk_scrolled_window_get_vadjustment(gtkWidget.opaque)
  }

  /// The scroll offset, in px.
  var scrollOffset: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { gtk_adjustment_set_value(adjustment, newValue) }
  }

  private var maximumScrollOffset: Double {
    max(0, gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
  }

  /// Highlights the place that a lifted event is held over, and removes any other highlight; nil for none.
  func setDropTarget(_ place: SidebarPlace?) {
    month.setDropTarget(place)
    for row in rows { row.setDropTarget(place) }
  }
}
