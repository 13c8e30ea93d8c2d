import CalendarModel
import CalendarStore

// The calendars to which an event can be moved.
extension CalendarSession {
  /// Returns the open calendars, in the order in which they were opened, and why an event cannot be moved to
  /// some of them.
  package func transferOptions(for event: CalendarEvent) -> [TransferOption] {
    let uid = event.id.uid
    let occupied = uid.isEmpty ? [] : index.calendars(withUID: uid)
    return calendars.map { calendar in
      let obstacle: TransferOption.Obstacle? =
        if !calendar.isAvailable {
          .unavailable
        } else if calendar.isReadOnly {
          .readOnly
        } else if occupied.contains(calendar.id) {
          .sameUID
        } else {
          nil
        }
      return TransferOption(
        calendar.option, isCurrent: calendar.id == event.id.calendar, obstacle: obstacle)
    }
  }
}
