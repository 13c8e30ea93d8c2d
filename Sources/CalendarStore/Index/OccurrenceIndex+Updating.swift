import CalendarModel

extension OccurrenceIndex {
  /// Replaces the event with the same ID, or adds the event. Call this method on a copy of the index, to show
  /// an edit before it is saved.
  package mutating func update(_ event: CalendarEvent) { update(SharedEvent(event)) }

  mutating func update(_ event: SharedEvent) {
    let id = event.event.id
    let oldEvent = insertOrReplace(event)
    if event.event.series != nil || oldEvent?.event.series != nil { rebuildSeries(of: id.ofSeries) }
  }

  /// Replaces or adds an event.
  ///
  /// - Returns: the event that had the same ID, if any.
  @discardableResult
  private mutating func insertOrReplace(_ event: SharedEvent) -> SharedEvent? {
    var oldEvent: SharedEvent?
    let eventIndex: Int
    if let existingIndex = self.eventIndex(of: event.event.id) {
      eventIndex = existingIndex
      oldEvent = sharedEvents[eventIndex]
      if let oldSpan = span(eventIndex) { spans.remove(oldSpan) }
      countReminders(of: sharedEvents[eventIndex], -1)
      sharedEvents[eventIndex] = event
    } else {
      eventIndex = sharedEvents.count
      sharedEvents.append(event)
      eventIndices.insert(eventIndex, in: sharedEvents)
    }
    if let newSpan = span(eventIndex) { spans.insert(newSpan) }
    countReminders(of: event, 1)
    return oldEvent
  }

  /// Removes the event with the given ID, if there is one.
  package mutating func remove(_ id: EventID) {
    guard let (event, eventIndex) = removeFromList(id) else { return }
    if event.event.series != nil { rebuildSeries(of: id.ofSeries) }
    if eventIndex < sharedEvents.count, sharedEvents[eventIndex].event.series != nil {
      indexedSeries = indexedSeries.map { makeIndexedSeries($0.cache) }
    }
  }

  /// Removes an event from the list.
  ///
  /// - Returns: the event and its former index, to which the last event was moved; nil if there is no event
  ///   with this ID.
  private mutating func removeFromList(_ id: EventID) -> (SharedEvent, Int)? {
    guard let eventIndex = eventIndex(of: id) else { return nil }
    let event = sharedEvents[eventIndex]
    countReminders(of: event, -1)
    if let span = span(eventIndex) { spans.remove(span) }
    eventIndices.remove(eventIndex, in: sharedEvents)
    let lastIndex = sharedEvents.count - 1
    if eventIndex != lastIndex {
      // The last event moves to the freed index.
      if let span = span(lastIndex) { spans.remove(span) }
      eventIndices.remove(lastIndex, in: sharedEvents)
      sharedEvents[eventIndex] = sharedEvents[lastIndex]
      eventIndices.insert(eventIndex, in: sharedEvents)
      if let span = span(eventIndex) { spans.insert(span) }
    }
    sharedEvents.removeLast()
    return (event, eventIndex)
  }

  /// Removes events and adds others.
  ///
  /// - Parameter series: all series after the change.
  mutating func replace(
    _ removedIDs: [EventID], with newEvents: [SharedEvent], series: [SeriesExpansionCache]
  ) {
    for id in removedIDs { _ = removeFromList(id) }
    for event in newEvents { insertOrReplace(event) }
    indexedSeries = series.map(makeIndexedSeries)
  }

  /// Applies `edit` to the events.
  ///
  /// - Returns: the event before the edit; nil if it did not exist.
  @discardableResult
  package mutating func apply(_ edit: EventEdit) -> CalendarEvent? {
    let oldEvent = event(edit.target)
    let newEvent = edit.result(of: oldEvent)
    if newEvent?.id != edit.target { remove(edit.target) }
    if let newEvent { update(newEvent) }
    return oldEvent
  }

  /// Replaces the events of a series.
  package mutating func apply(_ replacement: EventReplacement) {
    let events = replacement.before + replacement.after
    for event in events { _ = removeFromList(event.id) }
    for event in replacement.after { insertOrReplace(SharedEvent(event)) }
    let ids = Set(events.map(\.id.ofSeries))
    indexedSeries.removeAll { ids.contains($0.cache.series.master.id.ofSeries) }
    let seriesEvents = sharedEvents.filter { ids.contains($0.event.id.ofSeries) }
    // The events of the other series may have moved to different indices.
    indexedSeries = indexedSeries.map { makeIndexedSeries($0.cache) }
    indexedSeries += SeriesExpansionCache.caches(of: seriesEvents, in: zone).map(makeIndexedSeries)
  }

  /// Rebuilds the series to which a changed event belongs.
  private mutating func rebuildSeries(of id: EventID) {
    indexedSeries.removeAll { $0.cache.series.master.id.ofSeries == id }
    let events = sharedEvents.filter { $0.event.id.uid == id.uid && $0.event.id.ofSeries == id }
    indexedSeries += SeriesExpansionCache.caches(of: events, in: zone).map(makeIndexedSeries)
  }
}
