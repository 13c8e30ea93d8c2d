import CGtk
import CalendarModel
import FoundationEssentials
import GtkSupport

/// Logs frames for tests: one JSON line for each frame in which something is pressed, lifted or moving, or in
/// which the scope card is open, and for the first frame after an edit has been saved.
///
/// Enabled by `HANDSPAN_FRAME_LOG=FILE`; docs/frame-log.md documents the fields. The pointer's position comes
/// from the last event that GDK delivered, the scroll offset from the adjustment, and the edge from the
/// laid-out widget. They are independent of each other, so tests can compare them.
@MainActor
final class FrameLog {
  /// The contents of one line. Positions are in viewport coordinates, in px; times are in microseconds.
  struct Frame {
    var number: Int64
    var time: Int
    var interval: Int
    var phase: String
    var uid = ""
    var pointerX: Double?
    var pointerY: Double?
    var scroll: Double
    var scrollMax: Double
    var velocity: Double
    var edgeX: Double?
    var edgeY: Double?
    var grabX: Double?
    var grabY: Double?
    var isClamped = false
    /// The positions of the other lifted events, and their UIDs.
    var others: [(uid: String, x: Double?, y: Double?)] = []
    var viewDate: Day
    var page: Int
    var fraction = 0.0
    var dateHeaderPage = 0
    var dateHeaderFraction = 0.0
    var snappedStart = ""
    var snappedEnd = ""
    var isSaved: Bool
    var workTime: Int
    var frameDuration: Int
    var paintCount: Int
  }

  private let file: UnsafeMutablePointer<FILE>
  private var isFlushScheduled = false

  /// Returns the log that the environment requests; nil if it requests none, or if the file cannot be opened.
  static func fromEnvironment() -> FrameLog? {
    guard let path = ProcessInfo.processInfo.environment["HANDSPAN_FRAME_LOG"], !path.isEmpty,
      let file = fopen(path, "a")
    else { return nil }
    return FrameLog(file: file)
  }

  private init(file: UnsafeMutablePointer<FILE>) {
    self.file = file
  }

  /// Appends a line. The line is written to disk slightly later, because writing must not delay a frame.
  func write(_ frame: Frame) {
    let fields = [
      "\"frame\":\(frame.number)", "\"t_us\":\(frame.time)", "\"interval_us\":\(frame.interval)",
      "\"phase\":\"\(frame.phase)\"", "\"uid\":\(FrameLog.quoted(frame.uid))",
      "\"pointer_x\":\(FrameLog.number(frame.pointerX))", "\"pointer_y\":\(FrameLog.number(frame.pointerY))",
      "\"scroll_y\":\(FrameLog.number(frame.scroll))", "\"scroll_y_max\":\(FrameLog.number(frame.scrollMax))",
      "\"scroll_velocity\":\(FrameLog.number(frame.velocity))",
      "\"edge_x\":\(FrameLog.number(frame.edgeX))", "\"edge_y\":\(FrameLog.number(frame.edgeY))",
      "\"grab_y\":\(FrameLog.number(frame.grabY))", "\"grab_x\":\(FrameLog.number(frame.grabX))",
      "\"clamped\":\(frame.isClamped)", "\"view_date\":\"\(frame.viewDate)\"", "\"page\":\(frame.page)",
      "\"fraction\":\(FrameLog.number(frame.fraction))", "\"header_page\":\(frame.dateHeaderPage)",
      "\"header_fraction\":\(FrameLog.number(frame.dateHeaderFraction))",
      "\"snapped_start\":\"\(frame.snappedStart)\"", "\"snapped_end\":\"\(frame.snappedEnd)\"",
      "\"saved\":\(frame.isSaved)", "\"work_us\":\(frame.workTime)", "\"frame_us\":\(frame.frameDuration)",
      "\"paints\":\(frame.paintCount)",
      "\"others\":[\(frame.others.map(FrameLog.json).joined(separator: ","))]",
    ]
    fputs("{" + fields.joined(separator: ",") + "}\n", file)
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    afterMilliseconds(80) { [weak self] in
      guard let self else { return false }
      self.isFlushScheduled = false
      fflush(self.file)
      return false
    }
  }

  private static func json(_ other: (uid: String, x: Double?, y: Double?)) -> String {
    "[\(quoted(other.uid)),\(number(other.x)),\(number(other.y))]"
  }

  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    // Adding zero turns -0 into 0.
    return String((value * 10_000).rounded() / 10_000 + 0)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}": result += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
