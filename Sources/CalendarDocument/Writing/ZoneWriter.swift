import CalendarModel
import ICalendar

/// Writes a VTIMEZONE (RFC 5545 3.6.5) from the UTC offsets of a zone.
///
/// The VTIMEZONE contains the clock changes from the year before the event onward. Changes that recur every
/// year on the same weekday of a month, with no end, are written as a rule. All others, such as those for
/// Ramadan or under a new law, are listed individually.
struct ZoneWriter {
  /// The number of years to examine after the last irregular change: in 28 years every date falls on every
  /// weekday.
  private static let examinedYearCount = 28
  /// The years in which a search for changes stays within the supported range.
  private static let searchableYears = 2...9998

  private let zone: Zone
  private let changes: [ClockChange]
  private let firstYear: Int
  /// The year after the last one examined.
  private let endYear: Int

  /// Creates a definition that begins in the year before `year`.
  init(_ zone: Zone, fromYearBefore year: Int) {
    self.zone = zone
    firstYear = min(
      max(year - 1, Self.searchableYears.lowerBound), Self.searchableYears.upperBound - Self.examinedYearCount
    )
    let firstRegularYear =
      zone.rules.regularSince.map { WallTime(seconds: $0.seconds).day.year + 1 } ?? firstYear
    endYear = min(max(firstYear, firstRegularYear) + Self.examinedYearCount, Self.searchableYears.upperBound)
    changes = zone.rules.changes(in: Self.startOfYear(firstYear)..<Self.startOfYear(endYear))
  }

  /// Creates the continuation of a definition that ends at a moment, given in seconds since
  /// 1970-01-01T00:00:00Z.
  init(_ zone: Zone, after moment: Int) {
    let definition = ZoneWriter(zone, fromYearBefore: WallTime(seconds: moment).day.year)
    (self.zone, firstYear, endYear) = (zone, definition.firstYear, definition.endYear)
    changes = definition.changes.filter { $0.moment > moment }
  }

  /// The unfolded content lines.
  var lines: [[UInt8]] {
    [Array("BEGIN:VTIMEZONE".utf8), Array("TZID:".utf8) + Text.escape(zone.identifier)] + observanceLines
      + [Array("END:VTIMEZONE".utf8)]
  }

  /// The unfolded content lines of the observances.
  var observanceLines: [[UInt8]] {
    var text: [String] = []
    if changes.isEmpty {
      let offset = zone.rules.offset(at: Instant(seconds: Self.startOfYear(firstYear)))
      text += Self.observance(from: offset, to: offset, start: "19700101T000000", extraLines: [])
    }
    let groups = Self.groups(of: changes)
    let tails = groups.map(recurringTail)
    // The rules written here have no end. If only one of the two changes in a year had a rule, the clocks
    // would change once and never change back.
    let canUseRules = zip(groups, tails).allSatisfy { !continuesToEnd($0) || $1 != nil }
    for (group, tail) in zip(groups, tails) {
      let tail = canUseRules ? tail : nil
      text += Self.observance(listing: group[..<(tail?.start ?? group.endIndex)])
      for (month, rule) in tail?.rules ?? [] {
        guard let first = group[(tail?.start ?? 0)...].first(where: { $0.wall.day.month == month }) else {
          continue
        }
        text += Self.observance(of: first, extraLines: ["RRULE:\(rule)"])
      }
    }
    return text.map { Array($0.utf8) }
  }

  /// Returns the lines of observances that list changes individually.
  static func lines(listing changes: [ClockChange]) -> [[UInt8]] {
    groups(of: changes).flatMap { observance(listing: $0[...]) }.map { Array($0.utf8) }
  }

  /// Returns an observance for changes without a rule. Each further date has its own line, because some
  /// programs read only the first date of a line.
  private static func observance(listing group: ArraySlice<ClockChange>) -> [String] {
    guard let first = group.first else { return [] }
    return observance(of: first, extraLines: group.dropFirst().map { "RDATE:\(text($0.wall))" })
  }

  private static func observance(of first: ClockChange, extraLines: [String]) -> [String] {
    observance(
      from: first.offsetBefore, to: first.offsetAfter, start: text(first.wall), extraLines: extraLines)
  }

