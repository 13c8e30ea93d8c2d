import CalendarModel
import CalendarStore

// The zone whose days are shown: another one after travelling.
extension CalendarSession {
  /// Shows days by the clocks of another zone, as soon as nothing is lifted. Events keep the times that they have.
  package func changeDisplayZone(to zone: Zone) {
    guard zone != (awaitedZone ?? displayZone) else { return }
    awaitedZone = zone
    showInAwaitedZone()
  }

  /// Nothing is lifted any more: shows what has waited for that.
  package func showInAwaitedZone() {
    guard let zone = awaitedZone, canChangeZone() else { return }
    Task { adopt(await store.changeDisplayZone(to: zone)) }
  }
}
