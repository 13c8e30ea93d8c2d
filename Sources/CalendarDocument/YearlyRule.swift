import CalendarModel

/// The recurrence rules that occur in VTIMEZONEs: once or more a year, in named months, on days of the month,
/// on the nth weekday, or on a weekday among days of the month.
struct YearlyRule {
  private let interval: Int
  private let months: [Int]
  private let monthDays: [Int]
  private let weekdays: [(nth: Int, weekday: Weekday)]
  private let count: Int?
  /// UNTIL as a wall time before the onset that it ends.
  private let until: WallTime?

  /// Whether it goes on for ever.
  var isEndless: Bool { count == nil && until == nil }

  /// Reads a rule, or returns nil for one of another kind.
  ///
  /// - Parameters:
  ///   - start: DTSTART, which says the month and the day where the rule does not.
  ///   - offset: seconds that the clocks are ahead of UTC before an onset, for an UNTIL in UTC.
  init?(_ value: ArraySlice<UInt8>, start: WallTime, offset: Int) {
    var parts: [String: [Substring]] = [:]
    let text = String(decoding: TimeValue.trimmed(value), as: UTF8.self).uppercased()
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      parts[String(pair[0])] = pair[1].split(separator: ",")
    }
    let known: Set = ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "COUNT", "UNTIL", "WKST"]
    guard known.isSuperset(of: parts.keys) else { return nil }

    func numbers(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
      let numbers = parts[key, default: []].map { Int($0) }
      guard numbers.allSatisfy({ $0.map(range.contains) ?? false }) else { return nil }
      return Set(numbers.compactMap { $0 }).sorted()
    }
    guard let months = numbers("BYMONTH", in: 1...12), let monthDays = numbers("BYMONTHDAY", in: -31...31),
      let weekdays = YearlyRule.weekdays(parts["BYDAY", default: []]),
      let interval = numbers("INTERVAL", in: 1...9999), let count = numbers("COUNT", in: 1...100_000)
    else { return nil }
    self.interval = interval.first ?? 1
    self.count = count.first
    // Monthly in named months is yearly in these months; without them it is no rule of any clock.
    switch parts["FREQ"]?.first {
    case "YEARLY" where !months.isEmpty || (weekdays.isEmpty && monthDays.isEmpty): break
    case "MONTHLY" where !months.isEmpty && self.interval == 1: break
    default: return nil
    }
    self.months = months.isEmpty ? [start.day.month] : months
    self.monthDays = monthDays.isEmpty && weekdays.isEmpty ? [start.day.dayOfMonth] : monthDays
    self.weekdays = weekdays
    switch parts["UNTIL"]?.first.flatMap({ TimeValue(Array($0.utf8)[...]) }) {
    case .time(let wall, let isUTC): until = isUTC ? wall.adding(seconds: offset) : wall
    case .date(let day): until = WallTime(day, hour: 23, minute: 59, second: 59)
    case nil:
      guard parts["UNTIL"] == nil else { return nil }
      until = nil
    }
  }

  private static func weekdays(_ values: [Substring]) -> [(nth: Int, weekday: Weekday)]? {
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    var weekdays: [(nth: Int, weekday: Weekday)] = []
    for value in values {
      let nth = value.dropLast(2)
      guard let index = names.firstIndex(of: String(value.suffix(2))),
        let weekday = Weekday(rawValue: index + 1),
        let number = nth.isEmpty ? 0 : Int(nth), (-5...5).contains(number)
      else { return nil }
      if !weekdays.contains(where: { $0 == (number, weekday) }) { weekdays.append((number, weekday)) }
    }
    return weekdays
  }

  /// The wall times of the rule from its start, which is the first, to the beginning of a year; nil if the
  /// budget is used up.
  func onsets(from start: WallTime, before endYear: Int, budget: inout ZoneBudget) -> [WallTime]? {
    var onsets = [start]
    let limit = count ?? Int.max
    for year in stride(from: start.day.year, to: endYear, by: interval) {
      for month in months {
        guard budget.take() else { return nil }
        for day in days(of: month, in: year) {
          guard budget.take() else { return nil }
          let onset = WallTime(day, secondOfDay: start.secondOfDay)
          guard onset > start else { continue }
          if onsets.count >= limit { return onsets }
          if let until, onset > until { return onsets }
          onsets.append(onset)
        }
      }
    }
    return onsets
  }

  /// The days of a month that the rule names, in order.
  private func days(of month: Int, in year: Int) -> [Day] {
    guard let first = Day(year: year, month: month, day: 1) else { return [] }
    let length = Day.length(ofMonth: month, year: year)
    if weekdays.isEmpty {
      let days = monthDays.map { $0 < 0 ? length + $0 + 1 : $0 }.filter { (1...length).contains($0) }
      return Set(days).sorted().map { first.adding(days: $0 - 1) }
    }
    var days: [Int] = []
    for (nth, weekday) in weekdays {
      // The first such weekday of the month; the others follow every seven days.
      let earliest = 1 + (weekday.rawValue - first.weekday.rawValue + 7) % 7
      let all = Array(stride(from: earliest, through: length, by: 7))
      if nth == 0 {
        days += all
      } else if abs(nth) <= all.count {
        days.append(nth > 0 ? all[nth - 1] : all[all.count + nth])
      }
    }
    if !monthDays.isEmpty {
      days = days.filter { monthDays.contains($0) || monthDays.contains($0 - length - 1) }
    }
    return days.sorted().map { first.adding(days: $0 - 1) }
  }
}