  private static func observance(
    from offsetBefore: Int, to offsetAfter: Int, start: String, extraLines: [String]
  ) -> [String] {
    // Daylight time begins when the clocks go forward, except in a few countries that define it the other way
    // around.
    let name = offsetAfter > offsetBefore ? "DAYLIGHT" : "STANDARD"
    return [
      "BEGIN:\(name)", "DTSTART:\(start)", "TZOFFSETFROM:\(offset(offsetBefore))",
      "TZOFFSETTO:\(offset(offsetAfter))",
    ] + extraLines + ["END:\(name)"]
  }

  /// Groups the changes by the UTC offsets before and after, and by time of day.
  private static func groups(of changes: [ClockChange]) -> [[ClockChange]] {
    var groups: [[ClockChange]] = []
    for change in changes {
      let position = groups.firstIndex { group in
        group.first.map {
          $0.offsetBefore == change.offsetBefore && $0.offsetAfter == change.offsetAfter
            && $0.wall.secondOfDay == change.wall.secondOfDay
        } ?? false
      }
      if let position { groups[position].append(change) } else { groups.append([change]) }
    }
    return groups
  }

  /// Returns whether the changes of a group continue to the end of the years examined.
  private func continuesToEnd(_ group: [ClockChange]) -> Bool { group.last?.wall.day.year == endYear - 1 }

  /// Rules for clock changes, each with the month in which the changes occur.
  private typealias Rules = [(month: Int, rule: String)]

  /// Returns the rules that describe the last changes of a group, and the index of the first change that they
  /// describe. Returns nil if no rules do.
  private func recurringTail(of group: [ClockChange]) -> (start: Int, rules: Rules)? {
    guard continuesToEnd(group) else { return nil }
    let days = group.map(\.wall.day)
    var start = days.count - 1
    while start > 0, days[start - 1].year + 1 == days[start].year { start -= 1 }
    while start < days.count {
      if let rules = Self.rules(of: days[start...]) { return (start, rules) }
      start += 1
    }
    return nil
  }

  /// Returns rules that match the given days, one in each of several consecutive years. Returns nil if there
  /// are no such rules.
  private static func rules(of days: ArraySlice<Day>) -> Rules? {
    guard let first = days.first, let month = days.map(\.month).min(), days.count > 6 else { return nil }
    let length = Day.length(ofMonth: month, year: 2001)
    // The days of the following month continue the numbering of this one.
    let dates = days.map { $0.dayOfMonth + ($0.month == month ? 0 : length) }
    guard let earliest = dates.min(), let latest = dates.max(),
      days.allSatisfy({ $0.month == month || (month != 2 && $0.month == month + 1) })
    else { return nil }
    let rule = "FREQ=YEARLY;BYMONTH=\(month)"
    if earliest == latest { return [(month, "\(rule);BYMONTHDAY=\(earliest)")] }
    guard latest - earliest == 6, days.allSatisfy({ $0.weekday == first.weekday }) else { return nil }
    let weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][first.weekday.rawValue - 1]
    if latest <= length, earliest % 7 == 1 { return [(month, "\(rule);BYDAY=\(earliest / 7 + 1)\(weekday)")] }
    // The last week of February differs in leap years, so its days are listed.
    if month != 2, latest == length { return [(month, "\(rule);BYDAY=-1\(weekday)")] }
    func week(_ dates: ClosedRange<Int>, _ month: Int) -> (Int, String) {
      let list = dates.map(String.init).joined(separator: ",")
      return (month, "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(list);BYDAY=\(weekday)")
    }
    // Midnight at the end of the last Thursday in October, as in Egypt, falls on a Friday in October or on
    // November 1.
    return latest <= length
      ? [week(earliest...latest, month)]
      : [week(earliest...length, month), week(1...latest - length, month + 1)]
  }

  private static func text(_ wall: WallTime) -> String { String(decoding: wall.value, as: UTF8.self) }

  /// Returns the beginning of a year, in seconds since 1970-01-01T00:00:00Z.
  static func startOfYear(_ year: Int) -> Int {
    WallTime(Day(year: year, month: 1, day: 1) ?? .earliest).seconds
  }

  /// Returns a value of type UTC-OFFSET (RFC 5545 3.3.14).
  private static func offset(_ seconds: Int) -> String {
    let magnitude = abs(seconds)
    let parts = [magnitude / 3600, magnitude / 60 % 60] + (magnitude % 60 == 0 ? [] : [magnitude % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}
