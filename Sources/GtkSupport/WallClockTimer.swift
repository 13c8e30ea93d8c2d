import CGtk
import Glibc

/// Calls a handler at a given wall-clock time, and whenever the clock is set or the computer wakes from
/// sleep.
///
/// GLib's timeouts count only the time during which the computer is awake, so they fire late after it has
/// slept, and do not follow the clock when it is set.
@MainActor
package final class WallClockTimer {
  /// Called when the time is reached or the wall clock has been changed. To be called again, the handler must
  /// call `wake(atSecond:)`.
  package var onWake: () -> Void = {}

  /// The file descriptor of the timer.
  private let descriptor: Int32
  /// The ID of the main loop's source that watches the descriptor.
  private var source: guint = 0

  /// Creates a timer that is not yet set. Returns nil if the system does not provide one.
  package init?() {
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    source = onReadable(descriptor) { [weak self] in self?.expired() }
  }

  isolated deinit {
    g_source_remove(source)
    close(descriptor)
  }

  /// Sets the timer to a time in seconds since 1970. If that time has passed, the timer fires immediately.
  package func wake(atSecond second: Int) {
    var time = itimerspec()
    time.it_value.tv_sec = max(1, second)
    // Waking from sleep also counts as setting the clock (`timekeeping_resume` in the kernel).
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    guard timerfd_settime(descriptor, flags, &time, nil) != 0 else { return }
    // The clock has been set since the timer was last read, so the caller's calculation is out of date.
    afterMilliseconds(0) { [weak self] in
      self?.onWake()
      return false
    }
  }

  private func expired() {
    var count: UInt64 = 0
    // If the clock was set, there is nothing to read (ECANCELED), but the handler is still called.
    _ = withUnsafeMutableBytes(of: &count) { read(descriptor, $0.baseAddress, 8) }
    onWake()
  }
}
