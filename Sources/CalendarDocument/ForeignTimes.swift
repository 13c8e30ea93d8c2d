import CalendarModel
import ICalendar

/// The times of an event that are written in forms other than those of RFC 5545 but are not ambiguous: dates with hyphens
/// as in ISO 8601, and times at midnight that X-MICROSOFT-CDO-ALLDAYEVENT makes all-day. The event is read as if its lines
/// were written as in RFC 5545, and an edit of its times writes them so.
struct ForeignTimes {
  /// Outlook and Exchange write it for every event.
  static let allDayFlag = "X-MICROSOFT-CDO-ALLDAYEVENT"

  private static let names: Set = ["DTSTART", "DTEND", "RECURRENCE-ID", "RDATE", "EXDATE", "RRULE"]

  /// The time properties in file order, as in RFC 5545 as far as has been found out.
  private var properties: [(index: Int, line: ContentLine)] = []
  private var changedLines: Set<Int> = []
  private var duration: (index: Int, line: ContentLine)?
  private var isMarkedAllDay = false

  /// Returns whether a line may be, or may make others, such a time: a quick check, because nearly all events have none.
  static func mayBeForeign(_ line: ContentLine) -> Bool {
    // Only X-MICROSOFT-CDO-ALLDAYEVENT has such a value.
    if line.value.first.map({ $0 | 0x20 == 0x74 }) ?? false { return true }
    var digitCount = 0
    for byte in line.value {
      if byte == UInt8(ascii: "-"), digitCount == 4 { return true }
      digitCount = (0x30...0x39).contains(byte) ? digitCount + 1 : 0
    }
    return false
  }

  /// Has the times of an event read as in RFC 5545, and reports other forms.
  static func adopt(
    in text: inout ICalendarText, of component: Int, zones: inout DocumentZones,
    problems: inout ProblemCollector
  ) {
    var times = ForeignTimes(of: component, in: text)
    times.readHyphens(in: text, problems: &problems)
    times.readAllDayFlag(in: text, zones: &zones, problems: &problems)
    for (index, line) in times.properties where times.changedLines.contains(index) {
      text.read(line: index, as: Array(line.bytes))
    }
  }

  private init(of component: Int, in text: ICalendarText) {
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index) else { continue }
      switch line.name {
      case "DURATION": duration = duration ?? (index, line)
      case Self.allDayFlag:
        let value = String(decoding: TimeValue.trimmed(line.value), as: UTF8.self)
        isMarkedAllDay = isMarkedAllDay || value.uppercased() == "TRUE"
      case let name where Self.names.contains(name): properties.append((index, line))
      default: break
      }
    }
  }

  private mutating func change(_ position: Int, to line: [UInt8]) {
    guard let line = ContentLine(line[...]) else { return }
    properties[position].line = line
    changedLines.insert(properties[position].index)
  }

  // MARK: ISO 8601

  private mutating func readHyphens(in text: ICalendarText, problems: inout ProblemCollector) {
    for (position, property) in properties.enumerated() {
      let line = property.line
      guard let value = ISODate.basicValue(line.value, isRule: line.name == "RRULE") else { continue }
      let isDate =
        if case .date? = TimeValue(value.prefix { $0 != UInt8(ascii: ",") }) { true } else { false }
      let head = line.name == "RRULE" || !isDate ? Array(line.head) : Self.dateHead(of: line)
      change(position, to: head + value)
      problems.report(
        "\(line.name) is written with hyphens, as in ISO 8601; many programs do not read that.",
        line: text.lineNumber(property.index))
    }
  }

  // MARK: Outlook's all-day events

  private mutating func readAllDayFlag(
    in text: ICalendarText, zones: inout DocumentZones, problems: inout ProblemCollector
  ) {
    guard isMarkedAllDay, let start = properties.first(where: { $0.line.name == "DTSTART" }),
      case .time(let wall, let isUTC)? = TimeValue(start.line.value), hasWholeDays(from: wall)
    else { return }
    let zoneName = start.line.parameters.first { $0.name == "TZID" }?.values.first
    let scope = zones.scope(ofLine: start.index, in: text)
    let zone =
      isUTC ? nil : zoneName.flatMap { zones.zone(named: $0, scope: scope, in: text, problems: &problems) }
    for (position, property) in properties.enumerated() {
      let line = property.line
      if line.name == "RRULE" {
        change(position, to: Array(line.head) + Self.ruleUntilDate(line.value, zone))
      } else {
        // Of a period, only the start can be written as a date.
        let dates = line.value.split(separator: UInt8(ascii: ",")).map { value in
          let start = line.name == "RDATE" ? value.prefix { $0 != UInt8(ascii: "/") } : value
          return TimeValue(start).map { Self.day(of: $0, zone).value } ?? Array(value)
        }
        change(position, to: Self.dateHead(of: line) + dates.joined(separator: Array(",".utf8)))
      }
    }
    problems.report(
      "\(Self.allDayFlag) makes this an all-day event, although it has times; many programs ignore that.",
      line: text.lineNumber(start.index))
  }

  /// Whether the event lasts from one midnight to another one.
  private func hasWholeDays(from start: WallTime) -> Bool {
    guard start.secondOfDay == 0 else { return false }
    if let end = properties.first(where: { $0.line.name == "DTEND" })?.line {
      guard case .time(let wall, _)? = TimeValue(end.value) else { return false }
      return wall.secondOfDay == 0 && wall.day > start.day
    }
    guard let duration else { return true }
    return EventDuration(duration.line.value).map { $0.days > 0 && $0.seconds == 0 } ?? false
  }

  /// Returns a line up to its value, with VALUE=DATE and without a zone.
  private static func dateHead(of line: ContentLine) -> [UInt8] {
    let parameters = line.parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }
    return Array(line.name.utf8) + parameters.flatMap { Array(";".utf8) + $0.bytes }
      + Parameter.encoded("VALUE", "DATE") + Array(":".utf8)
  }

  /// Returns the day of a time in the zone of the event.
  private static func day(of value: TimeValue, _ zone: Zone?) -> Day {
    switch value {
    case .date(let day): day
    case .time(let wall, isUTC: true):
      zone.map { $0.time(at: Instant(seconds: wall.seconds)).wall.day } ?? wall.day
    case .time(let wall, isUTC: false): wall.day
    }
  }

  private static func ruleUntilDate(_ rule: ArraySlice<UInt8>, _ zone: Zone?) -> [UInt8] {
    ISODate.changingUntil(of: rule) { value in TimeValue(value).map { day(of: $0, zone).value } }
  }
}

