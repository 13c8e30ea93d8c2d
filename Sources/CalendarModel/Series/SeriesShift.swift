/// How the dates of a series follow when one of its occurrences is moved with all of them.
///
/// The rule that follows is proposed by `ShiftedRule`, and then checked: it has to make as many dates as before,
/// each where the old one was moved to. So no occurrence is lost or added, whatever the rule is.
package struct SeriesShift: Sendable {
  /// The new DTSTART: the earliest date of the result.
  package let start: EventTime
  /// The new rule; nil if the series has none.
  package let rule: RecurrenceRule?
  /// The old original start of each date whose distance differs, and the new one.
  private let pairs: [WallTime: WallTime]
  private let weekday: Weekday?
  private let distance: Int
  private let timeDistance: Int

  /// The number of dates of the rule that are compared at least.
  private static let compared = 2_000

  /// - Parameters:
  ///   - recurrence: the series.
  ///   - occurrence: the original start of the moved occurrence.
  ///   - target: where it goes, in the form of the new DTSTART.
  package init(
    of recurrence: Recurrence, from occurrence: WallTime, to target: EventTime
  ) throws(SeriesRefusal.Reason) {
    let distance = target.wall.seconds(since: occurrence)
    let isSameForm = target.hasSameForm(as: recurrence.start)
    self.distance = distance
    timeDistance = target.wall.secondOfDay - occurrence.secondOfDay
    guard !recurrence.hasExceptionRules else { throw .exceptionRule }
    guard recurrence.rules.count <= 1 else { throw .severalRules }
    guard let rule = recurrence.rules.first else {
      (rule, pairs, weekday) = (nil, [:], nil)
      start = target.with(wall: recurrence.start.wall.adding(seconds: distance))
      return
    }
    if let part = rule.unsupported { throw .unsupported(part) }
    let shifted = try ShiftedRule(rule, start: recurrence.start, from: occurrence, to: target)
    let old = SeriesShift.dates(of: rule, from: recurrence.start)
    guard let last = old.walls.last, old.isWhole || rule.isEndless || shifted.isUniform else {
      throw .tooLong
    }
    weekday = shifted.movedWeekday
    let time = timeDistance
    func plain(_ wall: WallTime) -> WallTime {
      guard let only = shifted.movedWeekday, wall.day.weekday != only else {
        return wall.adding(seconds: distance)
      }
      return wall.adding(seconds: time)
    }
    if shifted.movesDay, !old.walls.contains(recurrence.start.wall) { throw .cannotFollow }
    if shifted.movedWeekday != nil, !old.walls.contains(occurrence) { throw .addedDate }
    let wanted = old.walls.map(plain)
    var first = plain(recurrence.start.wall)
    if shifted.movedWeekday != nil { first = min(first, wanted.prefix(14).min() ?? first) }
    // With a tolerance the first date is what the new rule makes nearest to where the old one would be.
    if shifted.tolerance > 0 { first = shifted.first(near: first, of: target) ?? first }
    var result = shifted.rule
    if let until = rule.until {
      if shifted.isUniform, isSameForm {
        result.until = until.shifted(by: distance, in: recurrence.start)
      } else {
        result.until = nil
        let ending = SeriesShift.dates(of: result, from: target.with(wall: first), limit: wanted.count)
        guard let end = ending.walls.last else { throw .cannotFollow }
        result.until = .init(endingAt: target.with(wall: end))
      }
    }
    start = target.with(wall: first)
    let new = SeriesShift.dates(of: result, from: start)
    let count = min(wanted.count, new.walls.count)
    guard old.walls.count == new.walls.count || (!old.isWhole && !new.isWhole) else { throw .cannotFollow }
    let expected = wanted.sorted()
    for (wanted, found) in zip(expected, new.walls.prefix(count))
    where abs(found.seconds(since: wanted)) > shifted.tolerance * WallTime.secondsPerDay
      || found.secondOfDay != wanted.secondOfDay
    {
      throw .cannotFollow
    }
    pairs =
      shifted.tolerance == 0
      ? [:] : Dictionary(zip(old.walls, new.walls), uniquingKeysWith: { first, _ in first })
    guard plain(last).day < .latest, map(pairs, occurrence, plain) == target.wall else { throw .cannotFollow }
    self.rule = result
    let rests = recurrence.addedWalls.map(plain)
    // A date that moves onto one that RDATE adds would be one with it.
    guard
      Set(new.walls + rests).count == Set(old.walls + recurrence.addedWalls).count
        || target.isDate != recurrence.start.isDate
    else { throw .sharedTime }
    if target.isDate, !recurrence.start.isDate {
      let days = (new.walls + rests).map(\.day)
      guard Set(days).count == days.count else { throw .sharedDay }
    }
  }

  /// The new original start of an instance.
  package func callAsFunction(_ wall: WallTime) -> WallTime {
    map(pairs, wall) { wall in
      if let weekday, wall.day.weekday != weekday { return wall.adding(seconds: timeDistance) }
      return wall.adding(seconds: distance)
    }
  }

  /// The day to which the instances of a day go.
  package func callAsFunction(_ day: Day) -> Day {
    if let pair = pairs.first(where: { $0.key.day == day }) { return pair.value.day }
    if let weekday, day.weekday != weekday { return day }
    return day.adding(days: (distance - timeDistance) / WallTime.secondsPerDay)
  }

  /// The first dates that a rule makes, and whether they are all.
  private static func dates(
    of rule: RecurrenceRule, from start: EventTime, limit: Int = compared
  ) -> (walls: [WallTime], isWhole: Bool) {
    let budget = ExpansionBudget(starts: limit, steps: 200_000)
    let expansion = Recurrence(start: start, rules: [rule]).starts(
      ofRule: 0, in: start.wall..<WallTime(Day.latest.adding(days: 1)), budget: budget)
    return (expansion.starts, expansion.end == .complete)
  }
}

private func map(
  _ pairs: [WallTime: WallTime], _ wall: WallTime, _ plain: (WallTime) -> WallTime
) -> WallTime {
  pairs[wall] ?? plain(wall)
}

extension RecurrenceRule.Until {
  /// The UNTIL of a rule whose last date is `last` (RFC 5545 3.3.10): a date for dates, UTC for times with a
  /// zone, else the wall time.
  package init(endingAt last: EventTime) {
    self =
      switch last {
      case .date(let day): .date(day)
      case .floating(let wall): .wall(wall)
      case .utc(let wall): .utc(wall)
      case .zoned(let wall, let zone): .utc(WallTime(seconds: zone.time(at: wall).instant.seconds))
      }
  }

  /// The UNTIL after its dates were moved in DTSTART's zone, in the form in which it is written.
  func shifted(by seconds: Int, in start: EventTime) -> Self {
    switch self {
    case .date(let day):
      // The day ends where its last date may be.
      let time = start.wall.secondOfDay + seconds
      return .date(WallTime(day, secondOfDay: time).day)
    case .wall(let wall): return .wall(wall.adding(seconds: seconds))
    case .utc(let wall):
      guard case .zoned(_, let zone) = start else { return .utc(wall.adding(seconds: seconds)) }
      let own = zone.time(at: Instant(seconds: wall.seconds)).wall.adding(seconds: seconds)
      return .utc(WallTime(seconds: zone.time(at: own).instant.seconds))
    }
  }
}
