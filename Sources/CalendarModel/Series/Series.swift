/// A repeating event together with its changed occurrences. This type computes the occurrences in any period,
/// in the display time zone.
///
/// A changed occurrence replaces the original one; this type returns neither of them. With
/// RANGE=THISANDFUTURE, it is also the template for later occurrences: they are shifted from their original
/// starts by the same amount, and have the template's length and text (RFC 5545 3.8.4.4).
package final class Series: Sendable {
  /// One occurrence, in a compact form because a series can have many.
  package struct Instance: Hashable, Sendable {
    /// The original start, as a wall time in the zone of DTSTART.
    package let originalStart: WallTime
    package let start: Instant
    /// The exclusive end; not before `start`.
    package let end: Instant
    /// The index in the series' `templateEvents` of the event that supplies the text and length.
    package let templateIndex: Int

    package init(originalStart: WallTime, start: Instant, end: Instant, templateIndex: Int) {
      (self.originalStart, self.start, self.end) = (originalStart, start, end)
      self.templateIndex = templateIndex
    }
  }

  /// The instances found in a period.
  package struct QueryResult: Sendable {
    /// The instances, ordered by start.
    package var instances: [Instance]
    package var end: ExpansionEnd
    /// The number of steps taken, as counted by the budget.
    package var steps: Int
  }

  // The events are shared with the calendar, because a file may contain tens of thousands of series.
  private let sharedMaster: SharedEvent
  /// The repeating event.
  package var master: CalendarEvent { _read { yield sharedMaster.event } }
  private let recurrence: Recurrence
  private let displayZone: Zone
  private let templates: [InstanceTemplate]
  /// The original starts of changed occurrences, and the days on which all occurrences are changed.
  private let changedStarts: Set<WallTime>
  private let changedDays: Set<Day>
  /// The ends that RDATE sets for individual instances, by original start.
  private let periodEnds: [WallTime: EventTimes.End]

  /// Creates the series of a repeating event.
  ///
  /// - Parameters:
  ///   - master: the event.
  ///   - changes: its changed occurrences in any order. Events whose `series` is not `.changed` are ignored.
  ///   - displayZone: the zone in which dates and floating times are interpreted.
  /// - Returns: nil if `master.series` is not `.master`.
  package init?(master: SharedEvent, changes: [SharedEvent], displayZone: Zone) {
    guard case .master(let recurrence) = master.event.series else { return nil }
    sharedMaster = master
    self.recurrence = recurrence
    self.displayZone = displayZone
    periodEnds = recurrence.periodEnds
    let start = recurrence.start
    var thisAndFutureOverrides: [(from: WallTime, event: SharedEvent)] = []
    var changedStarts: Set<WallTime> = []
    var changedDays: Set<Day> = []
    for event in changes {
      guard case .changed(let original, let isThisAndFuture) = event.event.series else { continue }
      let wall = original.wall(inFormOf: start)
      if original.isDate, !start.isDate { changedDays.insert(wall.day) } else { changedStarts.insert(wall) }
      if isThisAndFuture { thisAndFutureOverrides.append((wall, event)) }
    }
    (self.changedStarts, self.changedDays) = (changedStarts, changedDays)
    thisAndFutureOverrides.sort { $0.from < $1.from }
    templates = Series.templates(of: master, thisAndFutureOverrides, start: start, displayZone: displayZone)
  }

  /// Creates the series of a repeating event that is not shared yet.
  package convenience init?(master: CalendarEvent, changes: [CalendarEvent] = [], displayZone: Zone) {
    self.init(
      master: SharedEvent(master), changes: changes.map { SharedEvent($0) }, displayZone: displayZone)
  }

  private static func templates(
    of master: SharedEvent, _ thisAndFutureOverrides: [(from: WallTime, event: SharedEvent)],
    start: EventTime,
    displayZone: Zone
  ) -> [InstanceTemplate] {
    var templates: [InstanceTemplate] = []
    var lower = WallTime(.earliest).adding(days: -1)
    let ends = thisAndFutureOverrides.map(\.from) + [WallTime(.latest).adding(days: 2)]
    for (index, upper) in ends.enumerated() {
      let (event, original) =
        index == 0
        ? (master, start)
        : (thisAndFutureOverrides[index - 1].event, start.with(wall: thisAndFutureOverrides[index - 1].from))
      let originalStarts = lower..<max(lower, upper)
      templates.append(
        InstanceTemplate(event, originalStart: original, originalStarts: originalStarts, in: displayZone))
      lower = max(lower, upper)
    }
    return templates
  }

  /// An upper bound on the length of an instance, in seconds.
  package var maximumDuration: Int {
    let periodLengths = periodEnds.map { wall, end in
      let (from, to) = EventTimes(start: recurrence.start.with(wall: wall), end: end).resolved(
        in: displayZone)
      return to.instant.seconds(since: from.instant)
    }
    return (templates.map(\.maximumDuration) + periodLengths).max() ?? 0
  }

  /// A moment before which no instance starts. It is a day early to allow for clock changes.
  package var earliestStart: Instant {
    let starts = templates.map {
      $0.span(of: max(recurrence.earliestStart, $0.originalStarts.lowerBound)).start
    }
    return (starts.min() ?? Instant(seconds: 0)).adding(seconds: -WallTime.secondsPerDay)
  }

  /// A moment after which no instance starts; nil if the series is, or may be, infinite. It is a day late to
  /// allow for clock changes.
  package var latestStart: Instant? {
    guard let last = recurrence.latestStart else { return nil }
    let starts = templates.map { $0.span(of: max(last, $0.originalStarts.lowerBound)).start }
    return starts.max()?.adding(seconds: WallTime.secondsPerDay)
  }

  /// Returns the instances that start in a period.
  ///
  /// - Parameter budget: the limit for the expansion of all templates together. Looking at a template counts as a step.
  package func instances(startingIn range: Range<Instant>, budget: ExpansionBudget = .standard) -> QueryResult
  {
    var result = QueryResult(instances: [], end: .complete, steps: 0)
    var startCount = 0
    var isInOrder = true
    for (index, template) in templates.enumerated() {
      let window = template.window(startingIn: range)
      result.steps += 1
      guard !window.isEmpty else { continue }
      // A template may apply to no more than one occurrence, so their number is limited only by the size of the file.
      guard result.steps <= budget.steps else {
        result.end = .tooManySteps(budget.steps)
        break
      }
      guard startCount < budget.starts else {
        result.end = .tooManyStarts(budget.starts)
        break
      }
      let expansion = recurrence.instances(
        in: window,
        budget: ExpansionBudget(
          starts: budget.starts - startCount, steps: budget.steps - result.steps + 1))
      result.steps += expansion.steps
      startCount += expansion.starts.count
      if result.end == .complete { result.end = expansion.end.within(budget) }
      for original in expansion.starts where !isChanged(original.start.wall(inFormOf: recurrence.start)) {
        let instance = instance(original, in: template, at: index)
        guard range.contains(instance.start) else { continue }
        if let last = result.instances.last, last.start > instance.start { isInOrder = false }
        result.instances.append(instance)
      }
    }
    if !isInOrder { result.instances.sort { $0.start < $1.start } }
    return result
  }

  /// Returns the original start of the first unchanged instance that starts at or after a moment; nil if there
  /// is none in the following century.
  package func firstOriginalStart(startingAtOrAfter moment: Instant) -> WallTime? {
    let century = moment..<moment.adding(seconds: 36_525 * WallTime.secondsPerDay)
    let budget = ExpansionBudget(starts: 500, steps: 200_000)
    return instances(startingIn: century, budget: budget).instances.first?.originalStart
  }

  private func instance(_ original: Recurrence.Instance, in template: InstanceTemplate, at index: Int)
    -> Instance
  {
    let wall = original.start.wall(inFormOf: recurrence.start)
    var (start, end) = template.span(of: wall)
    if let periodEnd = original.end, index == 0 {
      end = EventTimes(start: original.start, end: periodEnd).resolved(in: displayZone).end.instant
    }
    return Instance(originalStart: wall, start: start, end: max(start, end), templateIndex: index)
  }

  private func isChanged(_ wall: WallTime) -> Bool {
    if !changedStarts.isEmpty {
      if changedStarts.contains(wall) { return true }
      // RECURRENCE-ID may contain the time that replaces a start in a gap: 03:30 for 02:30, or the same
      // moment in UTC.
      if case .zoned(_, let zone) = recurrence.start, changedStarts.contains(zone.time(at: wall).wall) {
        return true
      }
    }
    return !changedDays.isEmpty && changedDays.contains(wall.day)
  }

  /// Returns the template event of the instance with the given original start, and the instance's times in the form
  /// that this event uses. Returns nil if no template applies.
  package func instance(originallyAt wall: WallTime) -> (times: EventTimes, template: CalendarEvent)? {
    guard let index = templates.lastIndex(where: { $0.originalStarts.contains(wall) }) else { return nil }
    let template = templates[index]
    var times = template.times(of: wall, end: template.span(of: wall).end, in: displayZone)
    if index == 0, let periodEnd = periodEnds[wall] { times.end = periodEnd }
    return (times, template.sharedEvent.event)
  }

  /// The events that supply the text and length of instances: the master, and the changed occurrences that
  /// serve as templates for later ones.
  package var templateEvents: [SharedEvent] { templates.map(\.sharedEvent) }

  var templateCount: Int { templates.count }

  /// Returns the occurrence for an instance, for display.
  ///
  /// - Parameter event: the instance's template event, as the timeline shows it.
  package func occurrence(of instance: Instance, as event: SharedEvent) -> Occurrence {
    let template = templates[instance.templateIndex]
    var times = template.times(of: instance.originalStart, end: instance.end, in: displayZone)
    if instance.templateIndex == 0, let periodEnd = periodEnds[instance.originalStart] {
      times.end = periodEnd
    }
    return Occurrence(
      event, times: times, recurrenceID: recurrence.start.with(wall: instance.originalStart),
      start: displayZone.time(at: instance.start), end: displayZone.time(at: instance.end))
  }
}

extension ExpansionEnd {
  /// The same reason for an expansion that was given only the rest of a budget.
  fileprivate func within(_ budget: ExpansionBudget) -> ExpansionEnd {
    switch self {
    case .complete, .unsupported: self
    case .tooManyStarts: .tooManyStarts(budget.starts)
    case .tooManySteps: .tooManySteps(budget.steps)
    }
  }
}
