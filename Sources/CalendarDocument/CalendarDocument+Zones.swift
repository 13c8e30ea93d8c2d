import CalendarModel
import ICalendar

// The definitions of zones that an edit needs in the file.
extension CalendarDocument {
  /// The VTIMEZONEs for zones that new times name and the file does not define: RFC 5545 3.6.5 asks for each.
  ///
  /// - Parameters:
  ///   - old: what the event said before; a zone that it named without a definition goes on without one.
  ///   - line: lines are written as this one is.
  func missingZones(
    for times: EventTimes, old: EventTimes?, like line: Int
  ) throws(EditError) -> [UInt8] {
    try TimesWriter.checkKinds(times)
    let known = old?.zones ?? []
    let missing = times.zones.filter { !known.contains($0) && !zones.defines($0.identifier) }
    let year = times.start.wall.day.year
    return missing.flatMap { text.bytes(ofNew: ZoneWriter($0, around: year).lines, like: line) }
  }

  /// Sees that the definitions in the file cover an event that was added or moved, as other programs read it by them.
  ///
  /// Where the file says something else than the system's database of the event's new time, observances are added to a
  /// definition under a name of the database that agrees with it as far as it goes. Any other is left, and that is told.
  mutating func coverZones(of applied: inout AppliedEdit, before old: EventTimes?) throws(EditError) {
    guard let event = events.position(of: applied.id).map({ events[$0] }), event.times != old else { return }
    for zone in event.times.zones {
      guard let component = zones.definition(of: zone.identifier), text.components[component].isClosed,
        let own = zones.rules(definedBy: component, in: text)
      else { continue }
      let isKnown = zones.isOfSystem(zone.identifier)
      func isCovered(_ moment: Instant) -> Bool {
        isKnown ? own.offset(at: moment) == zone.rules.offset(at: moment) : moment.seconds >= own.firstOnset
      }
      let moments = event.momentsToCover
      guard !moments.allSatisfy(isCovered) else { continue }
      if isKnown, let position = ComponentPosition(of: component, in: text),
        let wider = widened(component, own, zone, to: moments)
      {
        let edit = ZoneEdit(
          identifier: zone.identifier, before: Array(text.bytes(ofComponent: component)), after: wider,
          position: position)
        try make(edit)
        applied.zoneEdits.append(edit)
        continue
      }
      // What was so before is not the edit's doing.
      let wasCovered = old.map { $0.zones.contains(zone) && $0.edges.allSatisfy(isCovered) } ?? true
      if wasCovered { applied.notice = .zoneTooNarrow(identifier: zone.identifier) }
    }
  }

  /// The bytes of a VTIMEZONE with observances added for what it does not speak of, or nil if it does not agree with
  /// the zone where it speaks.
  private func widened(
    _ component: Int, _ own: FileZone, _ zone: Zone, to moments: [Instant]
  ) -> [UInt8]? {
    guard let first = moments.min()?.seconds, let last = moments.max()?.seconds else { return nil }
    let onset = own.firstOnset
    let end = own.lastOnset ?? max(own.newestStart, last) + 28 * 366 * WallTime.secondsPerDay
    guard own.offset(at: Instant(seconds: onset)) == zone.rules.offset(at: Instant(seconds: onset)),
      own.changes(in: onset..<max(onset + 1, end)) == zone.rules.changes(in: onset..<max(onset + 1, end))
    else { return nil }
    var added: [[UInt8]] = []
    if first < onset {
      let year = max(WallTime(seconds: first).day.year - 1, 2)
      added += ZoneWriter.lines(listing: zone.rules.changes(in: ZoneWriter.moment(year)..<(onset - 1)))
    }
    if let lastOnset = own.lastOnset, last > lastOnset {
      added += ZoneWriter(zone, after: lastOnset).observances
    }
    let lines = text.components[component].lines
    let bytes =
      Array(text.bytes(ofLines: lines.lowerBound..<lines.upperBound - 1))
      + text.bytes(ofNew: added, like: lines.lowerBound)
      + text.bytes(ofLines: lines.upperBound - 1..<lines.upperBound)
    let wider = FileZone(lines: bytes)
    let isRight = moments.allSatisfy { wider?.offset(at: $0) == zone.rules.offset(at: $0) }
    return isRight ? bytes : nil
  }
}

extension CalendarEvent {
  /// Moments at which the definition of its zone has to be right: its edges, and those of a series for 28 years, in
  /// each of which every change of the clocks is seen.
  var momentsToCover: [Instant] {
    let edges = times.edges
    guard isRepeating, let start = edges.first else { return edges }
    return edges + (1..<28 * 12).map { start.adding(seconds: $0 * 30 * WallTime.secondsPerDay) }
  }
}

extension EventTimes {
  /// The moments at which it starts and ends.
  var edges: [Instant] {
    let (start, end) = resolved(in: .utc)
    return [start.instant, end.instant]
  }

  /// The zones that its start and its end name.
  var zones: [Zone] {
    var times = [start]
    if case .time(let end) = end { times.append(end) }
    var zones: [Zone] = []
    for case .zoned(_, let zone) in times where !zones.contains(zone) { zones.append(zone) }
    return zones
  }
}
