import CalendarModel

/// Events ordered by time, so that a question for a few days costs what lies in those days. Pure and without a
/// clock; a value.
public struct OccurrenceIndex: Sendable {
  /// The zone in which days are meant and occurrences are shown.
  public let zone: Zone
  /// The events, in no promised order.
  public private(set) var events: [CalendarEvent]
  private var spans = SpanList([])
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
    spans = SpanList(self.events.indices.map(span))
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
    var found: [Occurrence] = []
    spans.forEach(from: from.seconds, to: to.seconds) {
      found.append(Occurrence(event: events[$0.place], zone: zone))
    }
    return found.sorted(by: Occurrence.inReadingOrder)
  }

  /// Puts an event in the place of the one of the same name, or adds it: for a copy that shows an edit before
  /// it is saved.
  public mutating func update(_ event: CalendarEvent) {
    guard let place = places[event.id] else {
      places[event.id] = events.count
      events.append(event)
      spans.insert(span(events.count - 1))
      return
    }
    spans.remove(span(place))
    events[place] = event
    spans.insert(span(place))
  }

  /// Takes out the event of that name, if there is one.
  public mutating func remove(_ id: EventID) {
    guard let place = places.removeValue(forKey: id) else { return }
    spans.remove(span(place))
    let last = events.count - 1
    if place != last {
      // The last event moves into the gap.
      spans.remove(span(last))
      events[place] = events[last]
      places[events[place].id] = place
      spans.insert(span(place))
    }
    events.removeLast()
  }

  /// What the events will be once `edit` is applied.
  ///
  /// - Returns: the event as it was, or nil if there was none of that name.
  @discardableResult
  public mutating func apply(_ edit: EventEdit) -> CalendarEvent? {
    let before = event(edit.target)
    if let after = edit.result(of: before) { update(after) } else { remove(edit.target) }
    return before
  }

  private func span(_ place: Int) -> SpanList.Span {
    let (start, end) = events[place].times.resolved(in: zone)
    return SpanList.Span(start: start.instant.seconds, end: end.instant.seconds, place: place)
  }
}
