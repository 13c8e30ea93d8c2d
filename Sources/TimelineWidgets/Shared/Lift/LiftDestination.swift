import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The sidebar beside a view, in which a lifted event can be dropped.
@MainActor
package protocol LiftDestination: AnyObject {
  /// Returns the drop targets in the sidebar, in the coordinates of `widget`; nil if the sidebar is not beside
  /// the view.
  ///
  /// - Parameters:
  ///   - heldOccurrence: the event that the pointer holds.
  ///   - occurrences: all lifted events, and those that are selected with them but cannot be changed.
  func dropTargets(
    for heldOccurrence: Occurrence, with occurrences: @autoclosure () -> [Occurrence],
    relativeTo widget: WidgetPointer
  ) -> SidebarDropTargets?
  /// Highlights the drop target that the lifted event is over; nil removes the highlight.
  func highlight(_ dropTarget: SidebarDropTarget?)
  /// Scrolls the contents of the sidebar to an offset, in px.
  func scroll(to offset: Double)
  /// Turns the month calendar by `count` months, back if `count` is negative, and announces the month.
  func turnMonths(by count: Int)
  /// Moves events that have been dropped on a calendar.
  func move(_ occurrences: [Occurrence], to calendar: CalendarID)
}
