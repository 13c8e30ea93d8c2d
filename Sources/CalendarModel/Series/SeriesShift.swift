/// The change to the dates of a series when one of its occurrences is moved and all others move with it.
///
/// `ShiftedRule` proposes the new rule, which is then checked: it must generate the same number of dates as
/// before, each at the time to which the corresponding old date was moved. This ensures that no occurrence is
/// lost or added, whatever the rule is.
package struct SeriesShift: Sendable {
  /// The new DTSTART: the earliest date of the result.
  package let start: EventTime
  /// The new rule; nil if the series has none.
  package let rule: RecurrenceRule?
  /// The new RECURRENCE-ID of each instance, keyed by the old one; empty if `movedWeekday`, `distance` and
  /// `timeOfDayDistance` determine it.
  private let newStarts: [WallTime: WallTime]
  /// The weekday whose dates move to a different day, if those on other weekdays only change their time of
  /// day; nil otherwise.
  private let movedWeekday: Weekday?
  /// The distance that the occurrence moves, in seconds.
  private let distance: Int
  /// The change in the time of day, in seconds.
  private let timeOfDayDistance: Int

  /// The maximum number of the rule's dates that are compared.
  private static let maximumComparedDates = 2_000

  /// - Parameters:
  ///   - recurrence: the series.
  ///   - occurrence: the original start of the moved occurrence.
  ///   - target: the time to which the occurrence is moved, in the form of the new DTSTART.
  package init(
    of recurrence: Recurrence, from occurrence: WallTime, to target: EventTime
  ) throws(SeriesRefusal.Reason) {
    let distance = target.wall.seconds(since: occurrence)
    let isSameForm = target.hasSameForm(as: recurrence.start)
    self.distance = distance
    timeOfDayDistance = target.wall.secondOfDay - occurrence.secondOfDay
    guard !recurrence.hasExceptionRules else { throw .exceptionRule }
    guard recurrence.rules.count <= 1 else { throw .severalRules }
    guard let rule = recurrence.rules.first else {
      (rule, newStarts, movedWeekday) = (nil, [:], nil)
      start = target.with(wall: recurrence.start.wall.adding(seconds: distance))
      return
    }
    if let part = rule.unsupported { throw .unsupported(part) }
    let shiftedRule = try ShiftedRule(rule, start: recurrence.start, from: occurrence, to: target)
    let oldDates = SeriesShift.dates(of: rule, from: recurrence.start)
    guard oldDates.isComplete || rule.isEndless || shiftedRule.isUniform else { throw .tooLong }
    // A rule whose UNTIL is before DTSTART has no dates.
    let last = oldDates.wallTimes.last ?? recurrence.start.wall
    movedWeekday = shiftedRule.movedWeekday
    let timeOfDayDistance = self.timeOfDayDistance
    func moved(_ wall: WallTime) -> WallTime {
      guard let movedWeekday = shiftedRule.movedWeekday, wall.day.weekday != movedWeekday else {
        return wall.adding(seconds: distance)
      }
      return wall.adding(seconds: timeOfDayDistance)
    }
    if shiftedRule.movesDay, !oldDates.wallTimes.isEmpty, !oldDates.wallTimes.contains(recurrence.start.wall)
    {
      throw .noEquivalentRule
    }
    if shiftedRule.movedWeekday != nil, !oldDates.wallTimes.contains(occurrence) { throw .addedDate }
    let movedDates = oldDates.wallTimes.map(moved)
    var first = moved(recurrence.start.wall)
    if shiftedRule.movedWeekday != nil { first = min(first, movedDates.prefix(14).min() ?? first) }
    // With a tolerance, the new rule might not generate the moved first date itself; the series then starts at
    // the nearest date that it does generate.
    if shiftedRule.tolerance > 0 { first = shiftedRule.nearestDate(to: first, inFormOf: target) ?? first }
    var newRule = shiftedRule.rule
    if let until = rule.until {
      if isSameForm, shiftedRule.isUniform || oldDates.wallTimes.isEmpty {
        newRule.until = until.shifted(by: distance, in: recurrence.start)
      } else {
        newRule.until = nil
        let limitedDates = SeriesShift.dates(
          of: newRule, from: target.with(wall: first), limit: movedDates.count)
        guard let end = limitedDates.wallTimes.last else { throw .noEquivalentRule }
        newRule.until = .init(endingAt: target.with(wall: end))
      }
    }
    start = target.with(wall: first)
    let newDates = SeriesShift.dates(of: newRule, from: start)
    let count = min(movedDates.count, newDates.wallTimes.count)
    guard
      oldDates.wallTimes.count == newDates.wallTimes.count || (!oldDates.isComplete && !newDates.isComplete)
    else {
      throw .noEquivalentRule
    }
    let expectedDates = movedDates.sorted()
    for (expected, actual) in zip(expectedDates, newDates.wallTimes.prefix(count))
    where abs(actual.seconds(since: expected)) > shiftedRule.tolerance * WallTime.secondsPerDay
      || actual.secondOfDay != expected.secondOfDay
    {
      throw .noEquivalentRule
    }
    newStarts =
      shiftedRule.tolerance == 0
      ? [:] : Dictionary(zip(oldDates.wallTimes, newDates.wallTimes), uniquingKeysWith: { first, _ in first })
    guard moved(last).day < .latest, newOriginalStart(newStarts, occurrence, moved) == target.wall else {
      throw .noEquivalentRule
    }
    self.rule = newRule
    let movedAddedDates = recurrence.addedWallTimes.map(moved)
    // A date that moves onto one added by RDATE would merge with it.
    guard
      Set(newDates.wallTimes + movedAddedDates).count
        == Set(oldDates.wallTimes + recurrence.addedWallTimes).count
        || target.isDate != recurrence.start.isDate
    else { throw .sharedTime }
    if target.isDate, !recurrence.start.isDate {
      let days = (newDates.wallTimes + movedAddedDates).map(\.day)
      guard Set(days).count == days.count else { throw .sharedDay }
    }
  }

  /// Returns the new RECURRENCE-ID of an instance.
  package func callAsFunction(_ wall: WallTime) -> WallTime {
    newOriginalStart(newStarts, wall) { wall in
      if let movedWeekday, wall.day.weekday != movedWeekday { return wall.adding(seconds: timeOfDayDistance) }
      return wall.adding(seconds: distance)
    }
  }

  /// Returns the day to which the instances on a day move.
  package func callAsFunction(_ day: Day) -> Day {
    if let pair = newStarts.first(where: { $0.key.day == day }) { return pair.value.day }
    if let movedWeekday, day.weekday != movedWeekday { return day }
    return day.adding(days: (distance - timeOfDayDistance) / WallTime.secondsPerDay)
  }

  /// Returns the first dates that a rule generates, and whether these are all of its dates.
  private static func dates(
    of rule: RecurrenceRule, from start: EventTime, limit: Int = maximumComparedDates
  ) -> (wallTimes: [WallTime], isComplete: Bool) {
    let budget = ExpansionBudget(starts: limit, steps: 200_000)
    let expansion = Recurrence(start: start, rules: [rule]).starts(
      ofRule: 0, in: start.wall..<WallTime(Day.latest.adding(days: 1)), budget: budget)
    return (expansion.starts, expansion.end == .complete)
  }
}

