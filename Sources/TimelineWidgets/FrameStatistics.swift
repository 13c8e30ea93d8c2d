import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// Counts the work of a frame. The frame log reads and resets it.
@MainActor
enum FrameStatistics {
  /// Blocks painted by Cairo since the last frame was logged.
  static var paints = 0
  /// Tiles of the hour grid painted by Cairo since the program began.
  static var tilePaints = 0
  /// Microseconds that our own code took since the last frame was logged.
  static var work: Int = 0

  /// Counts the time that `body` takes as ours. Calls may nest; only the outermost counts.
  static func measure<T>(_ body: () -> T) -> T {
    guard !isMeasuring else { return body() }
    isMeasuring = true
    let start = g_get_monotonic_time()
    defer {
      work += Int(g_get_monotonic_time() - start)
      isMeasuring = false
    }
    return body()
  }

  private static var isMeasuring = false
}
