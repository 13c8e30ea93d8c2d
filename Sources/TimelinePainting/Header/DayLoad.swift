import CalendarModel

/// How busy a day is.
package struct DayLoad: Hashable, Sendable {
  /// The number of events, including free and canceled ones.
  package var eventCount: Int
  /// The number of dots, from 0 for a free day to 3 for a day with little free time.
  package var dotCount: Int

  /// - Precondition: `dotCount` is from 0 to 3.
  package init(eventCount: Int = 0, dotCount: Int = 0) {
    precondition((0...DayLoad.maximumDots).contains(dotCount))
    self.eventCount = eventCount
    self.dotCount = dotCount
  }

  /// The maximum number of dots for a day.
  package static let maximumDots = 3
  /// The minimum number of busy hours for two dots, and for three.
  static let twoDotHours = 3, threeDotHours = 6

  /// Measures how busy a day is by its busy hours. The time of overlapping events is counted once.
  ///
  /// Free and canceled events do not make a day busy. All-day events are often notes rather than
  /// appointments, so together they count for one dot at most.
  ///
  /// - Parameter occurrences: the occurrences that overlap the day, and possibly others, in any order.
  package init(of occurrences: [Occurrence], on day: Day) {
    let wholeDay = TimeSpan(days: day..<day.adding(days: 1))
    eventCount = 0
    var isBusy = false
    var spans: [TimeSpan] = []
    // Occurrences are large, so they are not copied into lists.
    for index in occurrences.indices {
      let span = occurrences[index].span
      guard span.overlaps(wholeDay) else { continue }
      eventCount += 1
      let event = occurrences[index].event
      guard event.transparency == .busy, event.status != .canceled else { continue }
      isBusy = true
      if !occurrences[index].isAllDay { spans.append(span) }
    }
    spans.sort { $0.start < $1.start }
    var (busySeconds, countedUntil) = (0, wholeDay.start)
    for span in spans {
      let (start, end) = (max(span.start, countedUntil), min(span.end, wholeDay.end))
      guard end > start else { continue }
      busySeconds += end.seconds(since: start)
      countedUntil = end
    }
    dotCount =
      switch busySeconds {
      case (DayLoad.threeDotHours * 3600)...: 3
      case (DayLoad.twoDotHours * 3600)...: 2
      default: isBusy ? 1 : 0
      }
  }
}
