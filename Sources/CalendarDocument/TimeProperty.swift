import CalendarModel
import ICalendar

/// A property whose values are dates or times, with the VALUE and TZID parameters that determine their
/// meaning (RFC 5545 3.3.4, 3.3.5 and 3.3.9): DTSTART, EXDATE, RDATE and so on.
struct TimeProperty {
  /// The line number in the file, counted from 1.
  let lineNumber: Int
  private let index: Int
  let parameters: [Parameter]
  private let name: String
  private let value: ArraySlice<UInt8>
  private let valueType: String?
  private let zoneName: String?
  /// The problems already reported. Often, all dates in a list have the same problem, which is reported once.
  private var reportedProblems: Set<String> = []

  /// Reads the property on a line. Returns nil if the line cannot be read.
  init?(line index: Int, of text: ICalendarText) {
    guard let line = text.line(index) else { return nil }
    (self.index, lineNumber) = (index, text.lineNumber(index))
    parameters = line.parameters
    (name, value) = (line.name, line.value)
    valueType = parameters.first { $0.name == "VALUE" }?.values.first?.uppercased()
    zoneName = parameters.first { $0.name == "TZID" }?.values.first
  }

  /// Returns the value, if it is a single date or time.
  mutating func time(
    in text: ICalendarText, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> EventTime? {
    time(value, in: text, zones: &zones, problems: &problems)
  }

  /// Returns the values in order, each a date, a time or a period. Values that cannot be read are reported
  /// and left out.
  ///
  /// - Parameter limit: the maximum number of values to read.
  mutating func readableValues(
    in text: ICalendarText, limit: Int, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> [(start: EventTime, end: EventTimes.End?)] {
    var dates: [(start: EventTime, end: EventTimes.End?)] = []
    for item in value.split(separator: UInt8(ascii: ",")) {
      guard dates.count < limit else {
        report(" has too many dates; the rest are ignored.", to: &problems)
        break
      }
      let parts = item.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      guard let start = parts.first.flatMap({ time($0, in: text, zones: &zones, problems: &problems) }) else {
        report(" has a value that is not a date or a time; it is ignored.", to: &problems)
        continue
      }
      var end: EventTimes.End?
      if parts.count == 2 {
        end = periodEnd(parts[1], in: text, zones: &zones, problems: &problems)
        if end == nil {
          report(" has a period whose end cannot be read; the duration of the event is used.", to: &problems)
        }
      }
      dates.append((start, end))
    }
    return dates
  }

  /// Returns the values in order, each as written, with its start and, for a period, its end. The start is
  /// nil if it cannot be read.
  mutating func writtenValues(
    in text: ICalendarText, zones: inout DocumentZones
  ) -> [(bytes: [UInt8], start: EventTime?, end: EventTimes.End?)] {
    var ignoredProblems = ProblemCollector()
    var values: [(bytes: [UInt8], start: EventTime?, end: EventTimes.End?)] = []
    for item in value.split(separator: UInt8(ascii: ",")) {
      let parts = item.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      let start = parts.first.flatMap { time($0, in: text, zones: &zones, problems: &ignoredProblems) }
      let end =
        parts.count == 2 ? periodEnd(parts[1], in: text, zones: &zones, problems: &ignoredProblems) : nil
      values.append((Array(item), start, end))
    }
    return values
  }

  private mutating func periodEnd(
    _ value: ArraySlice<UInt8>, in text: ICalendarText, zones: inout DocumentZones,
    problems: inout ProblemCollector
  ) -> EventTimes.End? {
    if let duration = EventDuration(value) { return duration.isPositive ? .duration(duration) : nil }
    return time(value, in: text, zones: &zones, problems: &problems).map { .time($0) }
  }

  private mutating func time(
    _ value: ArraySlice<UInt8>, in text: ICalendarText, zones: inout DocumentZones,
    problems: inout ProblemCollector
  ) -> EventTime? {
    switch TimeValue(value) {
    case nil: return nil
    case .date(let day):
      if valueType != "DATE" { report(" is a date without VALUE=DATE.", as: .irregular, to: &problems) }
      return .date(day)
    case .time(let wall, let isUTC):
      if valueType == "DATE" { report(" is a time with VALUE=DATE.", as: .irregular, to: &problems) }
      if isUTC {
        if zoneName != nil { report(" in UTC has a TZID; UTC is used.", as: .irregular, to: &problems) }
        return .utc(wall)
      }
      guard let zoneName else { return .floating(wall) }
      let scope = zones.scope(ofLine: index, in: text)
      if let zone = zones.zone(named: zoneName, scope: scope, in: text, problems: &problems) {
        reportDifference(of: zone, at: wall, to: &problems)
        return .zoned(wall, zone)
      }
      if reportedProblems.insert(zoneName).inserted {
        problems.report(
          "The time zone “\(zoneName.prefix(80))” is unknown; the time is read without a zone.",
          line: lineNumber,
          severity: .lost)
      }
      return .floating(wall)
    }
  }

  private mutating func reportDifference(
    of zone: Zone, at wall: WallTime, to problems: inout ProblemCollector
  ) {
    guard let other = zone.differingTime(at: wall) else { return }
    let message =
      ": the VTIMEZONE of “\(zone.identifier.prefix(80))” says \(other), the time zone database \(zone.time(at: wall)); "
      + "the database is used."
    guard reportedProblems.insert(zone.identifier).inserted else { return }
    report(message, as: .irregular, to: &problems)
  }

  private mutating func report(
    _ message: String, as severity: DocumentProblem.Severity = .lost, to problems: inout ProblemCollector
  ) {
    guard reportedProblems.insert(message).inserted else { return }
    problems.report(name + message, line: lineNumber, severity: severity)
  }
}
