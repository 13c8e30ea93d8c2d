import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The sidebar beside a view, in which a lifted event can be dropped.
@MainActor
package protocol LiftDestination: AnyObject {
  /// Returns the places where an event can be dropped, in px of `widget`; nil if the sidebar is not beside the view.
  func places(for occurrence: Occurrence, relativeTo widget: WidgetPointer) -> SidebarPlaces?
  /// Shows what a lifted event is over; nil if it is not over the sidebar.
  func show(_ place: SidebarPlace?)
  /// Turns the month calendar, and announces the month.
  func turnMonths(by count: Int)
  /// Moves events that have been dropped on a calendar.
  func move(_ occurrences: [Occurrence], to calendar: CalendarID)
}
