import CalendarModel
import ICalendar

// The zone definitions that an edit needs in the file.
extension CalendarDocument {
  /// The VTIMEZONEs for zones that new times use and the file does not define: RFC 5545 3.6.5 requires each
  /// of them.
  ///
  /// - Parameters:
  ///   - old: the event's previous times. A zone that they already used without a definition stays without
  ///     one.
  ///   - line: the line whose formatting new lines copy.
  func missingZones(
    for times: EventTimes, old: EventTimes?, like line: Int
  ) throws(EditError) -> [UInt8] {
    try TimesWriter.checkSameKind(times)
    let known = old?.zones ?? []
    let missing = times.zones.filter { !known.contains($0) && !zones.defines($0.identifier) }
    let year = times.start.wall.day.year
    return missing.flatMap { text.bytes(ofNew: ZoneWriter($0, around: year).lines, like: line) }
  }

  /// Makes sure that the file's definitions cover an event that was added or moved, because other programs
  /// rely on them.
  ///
  /// If a definition has the name of a zone in the system's database, but gives another offset for the
  /// event's new time, observances are added to it, provided that it agrees with the database for the times
  /// it covers. Any other definition is left alone, and this is reported.
  mutating func extendZones(for applied: inout AppliedEdit, previousTimes old: EventTimes?) throws(EditError)
  {
    let (edits, notice) = try coverZones(of: applied.id, before: old)
    applied.zoneEdits += edits
    if let notice { applied.notice = notice }
  }

  /// The same for an event by its identifier.
  mutating func coverZones(
    of id: EventID, before old: EventTimes?
  ) throws(EditError) -> (edits: [ZoneEdit], notice: EditNotice?) {
    var (edits, notice): ([ZoneEdit], EditNotice?) = ([], nil)
    guard let event = events.position(of: id).map({ events[$0] }), event.times != old else {
      return (edits, notice)
    }
    for zone in event.times.zones {
      guard let component = zones.definition(of: zone.identifier), text.components[component].isClosed,
        let own = zones.rules(definedBy: component, in: text)
      else { continue }
      let isKnown = zones.isSystemZone(zone.identifier)
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
        try applyZoneEdit(edit)
        edits.append(edit)
        continue
      }
      // A gap that existed before was not caused by the edit.
      let wasCovered = old.map { $0.zones.contains(zone) && $0.edges.allSatisfy(isCovered) } ?? true
      if wasCovered { notice = .zoneTooNarrow(identifier: zone.identifier) }
    }
    return (edits, notice)
  }

  /// The bytes of a VTIMEZONE with observances added for the times it does not cover, or nil if it disagrees
  /// with the zone for the times it covers.
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
      added += ZoneWriter.lines(listing: zone.rules.changes(in: ZoneWriter.startOfYear(year)..<(onset - 1)))
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
  /// Moments for which the definition of its zone must be right: its start and end and, for a series, every
  /// 30 days for 28 years, so that every clock change is covered.
  var momentsToCover: [Instant] {
    let edges = times.edges
    guard isRepeating, let start = edges.first else { return edges }
    return edges + (1..<28 * 12).map { start.adding(seconds: $0 * 30 * WallTime.secondsPerDay) }
  }
}

extension EventTimes {
  /// The moments of its start and end.
  var edges: [Instant] {
    let (start, end) = resolved(in: .utc)
    return [start.instant, end.instant]
  }

  /// The zones of its start and end.
  var zones: [Zone] {
    var times = [start]
    if case .time(let end) = end { times.append(end) }
    var zones: [Zone] = []
    for case .zoned(_, let zone) in times where !zones.contains(zone) { zones.append(zone) }
    return zones
  }
}
