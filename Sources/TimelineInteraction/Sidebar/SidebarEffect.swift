import CalendarModel

/// An effect of holding or dropping a lifted event over the sidebar, which the host carries out.
package enum SidebarEffect: Hashable, Sendable {
  /// Highlight and announce the part of the sidebar that the event is over; nil to remove the highlight.
  case point(at: SidebarDropTarget?)
  /// Show the page of a day on the timeline, while the event remains lifted.
  case showDay(Day)
  /// Scroll the contents of the sidebar to an offset, in px.
  case scroll(to: Double)
  /// Turn the month calendar by a number of months.
  case turnMonths(Int)
  /// Move events that have been dropped on a calendar.
  case move([Occurrence], to: CalendarID)
  /// Tell the user why the event was put back.
  case explain(String)
}
