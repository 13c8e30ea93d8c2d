import CalendarModel
import CalendarStore

// Changes the display time zone, for example after travelling.
extension CalendarSession {
  /// Changes the display time zone. During a drag this is postponed until the drag ends. Events keep their
  /// own times.
  package func changeDisplayZone(to zone: Zone) {
    guard zone != (pendingZone ?? displayZone) else { return }
    pendingZone = zone
    applyPendingZone()
  }

  /// Switches to the zone whose change was postponed until the drag ended.
  package func applyPendingZone() {
    guard let zone = pendingZone, canChangeZone() else { return }
    Task { adopt(await store.changeDisplayZone(to: zone)) }
  }
}
