import CalendarModel

/// Events ordered by time, so that the cost of a query for a few days depends only on the events in those
/// days. It accesses neither a clock nor files.
///
/// Repeating events are expanded lazily, only for the queried days, and cached; copies share the cache.
/// `preparation` expands them in advance, on any thread.
package struct OccurrenceIndex: Sendable {
  /// The display time zone, in which days are interpreted.
  package let zone: Zone
  /// The events, in no particular order. Occurrences share these objects.
  var shared: [SharedEvent]
  /// The time spans of events that occur once, including changed occurrences of series.
  var spans = SpanList([])
  var indexedSeries: [IndexedSeries] = []
  /// Finds the indices of events in `shared` by ID.
  var eventIndices = EventTable()
  /// The colors of the calendars that have none of their own. Only the events that a query returns are given
  /// these colors, so that `shared` can share its objects with the calendars.
  package var calendarColors: [CalendarID: EventColor] = [:]
  /// The colors that the user chose for calendars instead of their own.
  package var chosenColors: [CalendarID: EventColor] = [:]
  /// The events that got the color of their calendar. Copies of the index share them.
  private let coloredEvents = ColoredEvents()

  /// A series, and the indices of its template events.
  struct IndexedSeries: Sendable {
    let cache: SeriesExpansionCache
    let templateEventIndices: [Int]
  }

  /// Creates an index without events, in the display zone `zone`.
  package init(zone: Zone) { self.init(events: [], series: [], zone: zone) }

  /// Creates an index of events, in the display zone `zone`. If several events have the same ID, only the
  /// last one is used.
  package init(events: some Sequence<CalendarEvent>, zone: Zone) {
    let events = events.map { SharedEvent($0) }
    self.init(events: events, series: SeriesExpansionCache.caches(of: events, in: zone), zone: zone)
  }

  /// - Parameter series: the series of these events, possibly with cached expansions.
  init(events: [SharedEvent], series: [SeriesExpansionCache], zone: Zone) {
    self.zone = zone
    shared = []
    shared.reserveCapacity(events.count)
    eventIndices.reserveCapacity(events.count)
    for event in events {
      let known = eventIndices.insertUnlessPresent(event.event.id, as: shared.count, in: shared)
      if let known { shared[known] = event } else { shared.append(event) }
    }
    spans = SpanList(shared.indices.compactMap(span))
    indexedSeries = series.map(indexed)
  }

  /// Whether there are no events.
  package var isEmpty: Bool { shared.isEmpty }

  /// The events, in no particular order.
  package var events: [CalendarEvent] { shared.map(\.event) }

  /// Returns the calendars that contain an event with the given UID.
  package func calendars(withUID uid: ByteString) -> Set<CalendarID> {
    var found: Set<CalendarID> = []
    for event in shared where event.event.id.uid == uid { found.insert(event.event.id.calendar) }
    return found
  }

  /// Returns all events of the series to which an event belongs, in its calendar.
  package func events(ofSeries id: EventID) -> [CalendarEvent] {
    let own = shared.filter {
      $0.event.id.uid == id.uid && $0.event.id.calendar == id.calendar && $0.event.id.isOfSameSeries(as: id)
    }
    return own.map { colored($0).event }
  }

  package func event(_ id: EventID) -> CalendarEvent? {
    eventIndex(of: id).map { colored(shared[$0]).event }
  }

  /// Returns the index in `shared` of the event with the given ID.
  func eventIndex(of id: EventID) -> Int? { eventIndices.index(of: id, in: shared) }

  /// Returns the occurrences that overlap a range of days of `zone`, in reading order.
  package func occurrences(in days: Range<Day>) -> [Occurrence] {
    let (from, to) = moments(of: days)
    return occurrences(from: from, to: to)
  }

  /// Returns the occurrences that overlap [from, to), in reading order. An occurrence of zero length overlaps
  /// if its start is in that range.
  package func occurrences(from: Instant, to: Instant) -> [Occurrence] {
    query(from: from, to: to).occurrences
  }

  /// Returns the occurrences that overlap a range of days, and the truncated series.
  ///
  /// - Parameter hidden: the calendars whose events are left out. Their series are not expanded.
  package func query(_ days: Range<Day>, hiding hidden: Set<CalendarID> = []) -> OccurrenceQueryResult {
    let (from, to) = moments(of: days)
    return query(from: from, to: to, hiding: hidden)
  }

  private func query(from: Instant, to: Instant, hiding hidden: Set<CalendarID> = []) -> OccurrenceQueryResult
  {
    func isHidden(_ eventIndex: Int) -> Bool {
      !hidden.isEmpty && hidden.contains(shared[eventIndex].event.id.calendar)
    }
    var found: [Finding] = []
    spans.forEach(from: from.seconds, to: to.seconds) {
      guard !isHidden($0.eventIndex) else { return }
      found.append(Finding(start: $0.start, end: $0.end, eventIndex: $0.eventIndex, instance: nil))
    }
    var truncations: [OccurrenceQueryResult.Truncation] = []
    var pool = ExpansionPool()
    for (number, indexed) in indexedSeries.enumerated() {
      if let first = indexed.templateEventIndices.first, isHidden(first) { continue }
      let end = indexed.cache.forEach(from: from.seconds, to: to.seconds, pool: &pool) { instance in
        found.append(
          Finding(
            start: instance.start.seconds, end: instance.end.seconds,
            eventIndex: indexed.templateEventIndices[instance.templateIndex],
            instance: (number, instance)))
      }
      if end.isPartial {
        truncations.append(
          OccurrenceQueryResult.Truncation(event: shared[indexed.templateEventIndices[0]].event, reason: end))
      }
    }
    found.sort { a, b in
      if a.start != b.start { return a.start < b.start }
      return a.end != b.end ? a.end < b.end : isBefore(a.eventIndex, b.eventIndex)
    }
    return OccurrenceQueryResult(occurrences: found.map(occurrence), truncations: truncations)
  }

  /// Returns a closure that expands the series in advance, so that a later query for these days is cheap. It
  /// can be called on a background thread.
  package func preparation(of days: Range<Day>) -> @Sendable () -> Void {
    let (from, to) = moments(of: days)
    return { [indexedSeries] in
      var pool = ExpansionPool()
      for indexed in indexedSeries {
        _ = indexed.cache.forEach(from: from.seconds, to: to.seconds, pool: &pool) { _ in }
      }
    }
  }

  /// Whether event `a` comes before event `b`. The order is that of `CalendarEvent.inReadingOrder`, but no
  /// events are copied, because sorting makes many comparisons.
  func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (shared[a].event.summary, shared[b].event.summary)
    return first != second ? first < second : CalendarEvent.inReadingOrder(shared[a].event, shared[b].event)
  }

  private func moments(of days: Range<Day>) -> (from: Instant, to: Instant) {
    (zone.time(at: WallTime(days.lowerBound)).instant, zone.time(at: WallTime(days.upperBound)).instant)
  }

  /// Returns the event with the color that the user chose for its calendar. Without one, the event keeps
  /// the calendar color that it has, or gets the one from `calendarColors`.
  private func colored(_ shared: SharedEvent) -> SharedEvent {
    let chosen = chosenColors.isEmpty ? nil : chosenColors[shared.event.id.calendar]
    guard
      let color = chosen
        ?? (shared.event.calendarColor == nil ? calendarColors[shared.event.id.calendar] : nil),
      color != shared.event.calendarColor
    else { return shared }
    return coloredEvents.copy(of: shared, in: color)
  }

  private func occurrence(_ finding: Finding) -> Occurrence {
    occurrence(of: finding.eventIndex, instance: finding.instance)
  }

  /// Returns an occurrence of an event.
  ///
  /// - Parameter instance: the instance, and the index of its series in `indexedSeries`; nil for an event that occurs
  ///   once.
  func occurrence(of eventIndex: Int, instance: (number: Int, Series.Instance)?) -> Occurrence {
    let event = colored(shared[eventIndex])
    guard let (number, instance) = instance else {
      var original: EventTime?
      if case .changed(let time, _) = event.event.series { original = time }
      return Occurrence(event, times: event.event.times, recurrenceID: original, zone: zone)
    }
    return indexedSeries[number].cache.series.occurrence(of: instance, as: event)
  }

  /// An occurrence found by a query. It is small, because large numbers of them are sorted.
  private struct Finding {
    let start: Int
    let end: Int
    let eventIndex: Int
    /// The instance, and the index of its series in `indexedSeries`; nil for an event that occurs once.
    var instance: (number: Int, Series.Instance)?
  }

  /// Returns the time span of an event; nil if the event is a series.
  func span(_ eventIndex: Int) -> SpanList.Span? {
    let event = shared[eventIndex].event
    if case .master = event.series { return nil }
    let (start, end) = event.times.resolved(in: zone)
    return SpanList.Span(start: start.instant.seconds, end: end.instant.seconds, eventIndex: eventIndex)
  }

  func indexed(_ cache: SeriesExpansionCache) -> IndexedSeries {
    IndexedSeries(
      cache: cache, templateEventIndices: cache.series.templateEvents.map { eventIndex(of: $0.id) ?? 0 })
  }
}
