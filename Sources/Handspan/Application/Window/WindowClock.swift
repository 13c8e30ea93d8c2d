import CalendarModel
import FoundationEssentials
import Glibc
import GtkSupport

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

extension ClockReading {
  /// The current reading of the system's clocks.
  static var now: ClockReading {
    func microseconds(_ clock: clockid_t) -> Int {
      var time = timespec()
      clock_gettime(clock, &time)
      return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
    return ClockReading(
      wall: microseconds(CLOCK_REALTIME) + 1_000_000 * testOffset, awake: microseconds(CLOCK_MONOTONIC),
      elapsed: microseconds(CLOCK_BOOTTIME))
  }

  /// The offset from the system time in seconds. It is 0 unless a test sets `HANDSPAN_NOW` to the time in UTC
  /// at which the program appears to start.
  fileprivate static let testOffset: Int = {
    guard let simulatedStart = WallTime(ProcessInfo.processInfo.environment["HANDSPAN_NOW"] ?? "") else {
      return 0
    }
    return simulatedStart.seconds - Int(time(nil))
  }()
}

extension Instant {
  /// The current time.
  static var now: Instant { ClockReading.now.instant }
}
