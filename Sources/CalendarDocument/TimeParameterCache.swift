import CalendarModel
import ICalendar

/// Caches the decoded parameters of recently read DTSTART and DTEND lines. Most files have only a few different
/// combinations.
struct TimeParameterCache {
  private struct Entry {
    let bytes: [UInt8]
    let valueType: String?
    let zoneName: String?
    var zone: Zone?
  }

  private var entries: [Entry] = []
  /// The VCALENDAR in which the names of zones are looked up.
  private var scope = 0
  /// The maximum number of entries: searching more of them would cost more than it saves.
  private static let maximumCount = 8

  /// Sets the VCALENDAR whose components are read next.
  mutating func enter(_ scope: Int) {
    guard scope != self.scope else { return }
    self.scope = scope
    entries.removeAll(keepingCapacity: true)
  }

  /// Returns the value of a property with a single date or time, or nil if it is invalid or written in an
  /// unusual form.
  mutating func time(
    _ line: PropertyLine, in text: ICalendarText, zones: inout DocumentZones,
    problems: inout ProblemCollector
  ) -> EventTime? {
    guard let value = StrictTimeValue(text.bytes.span, line.value) else { return nil }
    let position = entryIndex(for: line, in: text)
    switch value {
    case .date(let day): return entries[position].valueType == "DATE" ? .date(day) : nil
    case .time(let wall, let isUTC):
      guard entries[position].valueType != "DATE" else { return nil }
      guard let name = entries[position].zoneName else { return isUTC ? .utc(wall) : .floating(wall) }
      guard !isUTC else { return nil }
      if entries[position].zone == nil {
        entries[position].zone = zones.zone(
          named: name, scope: scope, in: text, problems: &problems)
      }
      guard let zone = entries[position].zone, zone.differingTime(at: wall) == nil else { return nil }
      return .zoned(wall, zone)
    }
  }

  private mutating func entryIndex(for line: PropertyLine, in text: ICalendarText) -> Int {
    let bytes = text.bytes[line.parameters]
    if let position = entries.firstIndex(where: { $0.bytes.elementsEqual(bytes) }) { return position }
    let parameters = Parameter.list(bytes)
    if entries.count == Self.maximumCount { entries.removeFirst() }
    entries.append(
      Entry(
        bytes: Array(bytes), valueType: parameters.first { $0.name == "VALUE" }?.values.first?.uppercased(),
        zoneName: parameters.first { $0.name == "TZID" }?.values.first))
    return entries.count - 1
  }
}

/// A date or time in the strict form of RFC 5545, without the variants that `TimeValue` accepts.
enum StrictTimeValue {
  case date(Day)
  case time(WallTime, isUTC: Bool)

  init?(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    guard value.count == 8 || value.count == 15 || value.count == 16 else { return nil }
    let start = value.lowerBound
    guard let year = StrictTimeValue.number(bytes, start, 4),
      let month = StrictTimeValue.number(bytes, start + 4, 2),
      let dayOfMonth = StrictTimeValue.number(bytes, start + 6, 2),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    if value.count == 8 {
      self = .date(day)
      return
    }
    let isUTC = value.count == 16
    guard bytes[start + 8] == UInt8(ascii: "T"), !isUTC || bytes[start + 15] == UInt8(ascii: "Z"),
      let hour = StrictTimeValue.number(bytes, start + 9, 2), hour < 24,
      let minute = StrictTimeValue.number(bytes, start + 11, 2), minute < 60,
      let second = StrictTimeValue.number(bytes, start + 13, 2), second < 60
    else { return nil }
    self = .time(WallTime(day, secondOfDay: hour * 3600 + minute * 60 + second), isUTC: isUTC)
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
