import CalendarModel
import ICalendar

/// Writes a VTIMEZONE (RFC 5545 3.6.5) from what is known of a zone: its distance from UTC at any moment.
///
/// The changes of the clocks are found from the year before the event on. Those that come back every year on the same
/// weekday of a month become a rule, others (a Ramadan, a law that changed) are listed one by one.
struct ZoneWriter {
  /// How far the changes are followed: in 28 years every weekday falls on every date of its week.
  private static let years = 28

  private struct Change {
    let wall: WallTime
    let before: Int
    let after: Int
  }

  private let zone: Zone
  private let changes: [Change]
  private let firstYear: Int

  /// The zone as it is from the year before `year` on.
  init(_ zone: Zone, around year: Int) {
    self.zone = zone
    // The years in which a search for changes stays within those that there are.
    firstYear = min(max(year - 1, 2), 9998 - ZoneWriter.years)
    changes = ZoneWriter.changes(of: zone, from: firstYear, to: firstYear + ZoneWriter.years)
  }

  /// The content lines, each in one piece.
  var lines: [[UInt8]] {
    var text = ["BEGIN:VTIMEZONE", "TZID:"]
    if changes.isEmpty {
      let offset = zone.rules.offset(at: ZoneWriter.instant(firstYear))
      text += observance(from: offset, to: offset, start: "19700101T000000", more: [])
    }
    let groups = observances
    // A rule has no end. If only one half of the year had one, the clocks would be changed once and never back.
    let mayRule = groups.allSatisfy { !lasts($0) || rule(of: $0) != nil }
    for group in groups {
      guard let first = group.first else { continue }
      text += observance(
        from: first.before, to: first.after, start: String(decoding: first.wall.value, as: UTF8.self),
        more: recurrence(of: group, mayRule: mayRule))
    }
    var lines = (text + ["END:VTIMEZONE"]).map { Array($0.utf8) }
    lines[1] += Text.escape(zone.identifier)
    return lines
  }

  private func observance(from before: Int, to after: Int, start: String, more: [String]) -> [String] {
    // What is ahead of the time before it is summer time, in all countries but for one that calls it otherwise.
    let name = after > before ? "DAYLIGHT" : "STANDARD"
    return [
      "BEGIN:\(name)", "DTSTART:\(start)", "TZOFFSETFROM:\(ZoneWriter.offset(before))",
      "TZOFFSETTO:\(ZoneWriter.offset(after))",
    ] + more + ["END:\(name)"]
  }

  /// The changes in groups of the same two distances from UTC, the same month and the same time of day.
  private var observances: [[Change]] {
    var groups: [[Change]] = []
    for change in changes {
      let place = groups.firstIndex { group in
        group.first.map {
          $0.before == change.before && $0.after == change.after
            && $0.wall.day.month == change.wall.day.month && $0.wall.secondOfDay == change.wall.secondOfDay
        } ?? false
      }
      if let place { groups[place].append(change) } else { groups.append([change]) }
    }
    return groups
  }

  /// RRULE for what comes back every year, RDATE for the rest, nothing for what happens once.
  private func recurrence(of group: [Change], mayRule: Bool) -> [String] {
    if mayRule, let rule = rule(of: group) { return ["RRULE:\(rule)"] }
    let dates = group.dropFirst().map { String(decoding: $0.wall.value, as: UTF8.self) }
    return dates.isEmpty ? [] : ["RDATE:" + dates.joined(separator: ",")]
  }

  /// Whether the changes of a group go on to the end of what was looked at.
  private func lasts(_ group: [Change]) -> Bool {
    group.last?.wall.day.year == firstYear + ZoneWriter.years - 1
  }

  private func rule(of group: [Change]) -> String? {
    let days = group.map(\.wall.day)
    guard let first = days.first, lasts(group),
      zip(days, days.dropFirst()).allSatisfy({ $0.year + 1 == $1.year })
    else { return nil }
    let dates = days.map(\.dayOfMonth)
    guard let earliest = dates.min(), let latest = dates.max(), dates.count > 6 else { return nil }
    let rule = "FREQ=YEARLY;BYMONTH=\(first.month)"
    if earliest == latest { return "\(rule);BYMONTHDAY=\(earliest)" }
    guard latest - earliest == 6, days.allSatisfy({ $0.weekday == first.weekday }) else { return nil }
    let weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][first.weekday.rawValue - 1]
    if earliest % 7 == 1 { return "\(rule);BYDAY=\(earliest / 7 + 1)\(weekday)" }
    // February's last week is another one in leap years: there it is said by its days.
    if first.month != 2, latest == Day.length(ofMonth: first.month, year: first.year) {
      return "\(rule);BYDAY=-1\(weekday)"
    }
    let week = (earliest...latest).map(String.init).joined(separator: ",")
    return "\(rule);BYMONTHDAY=\(week);BYDAY=\(weekday)"
  }

  /// Every change of the clocks in some years: by the day, then by halves. Clocks were set twice within a week for a
  /// Ramadan and in Brazil, but never twice within a day.
  private static func changes(of zone: Zone, from firstYear: Int, to lastYear: Int) -> [Change] {
    let end = instant(lastYear).seconds
    var changes: [Change] = []
    var moment = instant(firstYear).seconds
    var offset = zone.rules.offset(at: Instant(seconds: moment))
    while moment < end {
      let next = min(moment + WallTime.secondsPerDay, end)
      if zone.rules.offset(at: Instant(seconds: next)) != offset {
        var (low, high) = (moment, next)
        while high - low > 1 {
          let middle = (low + high) / 2
          if zone.rules.offset(at: Instant(seconds: middle)) == offset { low = middle } else { high = middle }
        }
        let after = zone.rules.offset(at: Instant(seconds: high))
        changes.append(Change(wall: WallTime(seconds: high + offset), before: offset, after: after))
        (offset, moment) = (after, high)
      } else {
        moment = next
      }
    }
    return changes
  }

  private static func instant(_ year: Int) -> Instant {
    Instant(seconds: WallTime(Day(year: year, month: 1, day: 1) ?? .earliest).seconds)
  }

  /// UTC-OFFSET (RFC 5545 3.3.14).
  private static func offset(_ seconds: Int) -> String {
    let size = abs(seconds)
    let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}
