import CalendarModel
import GtkSupport
import UserSettings

/// The clock of a window. It reports when a new minute or a new day begins, and when the computer has been
/// suspended.
@MainActor
final class WindowClock {
  /// Called with the changes and with the day that was current before them.
  var onChange: (_ changes: CurrentMinute.Changes, _ previousDay: Day) -> Void = { _, _ in }

  private let zone: () -> Zone
  private let timer = WallClockTimer()
  private var currentMinute: CurrentMinute

  /// - Parameter zone: returns the zone that determines when a minute or a day begins.
  init(zone: @escaping () -> Zone) {
    self.zone = zone
    currentMinute = CurrentMinute(.now, in: zone())
    timer?.onWake = { [weak self] in self?.check() }
    scheduleNextCheck()
  }

  /// Checks the clock. Called when the timer has fired or the zone may have changed.
  func check() {
    let previousDay = currentMinute.today
    let changes = currentMinute.update(.now, in: zone())
    scheduleNextCheck()
    if !changes.isEmpty { onChange(changes, previousDay) }
  }

  private func scheduleNextCheck() {
    let nextMinute = CurrentMinute.nextMinute(after: .now, in: zone())
    timer?.wake(atSecond: nextMinute.seconds - ClockReading.testOffset)
  }
}
