import CalendarModel

/// The events of all open calendars as of one point in time, prepared for searches.
///
/// Preparing 100,000 events takes a moment, and the index needs as much memory as their text, up to a limit. Therefore,
/// an index exists only while the user searches. It can be created and used on any thread.
package final class SearchIndex: Sendable {
  /// One occurrence of an event, which a search can find.
  struct Entry: Sendable {
    /// The time span of the occurrence in seconds since 1970.
    var start: Int
    var end: Int
    /// The index of the event in the occurrence index.
    var eventIndex: Int
    /// The index of the instance in `instances`; -1 for an event that occurs once.
    var instanceIndex = -1
    /// The number of the event's series; -1 for an event that does not repeat. The results list only one
    /// occurrence of each series.
    var seriesNumber = -1
    /// The index of the event's calendar in `calendarNames`; -1 if the calendar is not listed.
    var calendarIndex = -1
  }

  /// The moment for which the next occurrence of each series was determined.
  let moment: Instant
  /// The earliest end of an indexed occurrence of a series. From then on, a new index is needed to find the
  /// next occurrence of that series.
  package let expiry: Instant
  /// The entries in chronological order.
  let entries: [Entry]
  private let instances: [(seriesIndex: Int, Series.Instance)]
  private let index: OccurrenceIndex
  private let texts: FoldedTexts
  /// The names of the calendars, folded.
  private let calendarNames: [[UInt8]]

  /// Creates an index of all events. Returns nil if the preparation was canceled.
  ///
  /// - Parameters:
  ///   - moment: the current time, which determines the next occurrence of a series.
  ///   - isCanceled: returns whether the result is no longer needed.
  package init?(
    of index: OccurrenceIndex, calendars: [CalendarInfo], at moment: Instant,
    isCanceled: () -> Bool = { false }
  ) {
    var folding = SearchFolding()
    var entries: [Entry] = []
    entries.reserveCapacity(index.sharedEvents.count)
    index.spans.forEach { entries.append(Entry(start: $0.start, end: $0.end, eventIndex: $0.eventIndex)) }
    var instances: [(seriesIndex: Int, Series.Instance)] = []
    var expiry = Int.max
    var pool = NearestInstancePool()
    for (seriesIndex, indexedSeries) in index.indexedSeries.enumerated() {
      if seriesIndex.isMultiple(of: SearchIndex.batchSize), isCanceled() { return nil }
      for instance in indexedSeries.cache.series.nearestInstances(to: moment, pool: &pool)
        .compactMap(\.self)
      {
        if instance.end > moment { expiry = min(expiry, instance.end.seconds) }
        entries.append(
          Entry(
            start: instance.start.seconds, end: instance.end.seconds,
            eventIndex: indexedSeries.templateEventIndices[instance.templateIndex],
            instanceIndex: instances.count))
        instances.append((seriesIndex, instance))
      }
    }
    SearchIndex.setCalendarsAndSeries(&entries, in: index, calendars)
    entries.sort { a, b in
      if a.start != b.start { return a.start < b.start }
      return a.end != b.end ? a.end < b.end : index.isBefore(a.eventIndex, b.eventIndex)
    }
    var texts = FoldedTexts()
    for (position, entry) in entries.enumerated() {
      if position.isMultiple(of: SearchIndex.batchSize), isCanceled() { return nil }
      texts.append(index.sharedEvents[entry.eventIndex], folding: &folding)
    }
    calendarNames = calendars.map { folding.folded($0.name) }
    (self.index, self.moment, self.expiry) = (index, moment, Instant(seconds: expiry))
    (self.entries, self.instances, self.texts) = (entries, instances, texts)
  }

  /// The number of events to process between checks for cancellation.
  private static let batchSize = 512

  /// Sets the calendar of each entry, and numbers the series. A second series with the same UID, in another
  /// file, counts as a separate series.
  private static func setCalendarsAndSeries(
    _ entries: inout [Entry], in index: OccurrenceIndex, _ calendars: [CalendarInfo]
  ) {
    let calendarIndices = Dictionary(
      calendars.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var series: [EventID: (number: Int, master: Int?)] = [:]
    var seriesCount = 0
    for position in entries.indices {
      let eventIndex = entries[position].eventIndex
      let event = index.sharedEvents[eventIndex].event
      entries[position].calendarIndex = calendarIndices[event.id.calendar] ?? -1
      guard let seriesRole = event.series else { continue }
      var isMaster = false
      if case .master = seriesRole { isMaster = true }
      let knownSeries = series[event.id.ofSeries]
      if let knownSeries, !isMaster || knownSeries.master == nil || knownSeries.master == eventIndex {
        entries[position].seriesNumber = knownSeries.number
        if isMaster { series[event.id.ofSeries]?.master = eventIndex }
      } else {
        entries[position].seriesNumber = seriesCount
        if knownSeries == nil { series[event.id.ofSeries] = (seriesCount, isMaster ? eventIndex : nil) }
        seriesCount += 1
      }
    }
  }

  /// Returns the events that match a query; nil if the search was canceled.
  ///
  /// - Parameters:
  ///   - now: the current time, which separates upcoming events from past ones.
  ///   - earlierResults: the results of an earlier query. If `query` refines the earlier query, only these results
  ///     are searched.
  ///   - isCanceled: returns whether the result is no longer needed.
  package func results(
    of query: SearchQuery, now: Instant, refining earlierResults: SearchResults? = nil,
    isCanceled: () -> Bool = { false }
  ) -> SearchResults? {
    guard !query.isEmpty else { return SearchResults(of: self, query: query, matches: [], now: now) }
    // For each calendar, the words that its name does not contain. The text of an event must contain all of
    // them.
    let remainingWords = calendarNames.map { name in
      query.words.filter { word in !SearchQuery.text(name, contains: word) }
    }
    var matches: [Int32] = []
    var folding = SearchFolding()
    func examine(_ position: Int) {
      let calendarIndex = entries[position].calendarIndex
      let words = calendarIndex >= 0 ? remainingWords[calendarIndex] : query.words
      if texts.contains(words, at: position, folding: &folding) { matches.append(Int32(position)) }
    }
    if let earlierResults, earlierResults.index === self, query.refines(earlierResults.query),
      !earlierResults.query.isEmpty
    {
      for (examinedCount, position) in earlierResults.matches.enumerated() {
        if examinedCount.isMultiple(of: SearchIndex.batchSize), isCanceled() { return nil }
        examine(Int(position))
      }
    } else {
      for position in entries.indices {
        if position.isMultiple(of: SearchIndex.batchSize), isCanceled() { return nil }
        examine(position)
      }
    }
    return SearchResults(of: self, query: query, matches: matches, now: now)
  }

  /// Returns the occurrence of an entry.
  func occurrence(of entry: Entry) -> Occurrence {
    index.occurrence(
      of: entry.eventIndex, instance: entry.instanceIndex >= 0 ? instances[entry.instanceIndex] : nil)
  }
}
