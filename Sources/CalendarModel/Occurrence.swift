/// One occurrence of an event, in the display time zone. It is what the timeline shows.
package struct Occurrence: Hashable, Sendable, Identifiable {
  /// Names an occurrence: the event and, in a series, the original start.
  package struct ID: Hashable, Sendable {
    package let event: EventID
    /// The original start of this occurrence of a series; nil for an event that does not repeat.
    package let recurrenceID: EventTime?

    package init(event: EventID, recurrenceID: EventTime? = nil) {
      self.event = event
      self.recurrenceID = recurrenceID
    }
  }

  // Occurrences are handed about by the hundred, at each frame of a page that turns; an event has a dozen texts and
  // lists to count the references of.
  @usableFromInline var shared: SharedEvent
  @inlinable package var event: CalendarEvent {
    get { shared.event }
    set { shared = SharedEvent(newValue) }
  }
  /// When this occurrence takes place; the event's own times if it does not repeat.
  package var times: EventTimes
  /// Its original start in a series.
  package var recurrenceID: EventTime?
  /// First moment in the display zone.
  package var start: ZonedTime
  /// First moment after it in the display zone; not before `start`.
  package var end: ZonedTime

  /// That event at those times, as `zone` shows it.
  package init(event: CalendarEvent, times: EventTimes, recurrenceID: EventTime? = nil, zone: Zone) {
    self.init(SharedEvent(event), times: times, recurrenceID: recurrenceID, zone: zone)
  }

  /// That event, which it has in common with others, at those times, as `zone` shows it.
  package init(_ event: SharedEvent, times: EventTimes, recurrenceID: EventTime?, zone: Zone) {
    shared = event
    self.times = times
    self.recurrenceID = recurrenceID
    (start, end) = times.resolved(in: zone)
  }

  /// That event at those times, which are known to be from `start` to `end` in the display zone.
  package init(
    _ event: SharedEvent, times: EventTimes, recurrenceID: EventTime?, start: ZonedTime, end: ZonedTime
  ) {
    shared = event
    self.times = times
    self.recurrenceID = recurrenceID
    self.start = start
    self.end = end
  }

  /// An event that does not repeat, as `zone` shows it.
  package init(event: CalendarEvent, zone: Zone) {
    self.init(event: event, times: event.times, zone: zone)
  }

  package var id: ID { ID(event: shared.event.id, recurrenceID: recurrenceID) }
  /// Whether it is one of whole days.
  package var isAllDay: Bool { times.isAllDay }
  /// True elapsed seconds.
  package var duration: Int { end.instant.seconds(since: start.instant) }
  /// What it covers on the wall: at least nothing, where the clocks were set back during it.
  package var span: TimeSpan { TimeSpan(start: start.wall, end: max(start.wall, end.wall)) }

  /// The order in which a list or the keyboard goes through occurrences: start, end, title.
  package static func inReadingOrder(_ a: Occurrence, _ b: Occurrence) -> Bool {
    if a.start.instant != b.start.instant { return a.start.instant < b.start.instant }
    if a.end.instant != b.end.instant { return a.end.instant < b.end.instant }
    return CalendarEvent.inReadingOrder(a.event, b.event)
  }
}

/// An event that is shared by many occurrences, so that none of them copies its texts.
package final class SharedEvent: Hashable, Sendable {
  package let event: CalendarEvent

  package init(_ event: CalendarEvent) { self.event = event }

  package static func == (a: SharedEvent, b: SharedEvent) -> Bool { a === b || a.event == b.event }

  package func hash(into hasher: inout Hasher) { hasher.combine(event) }
}
