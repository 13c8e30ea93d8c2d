import CGLib
import CalendarModel
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
    guard let clockFile, let text = contents(clockFile) else {
      return startOffset
    }
    return startOffset + (Int(text.prefix { $0 == "-" || $0.isNumber }) ?? 0)
  }

  private static let clockFile = Environment["HANDSPAN_CLOCK_FILE"]

  private static func contents(_ path: String) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(path, &text, nil, nil) != 0 else { return nil }
    return takeString(text)
  }

  private static let startOffset: Int = {
    guard let simulatedStart = WallTime(Environment["HANDSPAN_NOW"] ?? "") else {
      return 0
    }
    return simulatedStart.seconds - Int(time(nil))
  }()
}

extension Instant {
  /// The current time.
  package static var now: Instant { ClockReading.now.instant }
}
