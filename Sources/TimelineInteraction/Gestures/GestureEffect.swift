import CalendarModel

/// The reason why a gesture is cancelled.
package enum CancelReason: Hashable, Sendable {
  /// Escape was pressed.
  case escape
  /// The toolkit took the sequence away.
  case gestureCancelled
  /// Another window became active.
  case focusLost
  /// The timeline is no longer on screen.
  case unmapped
  /// The event is no longer there.
  case vanished
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
  /// Take the pointer's sequence from everyone else.
  case claim
  /// Something is lifted: end kinetic scrolling, show it above everything; `update` follows.
  case lift
  /// Show what is lifted like this.
  case update(Lifted)
  /// Show what the keys have made of an event like this: lifted, or at its new place.
  case hold(KeyHold)
  case setScroll(Double)
  /// Show the page that begins with that day, scrolled there.
  case showDay(Day, scroll: Double)
  /// Show and say a dwell, or (nil) that there is none.
  case dwell(DwellState?)
  /// Apply this change to the occurrence; what was lifted is dropped.
  case commit(EventEdit.Change, Occurrence)
  /// What was made lifted is let go: this event, which stands nowhere yet, is to be given its title.
  case create(Occurrence)
  /// What was lifted is dropped without a change.
  case settle
  /// The gesture was cancelled; `restore` follows if something was lifted.
  case cancelled(CancelReason)
  /// Show what was shown at the lift; what was lifted is back at its place.
  case restore(scroll: Double, day: Day)
  case select(Occurrence.ID?)
  /// A click or tap on an occurrence, or (nil) on empty time.
  case click(Occurrence.ID?, Point)
  /// The event cannot be changed: say why.
  case refused(EditRefusal)
}
