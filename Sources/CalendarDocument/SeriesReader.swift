import CalendarModel
import ICalendar

/// Reads the properties of a series or a changed occurrence: RRULE, RDATE, EXDATE, RECURRENCE-ID (RFC 5545
/// 3.8.4.4 and 3.8.5), and EXRULE, which was defined in RFC 2445 and occurs in old files.
struct SeriesReader {
  let text: ICalendarText
  let lines: EventLines

  /// The maximum number of dates read per event: every day for 27 years.
  private static let dateLimit = 10_000
  /// The maximum number of rules read per event; there should be only one.
  private static let ruleLimit = 16

  /// Returns the event's role in a series: `once` if it has none, or `unreadable` if its RECURRENCE-ID cannot
  /// be read.
  func read(
    start: EventTime, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> Repetition {
    if let index = lines.recurrenceID {
      return changedOccurrence(at: index, zones: &zones, problems: &problems).map { .series($0) }
        ?? .unreadable
    }
    guard !lines.recurrence.isEmpty else { return .once }
    let recurrence = recurrence(start: start, zones: &zones, problems: &problems)
    reportDifferences(from: start, recurrence, to: &problems)
    return .series(.master(recurrence))
  }

  /// Reports that occurrences after the first one, whose DTSTART is checked when it is read, have another time by the
  /// file's VTIMEZONE.
  private func reportDifferences(
    from start: EventTime, _ recurrence: Recurrence, to problems: inout ProblemCollector
  ) {
    guard case .zoned(let wall, let zone) = start, let contradiction = zone.contradiction,
      let line = lines.start,
      zone.differingTime(at: wall) == nil
    else { return }
    let end = min(
      recurrence.latestStart ?? WallTime(.latest), zone.time(at: contradiction.end).wall.adding(days: 1))
    // Clocks rarely change more often.
    let days = stride(from: 30, to: min(28 * 366, end.day.days(since: wall.day)), by: 30)
    guard days.contains(where: { zone.differingTime(at: wall.adding(days: $0)) != nil }) else { return }
    problems.report(
      "DTSTART: the VTIMEZONE of “\(zone.identifier.prefix(80))” gives later occurrences another time than the time "
        + "zone database, which is used.", line: text.lineNumber(line))
  }

  private func changedOccurrence(
    at index: Int, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> SeriesRole? {
    guard var property = TimeProperty(line: index, of: text),
      let original = property.time(in: text, zones: &zones, problems: &problems)
    else {
      problems.report(
        "RECURRENCE-ID is not a date or a time; the event is shown in addition to its series.",
        line: text.lineNumber(index), severity: .lost)
      return nil
    }
    for line in lines.recurrence {
      problems.report(
        "A changed occurrence cannot repeat; \(text.line(line)?.name ?? "") is ignored.",
        line: text.lineNumber(line))
    }
    let range = property.parameters.first { $0.name == "RANGE" }?.values.first?.uppercased()
    if let range, range != "THISANDFUTURE" {
      problems.report(
        "RANGE=\(range.prefix(40)) is unknown; only this occurrence is changed.", line: property.lineNumber,
        severity: .lost)
    }
    return .changed(originalStart: original, isThisAndFuture: range == "THISANDFUTURE")
  }

  private func recurrence(
    start: EventTime, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> Recurrence {
    var rules: [RecurrenceRule] = []
    var exceptionRules: [RecurrenceRule] = []
    var dates: [Recurrence.Instance] = []
    var exceptions: [EventTime] = []
    for index in lines.recurrence {
      guard let line = text.line(index) else { continue }
      switch line.name {
      case "RRULE": rules += rule(line, at: index, start: start, problems: &problems)
      case "EXRULE": exceptionRules += rule(line, at: index, start: start, problems: &problems)
      case "RDATE":
        dates += self.dates(at: index, alreadyRead: dates.count, zones: &zones, problems: &problems)
          .map { Recurrence.Instance(start: $0.start, end: $0.end) }
      default:
        let dates = self.dates(at: index, alreadyRead: exceptions.count, zones: &zones, problems: &problems)
        if let other = dates.first(where: { $0.start.isDate != start.isDate }) {
          checkType(
            of: line.name, other.start, start: start, line: text.lineNumber(index), problems: &problems)
        }
        exceptions += dates.map(\.start)
      }
    }
    if max(rules.count, exceptionRules.count) > Self.ruleLimit, let first = lines.recurrence.first {
      problems.report(
        "The event has more than \(Self.ruleLimit) rules; the rest are ignored.",
        line: text.lineNumber(first), severity: .lost)
    }
    return Recurrence(
      start: start, rules: Array(rules.prefix(Self.ruleLimit)), dates: dates, exceptions: exceptions,
      exceptionRules: Array(exceptionRules.prefix(Self.ruleLimit)))
  }

  /// Returns the rule of a line, or an empty array if it is invalid. Reports any part of it that is not
  /// supported.
  private func rule(
    _ line: ContentLine, at index: Int, start: EventTime, problems: inout ProblemCollector
  ) -> [RecurrenceRule] {
    let number = text.lineNumber(index)
    do {
      let rule = try RecurrenceRule(parsing: Text.unescape(line.value))
      if let part = rule.unsupported ?? (start.isDate && rule.frequency.isWithinDay ? "FREQ" : nil) {
        problems.report(
          "\(line.name) has “\(part)”, which is not supported; the event is shown without it.", line: number,
          severity: .lost)
      }
      for fault in SeriesReader.faults(of: rule, start: start) {
        problems.report("\(line.name): \(fault)", line: number)
      }
      return [rule]
    } catch {
      problems.report(
        SeriesReader.isVCalendarRule(line.value)
          ? "\(line.name) is a rule of vCalendar 1.0, which is not read; the event is shown without it."
          : error.message, line: number, severity: .lost)
      return []
    }
  }

  /// Returns whether a rule begins as in vCalendar 1.0 with a frequency and an interval, such as D1, W2 or MP1.
  private static func isVCalendarRule(_ value: ArraySlice<UInt8>) -> Bool {
    let rule = TimeValue.trimmed(value)
    let frequency = String(decoding: rule.prefix { !(0x30...0x39).contains($0) }, as: UTF8.self).uppercased()
    return ["D", "W", "MP", "MD", "YM", "YD"].contains(frequency) && rule.count > frequency.utf8.count
  }

  /// Returns how a rule that can be read violates RFC 5545 3.3.10, and what Handspan makes of it.
  private static func faults(of rule: RecurrenceRule, start: EventTime) -> [String] {
    var faults: [String] = []
    if rule.count != nil, rule.until != nil {
      faults.append("there is both a COUNT and an UNTIL; the one that ends first counts.")
    }
    let otherParts = [
      rule.months, rule.weekNumbers, rule.yearDays, rule.monthDays, rule.hours, rule.minutes, rule.seconds,
    ]
    if !rule.setPositions.isEmpty, rule.weekdays.isEmpty, otherParts.allSatisfy(\.isEmpty) {
      faults.append("BYSETPOS needs another part to choose from, such as BYDAY.")
    }
    switch (rule.until, start) {
    case (.date?, .floating), (.date?, .utc), (.date?, .zoned):
      faults.append("UNTIL is a date, but DTSTART is a time; the whole day is included.")
    case (.wall?, .date), (.utc?, .date):
      faults.append("UNTIL is a time, but DTSTART is a date; only its date counts.")
    case (.wall?, .utc), (.wall?, .zoned):
      faults.append("UNTIL is not in UTC; it is read in the zone of DTSTART.")
    case (.utc?, .floating):
      faults.append("UNTIL is in UTC, but DTSTART has no zone; it is read without a zone.")
    case (nil, _), (.date?, .date), (.wall?, .floating), (.utc?, .utc), (.utc?, .zoned): break
    }
    return faults
  }

  /// Reports a date whose type is not that of DTSTART, as RFC 5545 3.8.4.4 and 3.8.5.1 require.
  private func checkType(
    of property: String, _ time: EventTime, start: EventTime, line: Int, problems: inout ProblemCollector
  ) {
    guard time.isDate != start.isDate else { return }
    problems.report(
      time.isDate
        ? "\(property) is a date, but DTSTART is a time; it applies to what starts on that day."
        : "\(property) is a time, but DTSTART is a date; only its date counts.", line: line)
  }

  private func dates(
    at index: Int, alreadyRead count: Int, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> [(start: EventTime, end: EventTimes.End?)] {
    var property = TimeProperty(line: index, of: text)
    return property?.readableValues(
      in: text, limit: Self.dateLimit - count, zones: &zones, problems: &problems) ?? []
  }
}
