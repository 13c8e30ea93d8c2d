import CalendarModel

/// Events ordered by time, so that a question for a few days costs what lies in those days.
///
/// Sorted by start; the latest end of each run of 64 entries is kept, so that what is over before the range
/// is skipped by the run, however long a single event may be. Pure and without a clock; a value.
public struct OccurrenceIndex: Sendable {
  private struct Entry: Sendable {
    var start: Int
    var end: Int
    var event: Int
  }

  /// Entries per run: 100,000 events are about 1,600 runs, which are walked in a microsecond or two.
  private static let runLength = 64

  /// The zone in which days are meant and occurrences are shown.
  public let zone: Zone
  /// The events, in no promised order.
  public private(set) var events: [CalendarEvent]
  private var entries: [Entry] = []
  private var latestEnds: [Int] = []
  private var places: [EventID: Int]

  /// An index of those events, as clocks of `zone` show them. Of events with the same name the last counts.
  public init(events: [CalendarEvent] = [], zone: Zone) {
    self.zone = zone
    self.events = []
    self.events.reserveCapacity(events.count)
    places = Dictionary(minimumCapacity: events.count)
    for event in events {
      if let place = places[event.id] {
        self.events[place] = event
      } else {
        places[event.id] = self.events.count
        self.events.append(event)
      }
    }
    entries = self.events.indices.map(entry)
    entries.sort { $0.start < $1.start }
    noteLatestEnds(from: 0)
  }

  /// The event of that name.
  public func event(_ id: EventID) -> CalendarEvent? {
    places[id].map { events[$0] }
  }

  /// The occurrences that touch a range of days of `zone`, in reading order.
  public func occurrences(in days: Range<Day>) -> [Occurrence] {
    occurrences(
      from: zone.time(at: WallTime(days.lowerBound)).instant,
      to: zone.time(at: WallTime(days.upperBound)).instant)
  }

  /// The occurrences that touch [from, to), in reading order. One without length touches the moment of its
  /// start.
  public func occurrences(from: Instant, to: Instant) -> [Occurrence] {
    let cut = firstEntry(startingAtOrAfter: to.seconds)
    var found: [Occurrence] = []
    var run = 0
    while run * Self.runLength < cut {
      // An event without length that starts at `from` touches it, so its end is not too early.
      if latestEnds[run] >= from.seconds {
        for entry in entries[(run * Self.runLength)..<min(cut, (run + 1) * Self.runLength)]
        where entry.end > from.seconds || entry.start >= from.seconds {
          found.append(Occurrence(event: events[entry.event], zone: zone))
        }
      }
      run += 1
    }
    return found.sorted(by: Occurrence.inReadingOrder)
  }

  /// Puts an event in the place of the one of the same name, or adds it: for a copy that shows an edit before
  /// it is saved.
  public mutating func update(_ event: CalendarEvent) {
    guard let place = places[event.id] else {
      places[event.id] = events.count
      events.append(event)
      insert(entry(events.count - 1))
      return
    }
    let old = entry(place)
    events[place] = event
    let first = firstEntry(startingAtOrAfter: old.start)
    guard let position = entries[first...].firstIndex(where: { $0.event == place }) else { return }
    entries.remove(at: position)
    noteLatestEnds(from: position)
    insert(entry(place))
  }

  /// What the events will be once `edit` is applied.
  ///
  /// - Returns: the event as it was, or nil if there is none of that name.
  @discardableResult
  public mutating func apply(_ edit: EventEdit) -> CalendarEvent? {
    guard let before = event(edit.target) else { return nil }
    var after = before
    after.times = edit.change.times
    update(after)
    return before
  }

  private func entry(_ place: Int) -> Entry {
    let (start, end) = events[place].times.resolved(in: zone)
    return Entry(start: start.instant.seconds, end: end.instant.seconds, event: place)
  }

  private mutating func insert(_ entry: Entry) {
    let position = firstEntry(startingAtOrAfter: entry.start)
    entries.insert(entry, at: position)
    noteLatestEnds(from: position)
  }

  private func firstEntry(startingAtOrAfter seconds: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start < seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func noteLatestEnds(from position: Int) {
    let first = position / Self.runLength
    latestEnds.removeSubrange(min(first, latestEnds.count)...)
    for run in latestEnds.count..<((entries.count + Self.runLength - 1) / Self.runLength) {
      let span = entries[(run * Self.runLength)..<min(entries.count, (run + 1) * Self.runLength)]
      latestEnds.append(span.reduce(Int.min) { max($0, $1.end) })
    }
  }
}