/// Dates and times of ISO 8601 in the extended format: `2026-03-02`, `2026-03-02T09:00:00Z`.
enum ISODate {
  /// Returns the value of a property in the basic format; nil if it is not in the extended format.
  static func basicValue(_ value: ArraySlice<UInt8>, isRule: Bool) -> [UInt8]? {
    if isRule {
      let rule = changingUntil(of: value) { basic($0) }
      return rule.elementsEqual(value) ? nil : rule
    }
    var isChanged = false
    let dates = value.split(separator: UInt8(ascii: ",")).map { item in
      item.split(separator: UInt8(ascii: "/")).map { part in
        guard let basic = basic(part) else { return Array(part) }
        isChanged = true
        return basic
      }.joined(separator: Array("/".utf8))
    }
    return isChanged ? Array(dates.joined(separator: Array(",".utf8))) : nil
  }

  /// Returns a rule with another UNTIL.
  static func changingUntil(
    of rule: ArraySlice<UInt8>, _ change: (ArraySlice<UInt8>) -> [UInt8]?
  ) -> [UInt8] {
    let parts = rule.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      let name = String(decoding: part.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).uppercased()
      guard name == "UNTIL", let value = change(part.dropFirst(name.utf8.count + 1)) else {
        return Array(part)
      }
      return Array(part.prefix(name.utf8.count + 1)) + value
    }
    return Array(parts.joined(separator: Array(";".utf8)))
  }

  /// Returns a date or a time in the basic format; nil if it is not in the extended format. A time with an offset is
  /// converted to UTC.
  private static func basic(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    let value = TimeValue.trimmed(value)
    let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    guard (10...40).contains(value.count) else { return nil }
    let (start, rest) = (value.startIndex, value.dropFirst(10))
    guard value[start + 4] == hyphen, value[start + 7] == hyphen else { return nil }
    let date = value[start..<start + 4] + value[start + 5..<start + 7] + value[start + 8..<start + 10]
    guard let separator = rest.first else { return TimeValue(date) == nil ? nil : Array(date) }
    let clock = rest.dropFirst().prefix { (0x30...0x39).contains($0) || $0 == colon }
    var zone = rest.dropFirst(1 + clock.count)
    if zone.first == UInt8(ascii: ".") { zone = zone.dropFirst().drop { (0x30...0x39).contains($0) } }
    let time = date + [UInt8(ascii: "T")] + clock.filter { $0 != colon }
    guard separator | 0x20 == 0x74 || separator == 0x20, case .time(let wall, _)? = TimeValue(time) else {
      return nil
    }
    guard let sign = zone.first else { return wall.value }
    if zone.count == 1, sign | 0x20 == 0x7A { return wall.value + Array("Z".utf8) }
    let digits = zone.dropFirst().filter { $0 != colon }
    guard sign == hyphen || sign == UInt8(ascii: "+"), digits.count == 4,
      let offset = decimalValue(digits[...])
    else { return nil }
    let minutes = offset / 100 * 60 + offset % 100
    return wall.adding(minutes: sign == hyphen ? minutes : -minutes).value + Array("Z".utf8)
  }
}