private func newOriginalStart(
  _ newStarts: [WallTime: WallTime], _ wall: WallTime, _ moved: (WallTime) -> WallTime
) -> WallTime {
  newStarts[wall] ?? moved(wall)
}

extension RecurrenceRule.Until {
  /// Creates the UNTIL of a rule whose last date is `last` (RFC 5545 3.3.10): a date for dates, UTC for times
  /// with a zone, otherwise the wall time.
  package init(endingAt last: EventTime) {
    self =
      switch last {
      case .date(let day): .date(day)
      case .floating(let wall): .wall(wall)
      case .utc(let wall): .utc(wall)
      case .zoned(let wall, let zone): .utc(WallTime(seconds: zone.time(at: wall).instant.seconds))
      }
  }

  /// Returns this UNTIL in the same form, moved by the given number of seconds in DTSTART's zone.
  func shifted(by seconds: Int, in start: EventTime) -> Self {
    switch self {
    case .date(let day):
      // The last date may be at DTSTART's time on this day.
      let time = start.wall.secondOfDay + seconds
      return .date(WallTime(day, secondOfDay: time).day)
    case .wall(let wall): return .wall(wall.adding(seconds: seconds))
    case .utc(let wall):
      guard case .zoned(_, let zone) = start else { return .utc(wall.adding(seconds: seconds)) }
      let shiftedWall = zone.time(at: Instant(seconds: wall.seconds)).wall.adding(seconds: seconds)
      return .utc(WallTime(seconds: zone.time(at: shiftedWall).instant.seconds))
    }
  }
}
