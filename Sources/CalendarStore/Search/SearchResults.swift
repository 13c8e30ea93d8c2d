import CalendarModel

/// The events that match a query: upcoming events, soonest first, followed by past events, latest first. Each
/// series is represented by one occurrence.
///
/// The occurrences are created on demand, so a large number of results costs little.
package struct SearchResults: Sendable {
  package let query: SearchQuery
  /// The number of results that have not ended.
  package let upcomingCount: Int
  let index: SearchIndex
  /// The positions of the matching entries in `index.entries`, in chronological order. Several of them may
  /// belong to one series.
  let matches: [Int32]
  /// The positions of the listed entries in `index.entries`, in the order of the results.
  private let order: [Int32]

  init(of index: SearchIndex, query: SearchQuery, matches: [Int32], now: Instant) {
    (self.index, self.query, self.matches) = (index, query, matches)
    let entries = index.entries
    var order: [Int32] = []
    order.reserveCapacity(matches.count)
    var listedSeries: Set<Int> = []
    func appendUnlessListed(_ position: Int32) {
      let seriesNumber = entries[Int(position)].seriesNumber
      if seriesNumber < 0 || listedSeries.insert(seriesNumber).inserted { order.append(position) }
    }
    func isUpcoming(_ position: Int32) -> Bool {
      let entry = entries[Int(position)]
      return entry.end > now.seconds || entry.start >= now.seconds
    }
    for position in matches where isUpcoming(position) { appendUnlessListed(position) }
    upcomingCount = order.count
    for position in matches.reversed() where !isUpcoming(position) { appendUnlessListed(position) }
    self.order = order
  }

  package var count: Int { order.count }
  package var isEmpty: Bool { order.isEmpty }

  /// Returns the result at a position.
  package subscript(position: Int) -> Occurrence {
    index.occurrence(of: index.entries[Int(order[position])])
  }

  /// Returns the position of an event among the first `limit` results; nil if it is not among them.
  package func position(of id: EventID, limit: Int) -> Int? {
    (0..<min(limit, count)).first { self[$0].event.id == id }
  }
}
