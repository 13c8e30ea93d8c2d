/// One occurrence of an event, in the display time zone, as shown on the timeline.
package struct Occurrence: Hashable, Sendable, Identifiable {
  /// Identifies an occurrence: the event and, in a series, the original start.
  package struct ID: Hashable, Sendable {
    package let event: EventID
    /// The original start of this occurrence in its series; nil for an event that does not repeat.
    package let recurrenceID: EventTime?

    package init(event: EventID, recurrenceID: EventTime? = nil) {
      self.event = event
      self.recurrenceID = recurrenceID
    }
  }

  // Hundreds of occurrences are passed around in every frame of a page turn. Sharing the event avoids
  // reference counting for its dozen strings and arrays.
  @usableFromInline var sharedEvent: SharedEvent
  @inlinable package var event: CalendarEvent {
    get { sharedEvent.event }
    set { sharedEvent = SharedEvent(newValue) }
  }
  /// When this occurrence takes place; the event's own times if it does not repeat.
  package var times: EventTimes
  /// The original start in the series; nil if the event does not repeat.
  package var recurrenceID: EventTime?
  /// The start in the display zone.
  package var start: ZonedTime
  /// The exclusive end in the display zone; not before `start`.
  package var end: ZonedTime

  /// Creates an occurrence of an event at the given times, displayed in `zone`.
  package init(event: CalendarEvent, times: EventTimes, recurrenceID: EventTime? = nil, zone: Zone) {
    self.init(SharedEvent(event), times: times, recurrenceID: recurrenceID, zone: zone)
  }

  /// Creates an occurrence of a shared event at the given times, displayed in `zone`.
  package init(_ event: SharedEvent, times: EventTimes, recurrenceID: EventTime?, zone: Zone) {
    sharedEvent = event
    self.times = times
    self.recurrenceID = recurrenceID
    (start, end) = times.resolved(in: zone)
  }

  /// Creates an occurrence whose start and end in the display zone are already known.
  package init(
    _ event: SharedEvent, times: EventTimes, recurrenceID: EventTime?, start: ZonedTime, end: ZonedTime
  ) {
    sharedEvent = event
    self.times = times
    self.recurrenceID = recurrenceID
    self.start = start
    self.end = end
  }

  /// Creates the occurrence of an event that does not repeat, displayed in `zone`.
  package init(event: CalendarEvent, zone: Zone) {
    self.init(event: event, times: event.times, zone: zone)
  }

  package var id: ID { ID(event: sharedEvent.event.id, recurrenceID: recurrenceID) }
  /// Whether this is an all-day event.
  package var isAllDay: Bool { times.isAllDay }
  /// The elapsed time from start to end, in seconds.
  package var duration: Int { end.instant.seconds(since: start.instant) }
  /// The wall time that the occurrence covers in the display zone. If clocks are set back during a short
  /// event, the span is empty rather than negative.
  package var span: TimeSpan { TimeSpan(start: start.wall, end: max(start.wall, end.wall)) }

  /// Returns whether `a` precedes `b` in lists and in keyboard navigation: ordered by start, then end, then
  /// title.
  package static func inReadingOrder(_ a: Occurrence, _ b: Occurrence) -> Bool {
    if a.start.instant != b.start.instant { return a.start.instant < b.start.instant }
    if a.end.instant != b.end.instant { return a.end.instant < b.end.instant }
    return CalendarEvent.inReadingOrder(a.event, b.event)
  }
}

/// An event that many occurrences share, so that its strings need not be copied.
package final class SharedEvent: Hashable, Sendable {
  package let event: CalendarEvent

  package init(_ event: CalendarEvent) { self.event = event }

  package static func == (a: SharedEvent, b: SharedEvent) -> Bool { a === b || a.event == b.event }

  package func hash(into hasher: inout Hasher) { hasher.combine(event) }
}
