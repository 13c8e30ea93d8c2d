import CGtk
import Glibc

/// Calls back at a moment of the wall clock, and at once when that clock is set or the machine wakes from sleep.
///
/// GLib's own timeouts count the time that the machine is awake: after a sleep, or with the clock set, they come late.
@MainActor
package final class WallClock {
  /// Called when the moment has come, or when the wall clock no longer says what was expected. Nothing more is told until
  /// `wake(atSecond:)` is called again.
  package var onWake: () -> Void = {}

  private let timer: Int32
  private var source: guint = 0

  /// A timer that nobody waits for yet; nil where the system gives none.
  package init?() {
    timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard timer >= 0 else { return nil }
    source = onReadable(timer) { [weak self] in self?.expired() }
  }

  isolated deinit {
    g_source_remove(source)
    close(timer)
  }

  /// Waits for a moment, in seconds since 1970; one that is past is told at once.
  package func wake(atSecond second: Int) {
    var time = itimerspec()
    time.it_value.tv_sec = max(1, second)
    // As the kernel has it, waking from sleep sets the clock, too (`timekeeping_resume`).
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    guard timerfd_settime(timer, flags, &time, nil) != 0 else { return }
    // The clock was set since the timer was last asked: what the moment was worked out from is out of date.
    afterMilliseconds(0) { [weak self] in
      self?.onWake()
      return false
    }
  }

  private func expired() {
    var count: UInt64 = 0
    // Nothing is to be read where the clock was set (ECANCELED), which is told all the same.
    _ = withUnsafeMutableBytes(of: &count) { read(timer, $0.baseAddress, 8) }
    onWake()
  }
}
