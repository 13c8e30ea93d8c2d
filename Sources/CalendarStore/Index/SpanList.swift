/// Time spans sorted by start. A query for a few days looks at few spans outside those days.
///
/// The latest end of each run of 64 spans is stored, so that earlier spans are skipped one run at a time,
/// even if some spans are very long. Times are seconds since 1970-01-01T00:00:00Z.
struct SpanList: Sendable {
  /// The time from `start` up to but not including `end`, and the index of an event in the owner's list.
  struct Span: Hashable, Sendable {
    var start: Int
    var end: Int
    var eventIndex: Int

    /// Whether the span overlaps [from, to). A span of zero length overlaps if its start is in that range.
    func overlaps(from: Int, to: Int) -> Bool { start < to && (end > from || start >= from) }
  }

  /// The number of spans per run. 100,000 spans form about 1,600 runs, which are scanned in a microsecond or
  /// two.
  private static let runLength = 64

  private var spans: [Span]
  private var latestEnds: [Int] = []

  init(_ spans: [Span]) {
    self.spans = spans.sorted { $0.start < $1.start }
    updateLatestEnds(from: 0)
  }

  /// Calls `body` with each span that overlaps [from, to), ordered by start.
  func forEach(from: Int, to: Int, _ body: (Span) -> Void) {
    let endIndex = firstIndex(startingAtOrAfter: to)
    for run in 0..<((endIndex + Self.runLength - 1) / Self.runLength) where latestEnds[run] >= from {
      for span in spans[(run * Self.runLength)..<min(endIndex, (run + 1) * Self.runLength)]
      where span.overlaps(from: from, to: to) {
        body(span)
      }
    }
  }

  /// Calls `body` with each span, ordered by start.
  func forEach(_ body: (Span) -> Void) { spans.forEach(body) }

  mutating func insert(_ span: Span) {
    let position = firstIndex(startingAtOrAfter: span.start)
    spans.insert(span, at: position)
    updateLatestEnds(from: position)
  }

  /// Removes a span, if it is present.
  mutating func remove(_ span: Span) {
    let start = firstIndex(startingAtOrAfter: span.start)
    guard let position = spans[start...].firstIndex(where: { $0.eventIndex == span.eventIndex }) else {
      return
    }
    spans.remove(at: position)
    updateLatestEnds(from: position)
  }

  private func firstIndex(startingAtOrAfter seconds: Int) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start < seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func updateLatestEnds(from position: Int) {
    let firstRun = position / Self.runLength
    latestEnds.removeSubrange(min(firstRun, latestEnds.count)...)
    for run in latestEnds.count..<((spans.count + Self.runLength - 1) / Self.runLength) {
      let runSpans = spans[(run * Self.runLength)..<min(spans.count, (run + 1) * Self.runLength)]
      latestEnds.append(runSpans.reduce(Int.min) { max($0, $1.end) })
    }
  }
}
