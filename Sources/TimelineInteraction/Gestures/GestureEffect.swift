import CalendarModel

/// The reason why a gesture is cancelled.
package enum CancelReason: Hashable, Sendable {
  /// Escape was pressed.
  case escape
  /// The toolkit cancelled the event sequence.
  case gestureCancelled
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
  /// The first day that will be shown.
  package let target: Day
  /// 0 to 1.
  package let progress: Double
}

/// The effects of a gesture that its host carries out, in order.
package enum GestureEffect: Hashable, Sendable {
  /// Claim the pointer's event sequence.
  case claim
  /// An event was lifted: end kinetic scrolling and show it above everything; `update` follows.
  case lift
  /// Show the lifted event like this.
  case update(DraggedEvent)
  /// Show the result of key steps: lifted, or in its new position.
  case showKeyboardMove(KeyboardMove)
  case setScroll(Double)
  /// Show the page that begins with that day, scrolled there.
  case showDay(Day, scroll: Double)
  /// Show and announce a dwell, or (nil) hide it.
  case dwell(DwellState?)
  /// Apply this change to the occurrence, and drop the lifted event.
  case commit(EventEdit.Change, Occurrence)
  /// A new event was released. It is not stored yet; ask for its title.
  case create(Occurrence)
  /// Drop the lifted event without a change.
  case dropUnchanged
  /// The gesture was cancelled; `restore` follows if an event was lifted.
  case cancelled(CancelReason)
  /// Restore what was shown at the lift; the lifted event returns to its original position.
  case restore(scroll: Double, day: Day)
  case select(Occurrence.ID?)
  /// A click or tap on an occurrence, or (nil) on empty time.
  case click(Occurrence.ID?, Point)
  /// The event cannot be changed: tell the user why.
  case refused(EditRefusal)
}
