import CalendarModel
import FoundationEssentials
import Glibc
import GtkSupport

/// The clock of a window. It reports a new minute, a new day, and that the computer was suspended.
@MainActor
final class WindowClock {
  /// Called with the changes, and with the day that was today before them.
  var onChange: (_ changes: CurrentMinute.Changes, _ before: Day) -> Void = { _, _ in }

  private let zone: () -> Zone
  private let clock = WallClock()
  private var present: CurrentMinute

  /// - Parameter zone: returns the zone whose time is watched.
  init(zone: @escaping () -> Zone) {
    self.zone = zone
    present = CurrentMinute(.now, in: zone())
    clock?.onWake = { [weak self] in self?.check() }
    wait()
  }

  /// Checks the clock, because a timer has fired or the zone has changed.
  func check() {
    let before = present.today
    let changes = present.update(.now, in: zone())
    wait()
    if !changes.isEmpty { onChange(changes, before) }
  }

  private func wait() {
    let next = CurrentMinute.next(after: .now, in: zone())
    clock?.wake(atSecond: next.seconds - ClockReading.testOffset)
  }
}

extension ClockReading {
  /// The current reading of the clocks.
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

  /// The offset from the system time in seconds. It is 0, unless a test sets the time at the start of the
  /// program in `HANDSPAN_NOW`, in UTC.
  fileprivate static let testOffset: Int = {
    guard let start = WallTime(ProcessInfo.processInfo.environment["HANDSPAN_NOW"] ?? "") else { return 0 }
    return start.seconds - Int(time(nil))
  }()
}

extension Instant {
  /// The current time.
  static var now: Instant { ClockReading.now.instant }
}
