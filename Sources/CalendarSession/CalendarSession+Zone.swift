import CalendarModel
import CalendarStore

// The zone whose days are shown: another one after travelling.
extension CalendarSession {
  /// Shows days by the clocks of another zone, as soon as nothing is in the hand. Events keep the times that they have.
  public func show(in zone: Zone) {
    guard zone != (awaitedZone ?? displayZone) else { return }
    awaitedZone = zone
    showInAwaitedZone()
  }

  /// Nothing is in the hand any more: shows what has waited for that.
  public func showInAwaitedZone() {
    guard let zone = awaitedZone, canChangeZone() else { return }
    Task { take(await store.show(in: zone)) }
  }
}
