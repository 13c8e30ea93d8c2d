import CalendarModel

/// The reason for canceling a gesture.
package enum CancelReason: Hashable, Sendable {
  /// Escape was pressed.
  case escape
  /// The toolkit canceled the event sequence.
  case gestureCanceled
  /// Another window became active.
  case focusLost
  /// The timeline is no longer on screen.
  case unmapped
  /// The event no longer exists.
  case eventRemoved
}

/// The progress of a dwell at an edge, to be shown and announced.
package struct DwellState: Hashable, Sendable {
  package let side: EdgeDwell.Side
  /// The first day of the page that will be shown.
  package let targetDay: Day
  /// The progress, from 0 to 1.
  package let progress: Double
}

/// An effect of a gesture, which the host carries out.
package enum GestureEffect: Hashable, Sendable {
  /// Claim the pointer's event sequence.
  case claim
  /// An event was lifted: end kinetic scrolling, and show the event above everything else. `update` follows.
  case lift
  /// Show the lifted event in its current state.
  case update(DraggedEvent)
  /// Show the result of key steps, as a lifted event or in its new position.
  case showKeyboardMove(KeyboardMove)
  /// Scroll to a place on the current page.
  case scroll(to: Place)
  /// Turn to the page of a place.
  case turn(to: Place)
  /// Show and announce a dwell, or hide it if nil.
  case dwell(DwellState?)
  /// Apply the change to the occurrence, and drop the lifted event.
  case commit(EventEdit.Change, Occurrence)
  /// A new event was released. It is not stored yet; ask the user for its title.
  case create(Occurrence)
  /// Drop the lifted event without a change.
  case dropUnchanged
  /// The gesture was canceled; `restore` follows if an event was lifted.
  case canceled(CancelReason)
  /// Restore the place from before the lift. The lifted event returns to its original position.
  case restore(Place)
  /// The event is held over the sidebar, or was dropped there and put back.
  case sidebar(SidebarEffect)
  /// The event was dropped on a calendar in the sidebar.
  case dropOnCalendar(CalendarID, Occurrence)
  /// The event was dropped on a day in the sidebar: apply the change, and show that day.
  case dropOnDay(EventEdit.Change, Occurrence)
  /// Select an occurrence, or clear the selection if nil.
  case select(Occurrence.ID?)
  /// A click or tap on an occurrence, or on empty time if nil.
  case click(Occurrence.ID?, Point)
  /// The event cannot be changed: tell the user why.
  case refused(EditRefusal)
}
