/// A repeating event together with its changed occurrences. It computes where each of them is, in any period, in a
/// display time zone.
///
/// A changed occurrence takes the place of its original, and is an occurrence of its own that this type does not
/// give. With RANGE=THISANDFUTURE it is also the example that the later ones follow: they are as much later or
/// earlier than their originals, as long, and have its words (RFC 5545 3.8.4.4).
package final class Series: Sendable {
  /// One taking place, compact: a series can have many.
  package struct Instance: Hashable, Sendable {
    /// The original start on the wall of the series' DTSTART.
    package let original: WallTime
    package let start: Instant
    /// The first moment after it; not before `start`.
    package let end: Instant
    /// Whose words and length it has: the place in the series' `examples`.
    package let example: Int
  }

  /// What was found in a stretch of time.
  package struct Found: Sendable {
    /// The instances in the order of their starts.
    package var instances: [Instance]
    package var end: ExpansionEnd
    /// What it cost, as a budget counts.
    package var steps: Int
  }

  /// The repeating event itself.
  package let master: CalendarEvent
  private let recurrence: Recurrence
  private let display: Zone
  private let templates: [InstanceTemplate]
  /// The originals that were changed, and the days of which all were.
  private let changed: Set<WallTime>
  private let changedDays: Set<Day>
  /// The ends of those that RDATE gives one of their own.
  private let ownEnds: [WallTime: EventTimes.End]

  /// The series of a repeating event.
  ///
  /// - Parameters:
  ///   - master: the event.
  ///   - changes: the changed occurrences of it, in any order; others than `.changed` are passed over.
  ///   - display: the zone in which dates and floating times are read.
  /// - Returns: nil if the event is not `.whole`.
  package init?(master: CalendarEvent, changes: [CalendarEvent] = [], display: Zone) {
    guard case .whole(let recurrence) = master.series else { return nil }
    self.master = master
    self.recurrence = recurrence
    self.display = display
    ownEnds = recurrence.ownEnds
    let start = recurrence.start
    var examples: [(from: WallTime, event: CalendarEvent)] = []
    var changed: Set<WallTime> = []
    var changedDays: Set<Day> = []
    for event in changes {
      guard case .changed(let original, let reachesOn) = event.series else { continue }
      let wall = original.wall(inFormOf: start)
      if original.isDate, !start.isDate { changedDays.insert(wall.day) } else { changed.insert(wall) }
      if reachesOn { examples.append((wall, event)) }
    }
    (self.changed, self.changedDays) = (changed, changedDays)
    examples.sort { $0.from < $1.from }
    templates = Series.templates(of: master, examples, start: start, display: display)
  }

  private static func templates(
    of master: CalendarEvent, _ examples: [(from: WallTime, event: CalendarEvent)], start: EventTime,
    display: Zone
  ) -> [InstanceTemplate] {
    var templates: [InstanceTemplate] = []
    var lower = WallTime(.earliest).adding(days: -1)
    let ends = examples.map(\.from) + [WallTime(.latest).adding(days: 2)]
    for (index, upper) in ends.enumerated() {
      let (event, original) =
        index == 0 ? (master, start) : (examples[index - 1].event, start.with(wall: examples[index - 1].from))
      let originals = lower..<max(lower, upper)
      templates.append(InstanceTemplate(event, original: original, originals: originals, in: display))
      lower = max(lower, upper)
    }
    return templates
  }

  /// The longest that an instance lasts, in seconds, or a little more.
  package var longest: Int {
    let periods = ownEnds.map { wall, end in
      let (from, to) = EventTimes(start: recurrence.start.with(wall: wall), end: end).resolved(in: display)
      return to.instant.seconds(since: from.instant)
    }
    return (templates.map(\.longest) + periods).max() ?? 0
  }

  /// A moment before which no instance starts, a day early because clocks change.
  package var earliestStart: Instant {
    let starts = templates.map { $0.span(of: max(recurrence.earliestStart, $0.originals.lowerBound)).start }
    return (starts.min() ?? Instant(seconds: 0)).adding(seconds: -WallTime.secondsPerDay)
  }

  /// A moment after which no instance starts, a day late because clocks change; nil if the series goes on forever, or
  /// may.
  package var latestStart: Instant? {
    guard let last = recurrence.latestStart else { return nil }
    let starts = templates.map { $0.span(of: max(last, $0.originals.lowerBound)).start }
    return starts.max()?.adding(seconds: WallTime.secondsPerDay)
  }

  /// The instances that start in a stretch of time.
  ///
  /// - Parameter budget: where it ends in any case.
  package func instances(startingIn range: Range<Instant>, budget: ExpansionBudget = .standard) -> Found {
    var found = Found(instances: [], end: .complete, steps: 0)
    var isInOrder = true
    for (index, template) in templates.enumerated() {
      let window = template.window(startingIn: range)
      guard !window.isEmpty else { continue }
      let expansion = recurrence.instances(in: window, budget: budget)
      found.steps += expansion.steps
      if found.end == .complete { found.end = expansion.end }
      for original in expansion.starts where !isChanged(original.start.wall) {
        let instance = instance(original, in: template, at: index)
        guard range.contains(instance.start) else { continue }
        if let last = found.instances.last, last.start > instance.start { isInOrder = false }
        found.instances.append(instance)
      }
    }
    if !isInOrder { found.instances.sort { $0.start < $1.start } }
    return found
  }

  private func instance(_ original: Recurrence.Instance, in template: InstanceTemplate, at index: Int)
    -> Instance
  {
    let wall = original.start.wall
    var (start, end) = template.span(of: wall)
    if let own = original.end, index == 0 {
      end = EventTimes(start: original.start, end: own).resolved(in: display).end.instant
    }
    return Instance(original: wall, start: start, end: max(start, end), example: index)
  }

  private func isChanged(_ wall: WallTime) -> Bool {
    if !changed.isEmpty {
      if changed.contains(wall) { return true }
      // An original that the clocks skip may be named as what it becomes: 02:30 as 03:30, or as that in UTC.
      if case .zoned(_, let zone) = recurrence.start, changed.contains(zone.time(at: wall).wall) {
        return true
      }
    }
    return !changedDays.isEmpty && changedDays.contains(wall.day)
  }

  /// The events that instances have their words and length from: the master, and those that later ones follow.
  package var examples: [CalendarEvent] { templates.map(\.event) }

  /// An instance as a timeline shows it.
  ///
  /// - Parameter event: its example, as the timeline shows that.
  package func occurrence(of instance: Instance, as event: SharedEvent) -> Occurrence {
    let template = templates[instance.example]
    var times = template.times(of: instance.original, end: instance.end, in: display)
    if instance.example == 0, let own = ownEnds[instance.original] { times.end = own }
    return Occurrence(
      event, times: times, recurrenceID: recurrence.start.with(wall: instance.original),
      start: display.time(at: instance.start), end: display.time(at: instance.end))
  }
}
