/// An open calendar to which the user may want to move an event.
package struct TransferOption: Hashable, Sendable {
  /// Why the event cannot be moved to a calendar.
  package enum Obstacle: Hashable, Sendable, CaseIterable {
    /// The calendar is read-only.
    case readOnly
    /// The calendar is not available at the moment.
    case unavailable
    /// The calendar already contains an event with the same UID.
    case sameUID
  }

  package let calendar: CalendarOption
  /// Whether the event is in this calendar.
  package let isCurrent: Bool
  /// Why the event cannot be moved to this calendar; nil if it can, or is already there.
  package let obstacle: Obstacle?

  package init(_ calendar: CalendarOption, isCurrent: Bool = false, obstacle: Obstacle? = nil) {
    (self.calendar, self.isCurrent) = (calendar, isCurrent)
    self.obstacle = isCurrent ? nil : obstacle
  }
}
