/// The recurrence set of an event (RFC 5545 3.8.5): when it starts, again and again.
///
/// DTSTART is always an instance, whether its rule names it or not (3.8.5.3): what a person entered as the start is
/// never left out. COUNT is how many dates the rule itself gives, so that a DTSTART that it does not name comes
/// besides; docs/decisions/recurrence-differences.md says who else counts so. EXDATE takes away, and it alone can
/// take away DTSTART.
///
/// All starts have the form of DTSTART; as such they are the values of RECURRENCE-ID. They are in the order of the
/// wall, which differs from the order of time only where the clocks change.
package struct Recurrence: Hashable, Sendable {
  /// One of the times at which an event starts.
  package struct Instance: Hashable, Sendable {
    /// The original start, in the form of DTSTART: the value of RECURRENCE-ID.
    package var start: EventTime
    /// The end that an RDATE of VALUE=PERIOD sets; nil where the event's own length counts.
    package var end: EventTimes.End?

    /// An instance with that start, and perhaps with an end of its own.
    package init(start: EventTime, end: EventTimes.End? = nil) {
      self.start = start
      self.end = end
    }
  }

  /// DTSTART.
  package let start: EventTime
  private let bounds: [RuleBounds]
  /// EXRULE of RFC 2445, which takes away what it names.
  private let exceptionBounds: [RuleBounds]
  /// RDATE, in order.
  private let added: [AddedStart]
  /// EXDATE on the wall of DTSTART, in order.
  private let excluded: [WallTime]
  /// Days of which EXDATE takes everything, in order.
  private let excludedDays: [Day]
  /// Whether there may be several starts on one day.
  private let mayRepeatWithinDay: Bool

  /// The set that those properties describe.
  ///
  /// - Parameters:
  ///   - start: DTSTART.
  ///   - rules: RRULE.
  ///   - dates: RDATE. One of another zone is the same moment in DTSTART's; a date beside a DTSTART with a time is
  ///     that day at DTSTART's time.
  ///   - exceptions: EXDATE, read likewise; but a date beside a DTSTART with a time takes away the whole day, as
  ///     the programs mean that write it.
  ///   - exceptionRules: EXRULE, which RFC 5545 no longer has and old files do.
  package init(
    start: EventTime, rules: [RecurrenceRule] = [], dates: [Instance] = [], exceptions: [EventTime] = [],
    exceptionRules: [RecurrenceRule] = []
  ) {
    self.start = start
    bounds = rules.map { RuleBounds($0, start: start) }
    exceptionBounds = exceptionRules.map { RuleBounds($0, start: start) }
    added = dates.map { AddedStart(wall: $0.start.wall(inFormOf: start), end: $0.end) }
      .sorted { $0.wall < $1.wall }
    excluded = exceptions.filter { start.isDate || !$0.isDate }.map { $0.wall(inFormOf: start) }.sorted()
    mayRepeatWithinDay =
      rules.count > 1 || !dates.isEmpty || rules.contains { $0.frequency.isWithinDay || $0.hours.count > 1 }
    excludedDays = start.isDate ? [] : exceptions.filter(\.isDate).map(\.wall.day).sorted()
  }

  /// RRULE; there may be several, though RFC 5545 advises against it.
  package var rules: [RecurrenceRule] { bounds.map(\.rule) }

  /// Whether DTSTART is all there is.
  package var isSingle: Bool { bounds.isEmpty && added.isEmpty }

  /// Whether there is an RDATE.
  package var hasAddedDates: Bool { !added.isEmpty }

  /// The earliest wall time at which it may start, on the wall of DTSTART: an RDATE may lie before it.
  package var earliestStart: WallTime { min(start.wall, added.first?.wall ?? start.wall) }

  /// The ends that RDATEs of VALUE=PERIOD set, by the instance's start on the wall of DTSTART.
  var ownEnds: [WallTime: EventTimes.End] {
    added.reduce(into: [:]) { ends, date in ends[date.wall] = ends[date.wall] ?? date.end }
  }

  /// The latest wall time at which it may start, on the wall of DTSTART: never too early, but perhaps some time too
  /// late. Nil if it goes on forever, or may for all that is quickly known.
  package var latestStart: WallTime? {
    var latest = max(start.wall, added.last?.wall ?? start.wall)
    for bounds in bounds {
      guard let last = bounds.latest else { return nil }
      latest = max(latest, last)
    }
    return latest
  }

  /// The instances that start in a window.
  ///
  /// - Parameters:
  ///   - window: on the wall of DTSTART. A start that the clocks skip is, as a moment, later than its wall time
  ///     says, so who asks for moments should begin a day earlier.
  ///   - budget: how much all rules together may cost.
  /// - Returns: the instances, and whether a rule was too much or is not one that Handspan follows. DTSTART and
  ///   RDATE are given in any case.
  package func instances(
    in window: Range<WallTime>, budget: ExpansionBudget = .standard
  ) -> Expansion<Instance> {
    var collected = RuleStarts(window: window, budget: budget)
    for bounds in bounds { collected.add(bounds, start: start) }
    if window.contains(start.wall) { collected.walls.append(start.wall) }
    let dates = datesAdded(in: window)
    collected.walls += dates.map(\.wall)
    let ends = Dictionary(dates.lazy.compactMap { date in date.end.map { (date.wall, $0) } }) { first, _ in
      first
    }
    var removed = RuleStarts(window: window, budget: budget)
    for bounds in exceptionBounds { removed.add(bounds, start: start) }
    let taken = Set(removed.walls)

    var instances: [Instance] = []
    var last: WallTime?
    for wall in collected.walls.sorted() where wall != last {
      last = wall
      guard !isExcluded(wall), !taken.contains(wall), !comesAgain(wall) else { continue }
      instances.append(Instance(start: start.with(wall: wall), end: ends[wall]))
    }
    let end = collected.end == .complete ? removed.end : collected.end
    return Expansion(starts: instances, end: end, steps: collected.steps + removed.steps)
  }

  private func datesAdded(in window: Range<WallTime>) -> ArraySlice<AddedStart> {
    let first = added.partitioningIndex { $0.wall >= window.lowerBound }
    let end = added.partitioningIndex { $0.wall >= window.upperBound }
    return added[first..<max(first, end)]
  }

  /// Whether the clocks skip a start and what it becomes is a start of its own: FREQ=HOURLY has 02:30 and 03:30,
  /// which are one moment where the clocks go from 02:00 to 03:00, and duplicates are ignored (3.8.5.2).
  private func comesAgain(_ wall: WallTime) -> Bool {
    guard mayRepeatWithinDay, case .zoned(_, let zone) = start else { return false }
    let shown = zone.time(at: wall).wall
    guard shown != wall else { return false }
    let moment = shown..<shown.adding(seconds: 1)
    return start.wall == shown || !datesAdded(in: moment).isEmpty
      || bounds.contains { !$0.starts(from: start, in: moment, budget: .standard).starts.isEmpty }
  }

  private func isExcluded(_ wall: WallTime) -> Bool {
    let index = excluded.partitioningIndex { $0 >= wall }
    if index < excluded.count {
      if excluded[index] == wall { return true }
      // A start that the clocks skip may be excluded as what it becomes: 02:30 as 03:30, or as that in UTC.
      if case .zoned(_, let zone) = start, excluded[index] < wall.adding(days: 1) {
        let shown = zone.time(at: wall).wall
        if shown != wall, excluded.contains(shown) { return true }
      }
    }
    let dayIndex = excludedDays.partitioningIndex { $0 >= wall.day }
    return dayIndex < excludedDays.count && excludedDays[dayIndex] == wall.day
  }
}

/// An RDATE on the wall of DTSTART.
private struct AddedStart: Hashable, Sendable {
  var wall: WallTime
  var end: EventTimes.End?
}

extension EventTime {
  /// This time on the wall of a DTSTART that may be of another form.
  func wall(inFormOf start: EventTime) -> WallTime {
    if start.isDate { return WallTime(wall.day) }
    switch (start, self) {
    case (_, .date(let day)): return WallTime(day, secondOfDay: start.wall.secondOfDay)
    case (.floating, _), (_, .floating): return wall
    case (.zoned(_, let zone), .zoned(let wall, let own)) where zone == own: return wall
    default: return start.with(time: time(in: .utc)).wall
    }
  }
}

extension Array {
  /// The place of the first element for which a condition holds that holds for all that follow; `count` if none.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
