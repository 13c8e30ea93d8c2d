import CalendarModel

/// Events ordered by time, so that the cost of a query for a few days depends almost only on the events in
/// those days. It accesses neither a clock nor files.
///
/// Repeating events are expanded lazily, only for the queried days, and cached; copies share the cache.
/// `preparation` expands them in advance, on any thread.
package struct OccurrenceIndex: Sendable {
  /// The display time zone, in which days are interpreted.
  package let zone: Zone
  /// The events, in no particular order. Occurrences share these objects.
  var sharedEvents: [SharedEvent]
  /// The time spans of events that occur once, including changed occurrences of series.
  var spans = SpanList([])
  var indexedSeries: [IndexedSeries] = []
  /// Finds the indices of events in `sharedEvents` by ID.
  var eventIndices = EventTable()
  /// How many events of each calendar have reminders.
  private var reminderCounts: [CalendarID: Int] = [:]
  /// The colors assigned to the calendars that have none of their own. Only the events that a query returns are
  /// given these colors, so that `sharedEvents` can share its objects with the calendars.
  package var calendarColors: [CalendarID: EventColor] = [:]
  /// The colors that the user chose for calendars instead of their own.
  package var chosenColors: [CalendarID: EventColor] = [:]
  /// The copies of events that have the color of their calendar. All copies of the index share this cache.
  private let coloredEvents = ColoredEvents()

  /// A series, and the indices of its template events.
  struct IndexedSeries: Sendable {
    let cache: SeriesExpansionCache
    let calendar: CalendarID
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
    sharedEvents = []
    sharedEvents.reserveCapacity(events.count)
    eventIndices.reserveCapacity(events.count)
    for event in events {
      let existingIndex = eventIndices.insertUnlessPresent(
        event.event.id, as: sharedEvents.count, in: sharedEvents)
      if let existingIndex {
        countReminders(of: sharedEvents[existingIndex], -1)
        sharedEvents[existingIndex] = event
      } else {
        sharedEvents.append(event)
      }
      countReminders(of: event, 1)
    }
    spans = SpanList(sharedEvents.indices.compactMap(span))
    indexedSeries = series.map(makeIndexedSeries)
  }

  /// Whether there are no events.
  package var isEmpty: Bool { sharedEvents.isEmpty }

  /// The events, in no particular order.
  package var events: [CalendarEvent] { sharedEvents.map(\.event) }

  /// Whether an event of a calendar has a reminder.
  package func hasReminders(in calendar: CalendarID) -> Bool { reminderCounts[calendar] != nil }

  /// Takes over that an event was added (1) or removed (-1).
  mutating func countReminders(of event: SharedEvent, _ change: Int) {
    guard event.event.hasReminders else { return }
    let calendar = event.event.id.calendar
    let count = reminderCounts[calendar, default: 0] + change
    reminderCounts[calendar] = count > 0 ? count : nil
  }

  /// Returns the calendars that contain an event with the given UID.
  package func calendars(withUID uid: ByteString) -> Set<CalendarID> {
    var calendars: Set<CalendarID> = []
    for event in sharedEvents where event.event.id.uid == uid { calendars.insert(event.event.id.calendar) }
    return calendars
  }

  /// Returns all events of the series to which an event belongs, in its calendar.
  package func events(ofSeries id: EventID) -> [CalendarEvent] {
    let seriesEvents = sharedEvents.filter {
      $0.event.id.uid == id.uid && $0.event.id.calendar == id.calendar && $0.event.id.isInSameSeries(as: id)
    }
    return seriesEvents.map { colored($0).event }
  }

  package func event(_ id: EventID) -> CalendarEvent? {
    eventIndex(of: id).map { colored(sharedEvents[$0]).event }
  }

  /// Returns the index in `sharedEvents` of the event with the given ID.
  func eventIndex(of id: EventID) -> Int? { eventIndices.index(of: id, in: sharedEvents) }

  /// Returns the occurrences that overlap a range of days in `zone`, in reading order.
  package func occurrences(in days: Range<Day>) -> [Occurrence] {
    let (from, to) = moments(of: days)
    return occurrences(from: from, to: to)
  }

  /// Returns the occurrences that overlap [from, to), in reading order. An occurrence of zero length overlaps
  /// if its start is in that range.
  package func occurrences(from: Instant, to: Instant) -> [Occurrence] {
    query(from: from, to: to).occurrences
  }

  /// Returns the occurrences that overlap a range of days, and the series that were not expanded
  /// completely.
  ///
  /// - Parameter hiddenCalendars: the calendars whose events are left out. Their series are not expanded.
  package func query(_ days: Range<Day>, hiding hiddenCalendars: Set<CalendarID> = [])
    -> OccurrenceQueryResult
  {
    let (from, to) = moments(of: days)
    return query(from: from, to: to, hiding: hiddenCalendars)
  }

  private func query(from: Instant, to: Instant, hiding hiddenCalendars: Set<CalendarID> = [])
    -> OccurrenceQueryResult
  {
    func isHidden(_ eventIndex: Int) -> Bool {
      !hiddenCalendars.isEmpty && hiddenCalendars.contains(sharedEvents[eventIndex].event.id.calendar)
    }
    var foundOccurrences: [FoundOccurrence] = []
    spans.forEach(from: from.seconds, to: to.seconds) {
      guard !isHidden($0.eventIndex) else { return }
      foundOccurrences.append(FoundOccurrence(start: $0.start, end: $0.end, eventIndex: Int32($0.eventIndex)))
    }
    var truncations: [OccurrenceQueryResult.Truncation] = []
    forEachSeries(from: from.seconds, to: to.seconds, isHidden: isHidden) { seriesIndex, instance in
      foundOccurrences.append(
        FoundOccurrence(
          start: instance.start.seconds, end: instance.end.seconds,
          eventIndex: Int32(indexedSeries[seriesIndex].templateEventIndices[instance.templateIndex]),
          seriesIndex: Int32(seriesIndex), templateIndex: Int32(instance.templateIndex),
          originalStart: instance.originalStart))
    } onPartialEnd: { entry, end in
      truncations.append(
        OccurrenceQueryResult.Truncation(
          sharedEvent: sharedEvents[entry.templateEventIndices[0]], reason: end))
    }
    foundOccurrences.sort { a, b in
      if a.start != b.start { return a.start < b.start }
      return a.end != b.end ? a.end < b.end : isBefore(Int(a.eventIndex), Int(b.eventIndex))
    }
    // The occurrences of a series share its event, even if it has to be copied to get the color of its calendar.
    var events: [Int32: SharedEvent] = [:]
    let occurrences = foundOccurrences.map { found in
      let uncolored = sharedEvents[Int(found.eventIndex)]
      let event = events[found.eventIndex] ?? colored(uncolored)
      if event !== uncolored { events[found.eventIndex] = event }
      return occurrence(of: event, instance: found.instance)
    }
    return OccurrenceQueryResult(occurrences: occurrences, truncations: truncations)
  }

  /// Expands the series in a period. Each calendar has its own budget.
  ///
  /// - Parameters:
  ///   - isHidden: returns whether the event at an index, and with it its series, is to be left out.
  ///   - body: called with the index of a series in `indexedSeries` and each of its instances.
  ///   - onPartialEnd: called after each series whose expansion ended early, with the reason.
  private func forEachSeries(
    from: Int, to: Int, isHidden: (Int) -> Bool, _ body: (Int, Series.Instance) -> Void,
    onPartialEnd: (IndexedSeries, ExpansionEnd) -> Void
  ) {
    var pools: [CalendarID: ExpansionPool] = [:]
    // Successive series are mostly in the same calendar, and a lookup for each would take longer than a cached expansion.
    var (calendar, pool): (CalendarID?, ExpansionPool) = (nil, ExpansionPool(seconds: to - from))
    for (seriesIndex, entry) in indexedSeries.enumerated() {
      if let first = entry.templateEventIndices.first, isHidden(first) { continue }
      if entry.calendar != calendar {
        if let calendar { pools[calendar] = pool }
        pool = pools[entry.calendar] ?? ExpansionPool(seconds: to - from)
        calendar = entry.calendar
      }
      let end = entry.cache.forEach(from: from, to: to, pool: &pool) { body(seriesIndex, $0) }
      if end.isPartial { onPartialEnd(entry, end) }
    }
  }

  /// Returns a closure that expands the series in advance, so that a later query for these days is cheap. It
  /// can be called on a background thread.
  package func preparation(of days: Range<Day>) -> @Sendable () -> Void {
    let (from, to) = moments(of: days)
    return {
      forEachSeries(from: from.seconds, to: to.seconds, isHidden: { _ in false }) { _, _ in
      } onPartialEnd: { _, _ in
      }
    }
  }

  /// Whether event `a` comes before event `b`. The order is that of `CalendarEvent.inReadingOrder`, but no
  /// events are copied, because sorting makes many comparisons.
  func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (summary, other) = (sharedEvents[a].event.summary, sharedEvents[b].event.summary)
    if summary != other { return summary < other }
    let (id, otherID) = (sharedEvents[a].event.id, sharedEvents[b].event.id)
    return (id.uid, id.duplicate) < (otherID.uid, otherID.duplicate)
  }

  private func moments(of days: Range<Day>) -> (from: Instant, to: Instant) {
    (zone.time(at: WallTime(days.lowerBound)).instant, zone.time(at: WallTime(days.upperBound)).instant)
  }

  /// Returns the event with the color that the user chose for its calendar. Without one, the event keeps
  /// the calendar color that it has, or gets the one from `calendarColors`.
  private func colored(_ event: SharedEvent) -> SharedEvent {
    let chosenColor = chosenColors.isEmpty ? nil : chosenColors[event.event.id.calendar]
    guard
      let color = chosenColor
        ?? (event.event.calendarColor == nil ? calendarColors[event.event.id.calendar] : nil),
      color != event.event.calendarColor
    else { return event }
    return coloredEvents.copy(of: event, in: color)
  }

  /// Returns an occurrence of an event.
  ///
  /// - Parameter instance: the instance, and the index of its series in `indexedSeries`; nil for an event that occurs
  ///   once.
  func occurrence(of eventIndex: Int, instance: (seriesIndex: Int, Series.Instance)?) -> Occurrence {
    occurrence(of: colored(sharedEvents[eventIndex]), instance: instance)
  }

  private func occurrence(of event: SharedEvent, instance: (seriesIndex: Int, Series.Instance)?) -> Occurrence
  {
    guard let (seriesIndex, instance) = instance else {
      var recurrenceID: EventTime?
      if case .changed(let time, _) = event.event.series { recurrenceID = time }
      return Occurrence(event, times: event.event.times, recurrenceID: recurrenceID, zone: zone)
    }
    return indexedSeries[seriesIndex].cache.series.occurrence(of: instance, as: event)
  }

  /// An occurrence found by a query. It is small, because large numbers of them are sorted.
  private struct FoundOccurrence {
    let start: Int
    let end: Int
    let eventIndex: Int32
    /// The index of the series in `indexedSeries`; -1 for an event that occurs once.
    var seriesIndex: Int32 = -1
    var templateIndex: Int32 = 0
    var originalStart = WallTime(seconds: 0)

    /// The instance, and the index of its series in `indexedSeries`; nil for an event that occurs once.
    var instance: (seriesIndex: Int, Series.Instance)? {
      guard seriesIndex >= 0 else { return nil }
      return (
        Int(seriesIndex),
        Series.Instance(
          originalStart: originalStart, start: Instant(seconds: start), end: Instant(seconds: end),
          templateIndex: Int(templateIndex))
      )
    }
  }

  /// Returns the time span of an event; nil if the event is a series.
  func span(_ eventIndex: Int) -> SpanList.Span? {
    let event = sharedEvents[eventIndex].event
    if case .master = event.series { return nil }
    let (start, end) = event.times.resolved(in: zone)
    return SpanList.Span(start: start.instant.seconds, end: end.instant.seconds, eventIndex: eventIndex)
  }

  func makeIndexedSeries(_ cache: SeriesExpansionCache) -> IndexedSeries {
    IndexedSeries(
      cache: cache, calendar: cache.series.master.id.calendar,
      templateEventIndices: cache.series.templateEvents.map { eventIndex(of: $0.event.id) ?? 0 }
    )
  }
}
