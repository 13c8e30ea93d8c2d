import CalendarModel
import ICalendar

/// One STANDARD or DAYLIGHT component of a VTIMEZONE: its onset and its UTC offset.
struct Observance {
  /// DTSTART: the first onset, as a wall time according to the offset before it.
  let start: WallTime
  /// TZOFFSETFROM in seconds.
  let offsetBefore: Int
  /// TZOFFSETTO in seconds.
  let offsetAfter: Int
  /// The RRULE. Rules more frequent than DAILY are ignored, because clocks never change that often.
  private let rule: RecurrenceRule?
  /// The values of RDATE.
  private let dates: [WallTime]

  /// Reads a STANDARD or DAYLIGHT component, or reports why it cannot be read.
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
        "The \(name) of the VTIMEZONE lacks a readable DTSTART, TZOFFSETFROM or TZOFFSETTO.",
        line: text.lineNumber(text.components[component].lines.lowerBound), severity: .lost)
      return nil
    }
    rule = ruleLine.flatMap { Observance.rule($0.value) }
    if rule == nil, let ruleLine {
      problems.report(
        "The RRULE of the VTIMEZONE is not supported; only its first clock change is used.",
        line: ruleLine.number, severity: .lost)
    }
    (self.start, offsetBefore, offsetAfter, self.dates) = (start, before, after, dates)
  }

  /// The maximum number of onsets of one rule: clocks change twice a year, and rules are expanded over four
  /// centuries.
  private static let maximumOnsets = 5_000

  /// Whether the onsets recur forever.
  var isEndless: Bool { rule?.isEndless ?? false }

  /// Returns the wall times of the onsets before a year, in no particular order, or nil if there are too
  /// many.
  ///
  /// DTSTART is always included. An UNTIL in UTC is converted using the offset before the onset.
  func onsets(before endYear: Int, budget: inout ZoneBudget) -> [WallTime]? {
    guard budget.spend(dates.count) else { return nil }
    guard let rule, let end = Day(year: endYear, month: 1, day: 1) else { return [start] + dates }
    let last: WallTime? =
      switch rule.until {
      case nil: nil
      case .date(let day): WallTime(day, hour: 23, minute: 59, second: 59)
      case .wall(let wall): wall
      case .utc(let wall): wall.adding(seconds: offsetBefore)
      }
    var expansion = RuleExpansion(
      rule, from: start, in: start..<max(start, WallTime(end)), through: last, count: rule.count,
      budget: ExpansionBudget(starts: Observance.maximumOnsets, steps: budget.remainingSteps))
    var onsets = [start] + dates
    while let onset = expansion.next() {
      if onset != start { onsets.append(onset) }
    }
    guard budget.spend(expansion.stepsTaken + onsets.count), expansion.end == .complete else { return nil }
    return onsets
  }

  private static func rule(_ value: ArraySlice<UInt8>) -> RecurrenceRule? {
    guard let rule = try? RecurrenceRule(parsing: Text.unescape(value)), rule.isSupported,
      !rule.frequency.isWithinDay
    else { return nil }
    return rule
  }

  private static func wall(_ value: ArraySlice<UInt8>) -> WallTime? {
    switch TimeValue(value) {
    case .time(let wall, _): wall
    case .date(let day): WallTime(day)
    case nil: nil
    }
  }

  /// Reads a value of type UTC-OFFSET (RFC 5545 3.3.14): a sign and `HHMM` or `HHMMSS`, less than one day.
  /// Returns the offset in seconds.
  static func offset(_ value: ArraySlice<UInt8>) -> Int? {
    var digits = TimeValue.trimmed(value)
    guard let sign = digits.popFirst(), sign == 0x2B || sign == 0x2D, digits.count == 4 || digits.count == 6,
      let hours = decimalValue(digits.prefix(2)), let minutes = decimalValue(digits.dropFirst(2).prefix(2)),
      let seconds = digits.count == 6 ? decimalValue(digits.suffix(2)) : 0,
      hours < 24, minutes < 60, seconds < 60
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
  }
}
