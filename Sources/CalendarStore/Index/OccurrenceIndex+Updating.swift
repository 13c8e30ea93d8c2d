import CalendarModel

extension OccurrenceIndex {
  /// Puts an event in the place of the one of the same name, or adds it: for a copy that shows an edit before
  /// it is saved.
  package mutating func update(_ event: CalendarEvent) { update(SharedEvent(event)) }

  mutating func update(_ event: SharedEvent) {
    let id = event.event.id
    let older = take(event)
    if event.event.series != nil || older?.event.series != nil { regroup(id.ofSeries) }
  }

  /// Puts an event in its place.
  ///
  /// - Returns: the one of the same name, if there was one.
  @discardableResult
  private mutating func take(_ event: SharedEvent) -> SharedEvent? {
    var older: SharedEvent?
    let eventIndex: Int
    if let known = self.eventIndex(of: event.event.id) {
      eventIndex = known
      older = shared[eventIndex]
      if let old = span(eventIndex) { spans.remove(old) }
      shared[eventIndex] = event
    } else {
      eventIndex = shared.count
      shared.append(event)
      eventIndices.insert(eventIndex, in: shared)
    }
    if let new = span(eventIndex) { spans.insert(new) }
    return older
  }

  /// Takes out the event of that name, if there is one.
  package mutating func remove(_ id: EventID) {
    guard let (event, eventIndex) = leave(id) else { return }
    if event.event.series != nil { regroup(id.ofSeries) }
    if eventIndex < shared.count, shared[eventIndex].event.series != nil {
      indexedSeries = indexedSeries.map { indexed($0.cache) }
    }
  }

  /// Takes an event out of the list.
  ///
  /// - Returns: the event, and the place to which the last event moved.
  private mutating func leave(_ id: EventID) -> (SharedEvent, Int)? {
    guard let eventIndex = eventIndex(of: id) else { return nil }
    let event = shared[eventIndex]
    if let span = span(eventIndex) { spans.remove(span) }
    eventIndices.remove(eventIndex, in: shared)
    let last = shared.count - 1
    if eventIndex != last {
      // The last event moves into the gap.
      if let span = span(last) { spans.remove(span) }
      eventIndices.remove(last, in: shared)
      shared[eventIndex] = shared[last]
      eventIndices.insert(eventIndex, in: shared)
      if let span = span(eventIndex) { spans.insert(span) }
    }
    shared.removeLast()
    return (event, eventIndex)
  }

  /// Takes events out and puts others in.
  ///
  /// - Parameter series: all series that there are then.
  mutating func exchange(_ gone: [EventID], for new: [SharedEvent], series: [SeriesExpansionCache]) {
    for id in gone { _ = leave(id) }
    for event in new { take(event) }
    indexedSeries = series.map(indexed)
  }

  /// What the events will be once `edit` is applied.
  ///
  /// - Returns: the event as it was, or nil if there was none of that name.
  @discardableResult
  package mutating func apply(_ edit: EventEdit) -> CalendarEvent? {
    let before = event(edit.target)
    let after = edit.result(of: before)
    if after?.id != edit.target { remove(edit.target) }
    if let after { update(after) }
    return before
  }

  /// Begins a series again, of which an event is another than it was.
  private mutating func regroup(_ id: EventID) {
    indexedSeries.removeAll { $0.cache.series.master.id.ofSeries == id }
    let events = shared.filter { $0.event.id.uid == id.uid && $0.event.id.ofSeries == id }
    indexedSeries += SeriesExpansionCache.caches(of: events, in: zone).map(indexed)
  }
}
