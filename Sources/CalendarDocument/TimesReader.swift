import CalendarModel
import ICalendar

/// Reads the times of an event from DTSTART, DTEND and DURATION.
struct TimesReader {
  let text: ICalendarText
  let lines: EventLines

  /// Returns the times, or nil if there is no start that can be read.
  ///
  /// - Parameter lineNumber: the number of the event's first line, counted from 1.
  func read(
    zones: inout DocumentZones, problems: inout ProblemCollector, lineNumber: Int
  ) -> EventTimes? {
    guard var property = lines.start.flatMap({ TimeProperty(line: $0, of: text) }) else {
      problems.report("The event has no DTSTART; it is not shown.", line: lineNumber, severity: .lost)
      return nil
    }
    guard let start = property.time(in: text, zones: &zones, problems: &problems) else {
      problems.report(
        "DTSTART is not a date or a time; the event is not shown.", line: property.lineNumber, severity: .lost
      )
      return nil
    }
    let end = end(after: start, zones: &zones, problems: &problems)
    return EventTimes(start: start, end: end)
  }

  private func end(
    after start: EventTime, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> EventTimes.End {
    if var property = lines.end.flatMap({ TimeProperty(line: $0, of: text) }) {
      let number = property.lineNumber
      if let duration = lines.duration {
        problems.report(
          "The event has both DURATION and DTEND; DTEND is used.", line: text.lineNumber(duration))
      }
      guard let end = property.time(in: text, zones: &zones, problems: &problems) else {
        problems.report("DTEND is not a date or a time; it is ignored.", line: number, severity: .lost)
        return .implied
      }
      if end.isDate != start.isDate {
        problems.report("DTSTART and DTEND must both be dates or both be times.", line: number)
      } else if !TimesReader.isLater(end, than: start) {
        problems.report("DTEND is not after DTSTART.", line: number)
      }
      return .time(end)
    }
    guard let index = lines.duration, let line = text.line(index) else { return .implied }
    let number = text.lineNumber(index)
    guard let duration = EventDuration(line.value) else {
      problems.report("DURATION is not a duration; it is ignored.", line: number, severity: .lost)
      return .implied
    }
    if duration.isNegative { problems.report("DURATION is negative.", line: number) }
    if start.isDate, duration.seconds != 0 {
      problems.report("DURATION of an all-day event has hours, minutes or seconds.", line: number)
    }
    return .duration(duration)
  }

  /// Returns whether `end` is later than `start`. If both have the same form, it is enough to compare their
  /// wall times.
  static func isLater(_ end: EventTime, than start: EventTime) -> Bool {
    if end.hasSameForm(as: start) { return end.wall > start.wall }
    return end.time(in: .utc).instant > start.time(in: .utc).instant
  }
}
