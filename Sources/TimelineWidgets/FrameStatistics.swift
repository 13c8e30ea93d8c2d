import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// Counters for the work of a frame. The frame log reads and resets them.
@MainActor
enum FrameStatistics {
  /// The number of blocks painted by Cairo since the last frame was logged.
  static var paints = 0
  /// The number of shadows, or parts of them, painted by Cairo since the program started.
  static var shadowPaints = 0
  /// The number of hour grid tiles painted by Cairo since the program started.
  static var tilePaints = 0
  /// The number of columns whose events were laid out since the program started.
  static var layouts = 0
  /// The time in microseconds that our own code took since the last frame was logged.
  static var workTime: Int = 0

  /// Adds the time that `body` takes to `workTime`. Calls may nest; only the outermost counts.
  static func measure<T>(_ body: () -> T) -> T {
    guard !isMeasuring else { return body() }
    isMeasuring = true
    let start = g_get_monotonic_time()
    defer {
      workTime += Int(g_get_monotonic_time() - start)
      isMeasuring = false
    }
    return body()
  }

  private static var isMeasuring = false
}
