import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// Counts the work done in frames. The frame recorder logs and resets the counts since the last frame; tests
/// read the counts since the program started.
@MainActor
enum FrameStatistics {
  /// The number of blocks painted by Cairo since the last frame.
  static var paintCount = 0
  /// The number of shadows, or parts of them, painted by Cairo since the program started.
  static var shadowPaintCount = 0
  /// The number of tiles of the hour grids and the gutter painted since the program started.
  static var tilePaintCount = 0
  /// The number of times that a block in a column was allocated since the program started.
  static var allocationCount = 0
  /// The number of columns whose events were laid out since the program started.
  static var layoutCount = 0
  /// The time in microseconds spent in Handspan's own code since the last frame.
  static var workTime: Int = 0

  /// Adds the time that `body` takes to `workTime`. If calls are nested, only the outermost one counts.
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
