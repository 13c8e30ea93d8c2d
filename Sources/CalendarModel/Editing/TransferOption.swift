/// An open calendar in a list from which the user chooses: the destination of an event or an import, or the
/// calendar to export.
package struct TransferOption: Hashable, Sendable {
  /// Why a calendar cannot be chosen.
  package enum Obstacle: Hashable, Sendable, CaseIterable {
    /// The calendar is read-only.
    case readOnly
    /// The calendar is not available at the moment.
    case unavailable
    /// The calendar already contains an event with the same UID.
    case sameUID
  }

  package let calendar: CalendarOption
  /// Whether the event is in this calendar; for an import or an export, whether this calendar is preselected.
  package let isCurrent: Bool
  /// Why this calendar cannot be chosen; nil if it can be, or if `isCurrent`.
  package let obstacle: Obstacle?

  package init(_ calendar: CalendarOption, isCurrent: Bool = false, obstacle: Obstacle? = nil) {
    (self.calendar, self.isCurrent) = (calendar, isCurrent)
    self.obstacle = isCurrent ? nil : obstacle
  }
}
