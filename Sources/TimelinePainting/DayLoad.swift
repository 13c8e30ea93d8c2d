import CalendarModel

/// How full a day is.
package struct DayLoad: Hashable, Sendable {
  /// How many events it has, of any kind.
  package var events: Int
  /// 0 for a day that is free, to 3 for one with little time left.
  package var dots: Int

  /// A day with so many events and dots.
  ///
  /// - Precondition: there are 0 to 3 dots.
  package init(events: Int = 0, dots: Int = 0) {
    precondition((0...DayLoad.maximumDots).contains(dots))
    self.events = events
    self.dots = dots
  }

  /// The most dots that a day has.
  package static let maximumDots = 3
  /// Hours taken by events from which there are two dots, and three.
  static let manyHours = 3, maximumHours = 6

  /// The load of a day, by the hours that its events take; hours that two take count once.
  ///
  /// Events that leave their time free, or are cancelled, are events but take no hour. An event of the whole day is
  /// often a note rather than an appointment: it makes one dot and no more.
  ///
  /// - Parameter occurrences: Some or all that touch the day, and maybe others, in any order.
  package init(of occurrences: [Occurrence], on day: Day) {
    let whole = TimeSpan(days: day..<day.adding(days: 1))
    let touching = occurrences.filter { $0.span.touches(whole) }
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
      case (DayLoad.maximumHours * 3600)...: 3
      case (DayLoad.manyHours * 3600)...: 2
      default: busy.isEmpty ? 0 : 1
      }
  }
}
