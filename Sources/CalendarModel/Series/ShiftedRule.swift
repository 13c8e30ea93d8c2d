/// The rule of a series, adapted to a moved occurrence by changing parts such as BYDAY, BYMONTHDAY, BYMONTH
/// and BYHOUR.
///
/// The rule is only a proposal, which `SeriesShift` checks.
struct ShiftedRule {
  private(set) var rule: RecurrenceRule
  /// If the rule has several weekdays, the one that moves; the others only change their time of day.
  private(set) var movedWeekday: Weekday?
  /// The maximum number of days by which the distance that a date moves may differ from the distance that the
  /// occurrence moves: the second Tuesday and the second Wednesday of a month are not always consecutive.
  private(set) var tolerance = 0
  /// Whether the occurrence moves to a different day.
  let movesDay: Bool
  /// Whether every date is moved by the same distance.
  var isUniform: Bool { movedWeekday == nil && tolerance == 0 }

  init(
    _ rule: RecurrenceRule, start: EventTime, from occurrence: WallTime, to target: EventTime
  ) throws(SeriesRefusal.Reason) {
    self.rule = rule
    let (oldDay, newDay) = (occurrence.day, target.wall.day)
    movesDay = oldDay != newDay
    try moveTimes(by: target.wall.secondOfDay - occurrence.secondOfDay, start: start, isDate: target.isDate)
    guard movesDay else { return }
    guard rule.setPositions.isEmpty else { throw .setPositions }
    switch rule.frequency {
    case .weekly, .daily: try moveWeekday(from: oldDay, to: newDay)
    case .monthly, .yearly: moveDate(from: oldDay, to: newDay)
    case .secondly, .minutely, .hourly: break
    }
  }

  /// Moves BYHOUR, BYMINUTE and BYSECOND, which is possible only if no time of day crosses midnight.
  private mutating func moveTimes(
    by seconds: Int, start: EventTime, isDate: Bool
  ) throws(SeriesRefusal.Reason) {
    let hasTimes = !rule.hours.isEmpty || !rule.minutes.isEmpty || !rule.seconds.isEmpty
    if rule.frequency.isWithinDay {
      guard !hasTimes, !isDate || start.isDate else { throw .timesOfDay }
      return
    }
    guard hasTimes else { return }
    let wall = start.wall
    let hours = rule.hours.isEmpty ? [wall.hour] : rule.hours
    let minutes = rule.minutes.isEmpty ? [wall.minute] : rule.minutes
    let secondsOfMinute = rule.seconds.isEmpty ? [wall.second] : rule.seconds
    let times = hours.flatMap { hour in
      minutes.flatMap { minute in
        secondsOfMinute.map { hour * 3600 + minute * 60 + $0 + seconds }
      }
    }
    if isDate, !start.isDate {
      guard times.count == 1 else { throw .sharedDay }
      (rule.hours, rule.minutes, rule.seconds) = ([], [], [])
      return
    }
    guard times.allSatisfy((0..<WallTime.secondsPerDay).contains) else { throw .timesOfDay }
    let movedHours = Set(times.map { $0 / 3600 })
    let movedMinutes = Set(times.map { $0 / 60 % 60 })
    let movedSeconds = Set(times.map { $0 % 60 })
    // The rule has every combination of its hours, minutes and seconds.
    let combinationCount = movedHours.count * movedMinutes.count * movedSeconds.count
    guard combinationCount == Set(times).count else { throw .timesOfDay }
    if !rule.hours.isEmpty || movedHours.count > 1 { rule.hours = movedHours.sorted() }
    if !rule.minutes.isEmpty || movedMinutes.count > 1 { rule.minutes = movedMinutes.sorted() }
    if !rule.seconds.isEmpty || movedSeconds.count > 1 { rule.seconds = movedSeconds.sorted() }
  }

  private mutating func moveWeekday(from oldDay: Day, to newDay: Day) throws(SeriesRefusal.Reason) {
    let weekdays = rule.weekdays.map(\.weekday)
    guard weekdays.count > 1 else {
      if weekdays == [oldDay.weekday] { rule.weekdays = [.init(newDay.weekday)] }
      return
    }
    guard oldDay.startOfWeek(first: rule.weekStart) == newDay.startOfWeek(first: rule.weekStart) else {
      throw .differentWeek
    }
    guard !weekdays.contains(newDay.weekday) else { throw .weekdayTaken }
    guard weekdays.contains(oldDay.weekday) else { throw .addedDate }
    movedWeekday = oldDay.weekday
    rule.weekdays = (weekdays.filter { $0 != oldDay.weekday } + [newDay.weekday]).map { .init($0) }.sorted()
  }

  private mutating func moveDate(from oldDay: Day, to newDay: Day) {
    let hasOtherDayParts = !rule.weekNumbers.isEmpty || !rule.yearDays.isEmpty
    guard !hasOtherDayParts, rule.months.count <= 1 || oldDay.month == newDay.month else { return }
    let isNumberedInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    func setMonth(_ month: Int) { if rule.months.count == 1 { rule.months = [month] } }
    switch (rule.weekdays.count, rule.monthDays.count) {
    case (0, 0):
      setMonth(newDay.month)
      tolerance = rule.frequency == .yearly ? 1 : 0
    case (0, 1):
      setMonth(newDay.month)
      let isFromEnd = rule.monthDays[0] < 0
      let length = Day.length(ofMonth: newDay.month, year: newDay.year)
      rule.monthDays = [isFromEnd ? newDay.dayOfMonth - length - 1 : newDay.dayOfMonth]
      tolerance = rule.frequency == .yearly && !isFromEnd ? 1 : 0
    case (1, 0):
      guard let number = rule.weekdays[0].number else {
        if rule.weekdays[0].weekday == oldDay.weekday { rule.weekdays = [.init(newDay.weekday)] }
        return
      }
      guard isNumberedInMonth else { return }
      setMonth(newDay.month)
      let length = Day.length(ofMonth: newDay.month, year: newDay.year)
      let week =
        number > 0 ? (newDay.dayOfMonth - 1) / 7 + 1 : -((length - newDay.dayOfMonth) / 7 + 1)
      rule.weekdays = [.init(newDay.weekday, number: week)]
      tolerance = 7
    default: break
    }
  }

  /// Returns whichever date generated by the rule is nearest to a wall time, or nil if none is within the
  /// tolerance.
  func nearestDate(to wall: WallTime, inFormOf form: EventTime) -> WallTime? {
    var unlimitedRule = rule
    (unlimitedRule.count, unlimitedRule.until, unlimitedRule.interval) = (nil, nil, 1)
    let start = wall.adding(days: -tolerance)
    // Anything that the rule leaves open is taken from the date itself.
    if unlimitedRule.weekdays.isEmpty, unlimitedRule.monthDays.isEmpty { return wall }
    let expansion = Recurrence(start: form.with(wall: start), rules: [unlimitedRule]).starts(
      ofRule: 0, in: start..<wall.adding(days: tolerance).adding(seconds: 1))
    return expansion.starts.min { abs($0.seconds(since: wall)) < abs($1.seconds(since: wall)) }
  }
}
