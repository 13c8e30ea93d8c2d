import CalendarModel

/// Events ordered by time, so that a question for a few days costs what lies in those days. Pure and without a
/// clock; a value.
///
/// Repeating events are worked out for the asked days alone, when they are first asked for, and remembered; copies
/// remember together. `preparation` does that in advance, on any thread.
public struct OccurrenceIndex: Sendable {
  /// The zone in which days are meant and occurrences are shown.
  public let zone: Zone
  /// The events, in no promised order, as their occurrences have them.
  var shared: [SharedEvent]
  /// All that take place once, changed occurrences of series among them.
  var spans = SpanList([])
  var lanes: [Lane] = []
  var places = PlaceTable()

  /// A series, and where its examples stand among the events.
  struct Lane: Sendable {
    let series: SeriesLane
    let examples: [Int]
  }

  /// An index without events, as clocks of `zone` show them.
  public init(zone: Zone) { self.init(events: [], series: [], zone: zone) }

  /// An index of those events, as clocks of `zone` show them. Of events with the same name the last counts.
  public init(events: some Sequence<CalendarEvent>, zone: Zone) {
    let events = events.map { SharedEvent($0) }
    self.init(events: events, series: SeriesLane.lanes(of: events, in: zone), zone: zone)
  }

  /// - Parameter series: the series of these events, perhaps with what is known of them from before.
  init(events: [SharedEvent], series: [SeriesLane], zone: Zone) {
    self.zone = zone
    shared = []
    shared.reserveCapacity(events.count)
    places.reserveCapacity(events.count)
    for event in events {
      if let place = place(of: event.event.id) {
        shared[place] = event
      } else {
        shared.append(event)
        places.insert(shared.count - 1, in: shared)
      }
    }
    spans = SpanList(shared.indices.compactMap(span))
    lanes = series.map(lane)
  }

  /// Whether there is no event.
  public var isEmpty: Bool { shared.isEmpty }

  /// The events, in no promised order.
  public var events: [CalendarEvent] { shared.map(\.event) }

  /// The event of that name.
  public func event(_ id: EventID) -> CalendarEvent? {
    place(of: id).map { shared[$0].event }
  }

  /// The place of the event of that name.
  func place(of id: EventID) -> Int? { places.place(of: id, in: shared) }

  /// The occurrences that touch a range of days of `zone`, in reading order.
  public func occurrences(in days: Range<Day>) -> [Occurrence] {
    let (from, to) = moments(of: days)
    return occurrences(from: from, to: to)
  }

  /// The occurrences that touch [from, to), in reading order. One without length touches the moment of its
  /// start.
  public func occurrences(from: Instant, to: Instant) -> [Occurrence] {
    look(from: from, to: to).occurrences
  }

  /// The same, with what is missing.
  public func look(at days: Range<Day>) -> Outlook {
    let (from, to) = moments(of: days)
    return look(from: from, to: to)
  }

  private func look(from: Instant, to: Instant) -> Outlook {
    var found: [Finding] = []
    spans.forEach(from: from.seconds, to: to.seconds) {
      found.append(Finding(start: $0.start, end: $0.end, place: $0.place, instance: nil))
    }
    var shortfalls: [Outlook.Shortfall] = []
    var pool = ExpansionPool()
    for (number, lane) in lanes.enumerated() {
      let end = lane.series.forEach(from: from.seconds, to: to.seconds, pool: &pool) { instance in
        found.append(
          Finding(
            start: instance.start.seconds, end: instance.end.seconds, place: lane.examples[instance.example],
            instance: (number, instance)))
      }
      if end.isPartial {
        shortfalls.append(Outlook.Shortfall(event: shared[lane.examples[0]].event, reason: end))
      }
    }
    found.sort { a, b in
      if a.start != b.start { return a.start < b.start }
      return a.end != b.end ? a.end < b.end : isBefore(a.place, b.place)
    }
    return Outlook(occurrences: found.map(occurrence), shortfalls: shortfalls)
  }

  /// Work to be done on any thread but the one that shows the days, so that asking for them later costs little: it
  /// works out what takes place in them.
  public func preparation(of days: Range<Day>) -> @Sendable () -> Void {
    let (from, to) = moments(of: days)
    return { [lanes] in
      var pool = ExpansionPool()
      for lane in lanes { _ = lane.series.forEach(from: from.seconds, to: to.seconds, pool: &pool) { _ in } }
    }
  }

  /// `CalendarEvent.inReadingOrder` without copying events: those at the same time are compared again and again.
  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (shared[a].event.summary, shared[b].event.summary)
    return first != second ? first < second : CalendarEvent.inReadingOrder(shared[a].event, shared[b].event)
  }

  private func moments(of days: Range<Day>) -> (from: Instant, to: Instant) {
    (zone.time(at: WallTime(days.lowerBound)).instant, zone.time(at: WallTime(days.upperBound)).instant)
  }

  private func occurrence(_ finding: Finding) -> Occurrence {
    let event = shared[finding.place]
    guard let (lane, instance) = finding.instance else {
      var original: EventTime?
      if case .changed(let time, _) = event.event.series { original = time }
      return Occurrence(event, times: event.event.times, recurrenceID: original, zone: zone)
    }
    return lanes[lane].series.series.occurrence(of: instance, as: event)
  }

  /// Something that takes place in the asked time: small, because it is sorted with many others.
  private struct Finding {
    let start: Int
    let end: Int
    let place: Int
    var instance: (lane: Int, Series.Instance)?
  }

  /// How long an event that is no series lasts.
  func span(_ place: Int) -> SpanList.Span? {
    let event = shared[place].event
    if case .whole = event.series { return nil }
    let (start, end) = event.times.resolved(in: zone)
    return SpanList.Span(start: start.instant.seconds, end: end.instant.seconds, place: place)
  }

  func lane(_ series: SeriesLane) -> Lane {
    Lane(series: series, examples: series.series.examples.map { place(of: $0.id) ?? 0 })
  }
}
