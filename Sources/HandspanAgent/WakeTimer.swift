import CAgent
import CalendarModel
import UserSettings

/// Wakes the agent at a moment of the wall clock, and whenever the clock was set. Nothing runs until then, and a computer that
/// sleeps is not woken.
@MainActor
final class WakeTimer {
  private let descriptor: Int32

  /// - Parameter wake: called on the main thread.
  init(_ wake: @escaping @MainActor @Sendable () -> Void) {
    descriptor = cagent_timer()
    let descriptor = descriptor
    MainThread.onReadable(descriptor) {
      var count: UInt64 = 0
      // It fails if the clock was set, which is a reason to look, too.
      _ = read(descriptor, &count, 8)
      wake()
    }
  }

  /// Replaces the moment.
  func set(_ moment: Instant) { _ = cagent_set_timer(descriptor, moment.seconds - ClockReading.testOffset) }
}
