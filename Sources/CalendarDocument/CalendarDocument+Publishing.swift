import CalendarModel

extension CalendarDocument {
  /// The interval at which the publisher suggests fetching the calendar again, in seconds: REFRESH-INTERVAL
  /// (RFC 7986), otherwise X-PUBLISHED-TTL. Nil if there is no positive interval.
  package var publishedInterval: Int? {
    var fallback: Int?
    for (index, component) in text.components.enumerated() where component.name == "VCALENDAR" {
      for lineIndex in text.ownLines(of: index).joined() {
        guard let line = text.line(lineIndex),
          line.name == "REFRESH-INTERVAL" || line.name == "X-PUBLISHED-TTL",
          let duration = EventDuration(line.value), duration.isPositive
        else { continue }
        let seconds = duration.days * WallTime.secondsPerDay + duration.seconds
        if line.name == "REFRESH-INTERVAL" { return seconds }
        fallback = fallback ?? seconds
      }
    }
    return fallback
  }
}
