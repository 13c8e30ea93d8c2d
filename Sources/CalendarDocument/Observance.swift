import CalendarModel
import ICalendar

/// One STANDARD or DAYLIGHT of a VTIMEZONE: since when, and how far from UTC the clocks are then.
struct Observance {
  /// DTSTART: the first onset, on the clocks as they were before it.
  let start: WallTime
  /// TZOFFSETFROM in seconds.
  let offsetBefore: Int
  /// TZOFFSETTO in seconds.
  let offsetAfter: Int
  /// RRULE.
  let rule: YearlyRule?
  /// RDATE.
  let dates: [WallTime]

  /// Reads an observance, or reports why it cannot be read.
  init?(_ component: Int, of text: ICalendarText, problems: inout ProblemCollector) {
    let name = text.components[component].name
    guard name == "STANDARD" || name == "DAYLIGHT" else { return nil }
    var start: WallTime?
    var before: Int?
    var after: Int?
    var ruleLine: (number: Int, value: ArraySlice<UInt8>)?
    var dates: [WallTime] = []
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index) else { continue }
      switch line.name {
      case "DTSTART": start = start ?? Observance.wall(line.value)
      case "TZOFFSETFROM": before = before ?? Observance.offset(line.value)
      case "TZOFFSETTO": after = after ?? Observance.offset(line.value)
      case "RRULE": ruleLine = ruleLine ?? (text.lineNumber(index), line.value)
      case "RDATE": dates += line.value.split(separator: 0x2C).compactMap(Observance.wall)
      default: break
      }
    }
    guard let start, let before, let after else {
      problems.report(
        "The \(name) of the VTIMEZONE lacks a DTSTART, TZOFFSETFROM or TZOFFSETTO that can be read.",
        line: text.lineNumber(text.components[component].lines.lowerBound), severity: .lost)
      return nil
    }
    rule = ruleLine.flatMap { YearlyRule($0.value, start: start, offset: before) }
    if rule == nil, let ruleLine {
      problems.report(
        "The RRULE of the VTIMEZONE is of a kind that is not understood; only its first change is used.",
        line: ruleLine.number, severity: .lost)
    }
    (self.start, offsetBefore, offsetAfter, self.dates) = (start, before, after, dates)
  }

  /// The wall times at which it sets in, in no order, up to the beginning of a year; nil if they are too many.
  func onsets(before endYear: Int, budget: inout ZoneBudget) -> [WallTime]? {
    for _ in dates where !budget.take() { return nil }
    guard let rule else { return [start] + dates.filter { $0 != start } }
    guard let ruled = rule.onsets(from: start, before: endYear, budget: &budget) else { return nil }
    return ruled + dates
  }

  private static func wall(_ value: ArraySlice<UInt8>) -> WallTime? {
    switch TimeValue(value) {
    case .time(let wall, _): wall
    case .date(let day): WallTime(day)
    case nil: nil
    }
  }

  /// Reads UTC-OFFSET (RFC 5545 3.3.14): `+HHMM` or `+HHMMSS`, less than a day.
  static func offset(_ value: ArraySlice<UInt8>) -> Int? {
    var digits = TimeValue.trimmed(value)
    guard let sign = digits.popFirst(), sign == 0x2B || sign == 0x2D, digits.count == 4 || digits.count == 6,
      let hours = number(digits.prefix(2)), let minutes = number(digits.dropFirst(2).prefix(2)),
      let seconds = digits.count == 6 ? number(digits.suffix(2)) : 0,
      hours < 24, minutes < 60, seconds < 60
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
  }
}
