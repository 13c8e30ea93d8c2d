import CalendarModel
import CalendarStore

// Changing the display time zone, for example after traveling.
extension CalendarSession {
  /// Changes the display time zone. If a drag is in progress, the change is postponed until it ends. Events
  /// keep their own times.
  package func changeDisplayZone(to zone: Zone) {
    guard zone != (pendingZone ?? displayZone) else { return }
    pendingZone = zone
    applyPendingZone()
  }

  /// Applies the time zone change that was postponed during a drag.
  package func applyPendingZone() {
    guard let zone = pendingZone, canChangeZone() else { return }
    Task { adopt(await store.changeDisplayZone(to: zone)) }
  }
}
