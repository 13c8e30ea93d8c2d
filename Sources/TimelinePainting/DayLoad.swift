import CalendarModel

/// How busy a day is.
package struct DayLoad: Hashable, Sendable {
  /// The number of events of any kind.
  package var events: Int
  /// From 0 for a free day to 3 for one with little time left.
  package var dots: Int

  /// - Precondition: `dots` is 0 to 3.
  package init(events: Int = 0, dots: Int = 0) {
    precondition((0...DayLoad.maximumDots).contains(dots))
    self.events = events
    self.dots = dots
  }

  /// Maximum number of dots of a day.
  package static let maximumDots = 3
  /// Busy hours from which a day has two dots, and three.
  static let twoDotHours = 3, threeDotHours = 6

  /// The load of a day, measured by its busy hours; overlapping events count once.
  ///
  /// Events that count as free, or are cancelled, count as events but not as busy. An all-day event is often
  /// a note rather than an appointment: by itself it makes one dot, and never more.
  ///
  /// - Parameter occurrences: Those that touch the day, and possibly others, in any order.
  package init(of occurrences: [Occurrence], on day: Day) {
    let whole = TimeSpan(days: day..<day.adding(days: 1))
    let touching = occurrences.filter { $0.span.overlaps(whole) }
    events = touching.count
    let busy = touching.filter { $0.event.transparency == .busy && $0.event.status != .cancelled }
    let spans = busy.filter { !$0.isAllDay }.map(\.span).sorted { $0.start < $1.start }
    var (taken, covered) = (0, whole.start)
    for span in spans {
      let (start, end) = (max(span.start, covered), min(span.end, whole.end))
      guard end > start else { continue }
      taken += end.seconds(since: start)
      covered = end
    }
    dots =
      switch taken {
      case (DayLoad.threeDotHours * 3600)...: 3
      case (DayLoad.twoDotHours * 3600)...: 2
      default: busy.isEmpty ? 0 : 1
      }
  }
}
