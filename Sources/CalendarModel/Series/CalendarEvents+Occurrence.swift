extension Sequence<CalendarEvent> {
  /// Returns an occurrence of a series as an event that has the times and the text of the occurrence.
  ///
  /// - Parameters:
  ///   - start: the original start of the occurrence.
  ///   - display: the zone in which dates and floating times are interpreted.
  /// - Returns: nil if the series that these events form has no such occurrence.
  package func occurrence(originallyAt start: EventTime, in display: Zone) -> CalendarEvent? {
    let master = first { if case .master = $0.series { true } else { false } }
    let form = master?.times.start ?? start
    for event in self {
      guard case .changed(let original, _) = event.series else { continue }
      if original.wall(inFormOf: form) == start.wall(inFormOf: form) { return event }
    }
    guard let master, case .master(let recurrence) = master.series,
      let series = Series(master: master, changes: Array(self), display: display)
    else { return nil }
    let wall = start.wall(inFormOf: recurrence.start)
    guard recurrence.contains(wall), let instance = series.instance(originallyAt: wall) else { return nil }
    var event = instance.template
    event.times = instance.times
    return event
  }
}
