import CGtk
import Glibc

/// Calls back at a given wall-clock time, and at once when that clock is set or the machine wakes from sleep.
///
/// GLib's own timeouts count only the time that the machine is awake, so they come late after a sleep or when
/// the clock was set.
@MainActor
package final class WallClock {
  /// Called when the time has come, or when the wall clock was changed. Not called again until the next
  /// `wake(atSecond:)`.
  package var onWake: () -> Void = {}

  private let timer: Int32
  private var source: guint = 0

  /// Creates a timer that is not yet set; nil if the system provides none.
  package init?() {
    timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard timer >= 0 else { return nil }
    source = onReadable(timer) { [weak self] in self?.expired() }
  }

  isolated deinit {
    g_source_remove(source)
    close(timer)
  }

  /// Sets the timer to a time in seconds since 1970. If that is past, it fires at once.
  package func wake(atSecond second: Int) {
    var time = itimerspec()
    time.it_value.tv_sec = max(1, second)
    // Waking from sleep counts as setting the clock, too (`timekeeping_resume` in the kernel).
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    guard timerfd_settime(timer, flags, &time, nil) != 0 else { return }
    // The clock was set since the timer was last read, so the caller's calculation is out of date.
    afterMilliseconds(0) { [weak self] in
      self?.onWake()
      return false
    }
  }

  private func expired() {
    var count: UInt64 = 0
    // If the clock was set there is nothing to read (ECANCELED), and the callback is called all the same.
    _ = withUnsafeMutableBytes(of: &count) { read(timer, $0.baseAddress, 8) }
    onWake()
  }
}
