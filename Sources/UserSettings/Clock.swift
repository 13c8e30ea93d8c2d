import CalendarModel
import FoundationEssentials
import Glibc

extension ClockReading {
  /// The current reading of the system's clocks.
  package static var now: ClockReading {
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
  /// at which the program appears to start, and sets the clock later by writing seconds into the file that
  /// `HANDSPAN_CLOCK_FILE` names.
  package static var testOffset: Int {
    guard let clockFile, let text = try? String(contentsOfFile: clockFile, encoding: .utf8) else {
      return startOffset
    }
    return startOffset + (Int(text.prefix { $0 == "-" || $0.isNumber }) ?? 0)
  }

  private static let clockFile = ProcessInfo.processInfo.environment["HANDSPAN_CLOCK_FILE"]

  private static let startOffset: Int = {
    guard let simulatedStart = WallTime(ProcessInfo.processInfo.environment["HANDSPAN_NOW"] ?? "") else {
      return 0
    }
    return simulatedStart.seconds - Int(time(nil))
  }()
}

extension Instant {
  /// The current time.
  package static var now: Instant { ClockReading.now.instant }
}
