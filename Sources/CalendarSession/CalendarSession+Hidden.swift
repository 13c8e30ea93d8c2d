import CalendarModel

extension CalendarSession {
  /// Returns whether the events of a calendar are hidden in the timeline.
  package func isHidden(_ calendar: CalendarID) -> Bool { false }
}
