import CalendarModel
import ICalendar

// The zone definitions that an edit requires in the file.
extension CalendarDocument {
  /// Returns VTIMEZONEs for the zones that new times use but the file does not define, as RFC 5545 3.6.5
  /// requires.
  ///
  /// - Parameters:
  ///   - previousTimes: the event's previous times. A zone that they already use without a definition remains
  ///     undefined.
  ///   - line: a line of the VCALENDAR that contains the event. Its formatting is used for the new lines.
  /// - Throws: `EditError.conflictingZone` if the name of a zone means another one there.
  func missingZones(
    for times: EventTimes, previousTimes: EventTimes?, like line: Int
  ) throws(EditError) -> [UInt8] {
    try TimesWriter.checkSameKind(times)
    let previousZones = previousTimes?.zones ?? []
    let newZones = times.zones.filter { !previousZones.contains($0) }
    guard !newZones.isEmpty else { return [] }
    var zones = zones
    let (scope, (start, _)) = (zones.scope(ofLine: line, in: text), times.resolved(in: .utc))
    for zone in newZones { try zones.check(zone, scope: scope, from: start.instant, in: text) }
    let undefinedZones = newZones.filter { zones.definition(of: $0.identifier, scope: scope) == nil }
    let year = times.start.wall.day.year
    return undefinedZones.flatMap {
      text.bytes(ofNewLines: ZoneWriter($0, fromYearBefore: year).lines, like: line)
    }
  }

  /// Extends the file's zone definitions to cover an event that was added or moved: other programs rely on
  /// these definitions.
  ///
  /// If a definition has the name of a zone in the system's database but a different offset for the event's
  /// new time, observances are added to it, provided that the definition agrees with the database for the
  /// times it already covers. Any other definition that does not cover the event is left unchanged, and the
  /// edit is given a notice about this.
  mutating func extendZones(for applied: inout AppliedEdit, previousTimes: EventTimes?) throws(EditError) {
    let (edits, notice) = try extendZones(for: applied.id, previousTimes: previousTimes)
    applied.zoneEdits += edits
    if let notice { applied.notice = notice }
  }

  /// Extends the zone definitions for the event with the given identifier. Returns the changes, and a notice
  /// if a definition that does not cover the event was left unchanged.
  mutating func extendZones(
    for id: EventID, previousTimes: EventTimes?
  ) throws(EditError) -> (edits: [ZoneEdit], notice: EditNotice?) {
    guard let event = events.position(of: id).map({ events[$0] }) else { return ([], nil) }
    return try extendZones(for: event, previousTimes: previousTimes)
  }

  /// Extends the zone definitions for an event of this document; see `extendZones(for:previousTimes:)`.
  mutating func extendZones(
    for event: CalendarEvent, previousTimes: EventTimes?
  ) throws(EditError) -> (edits: [ZoneEdit], notice: EditNotice?) {
    var (edits, notice): ([ZoneEdit], EditNotice?) = ([], nil)
    guard event.times != previousTimes, let position = events.position(of: event.id) else {
      return (edits, notice)
    }
    for zone in event.times.zones {
      let definition = zones.definition(of: zone.identifier, for: components[position], in: text)
      guard let component = definition, text.components[component].hasEnd,
        let fileZone = zones.rules(definedBy: component, in: text)
      else { continue }
      let isSystemZone = zones.isSystemZone(zone.identifier)
      func isCovered(_ moment: Instant) -> Bool {
        isSystemZone
          ? fileZone.offset(at: moment) == zone.rules.offset(at: moment)
          : moment.seconds >= fileZone.firstOnset
      }
      let moments = event.momentsToCover
      guard !moments.allSatisfy(isCovered) else { continue }
      if isSystemZone, let position = ComponentPosition(of: component, in: text),
        let newBytes = extendedDefinition(component, fileZone, zone, to: moments)
      {
        let edit = ZoneEdit(
          identifier: zone.identifier, oldBytes: Array(text.bytes(ofComponent: component)),
          newBytes: newBytes,
          position: position)
        try applyZoneEdit(edit)
        edits.append(edit)
        continue
      }
      // If the definition did not cover the event's previous times either, the edit is not the cause.
      let wasCovered =
        previousTimes.map { $0.zones.contains(zone) && $0.startAndEnd.allSatisfy(isCovered) } ?? true
      if wasCovered { notice = .timeOutsideZoneDefinition(identifier: zone.identifier) }
    }
    return (edits, notice)
  }

  /// Returns the bytes of a VTIMEZONE with observances added for the times it does not cover. Returns nil if
  /// the VTIMEZONE disagrees with `zone` for the times it covers, or if the result would still be incorrect.
  private func extendedDefinition(
    _ component: Int, _ fileZone: FileZone, _ zone: Zone, to moments: [Instant]
  ) -> [UInt8]? {
    guard let first = moments.min()?.seconds, let last = moments.max()?.seconds else { return nil }
    let onset = fileZone.firstOnset
    let end = fileZone.lastOnset ?? max(fileZone.newestStart, last) + 28 * 366 * WallTime.secondsPerDay
    guard fileZone.offset(at: Instant(seconds: onset)) == zone.rules.offset(at: Instant(seconds: onset)),
      fileZone.changes(in: onset..<max(onset + 1, end)) == zone.rules.changes(in: onset..<max(onset + 1, end))
    else { return nil }
    var addedLines: [[UInt8]] = []
    if first < onset {
      let year = max(WallTime(seconds: first).day.year - 1, 2)
      addedLines += ZoneWriter.lines(
        listing: zone.rules.changes(in: ZoneWriter.startOfYear(year)..<(onset - 1)))
    }
    if let lastOnset = fileZone.lastOnset, last > lastOnset {
      addedLines += ZoneWriter(zone, after: lastOnset).observanceLines
    }
    let lines = text.components[component].lines
    let bytes =
      Array(text.bytes(ofLines: lines.lowerBound..<lines.upperBound - 1))
      + text.bytes(ofNewLines: addedLines, like: lines.lowerBound)
      + text.bytes(ofLines: lines.upperBound - 1..<lines.upperBound)
    let extendedZone = FileZone(bytes: bytes)
    let isCorrect = moments.allSatisfy { extendedZone?.offset(at: $0) == zone.rules.offset(at: $0) }
    return isCorrect ? bytes : nil
  }
}

extension CalendarEvent {
  /// The moments for which the definition of the event's zone must be correct: its start and end and, for a
  /// series, one every 30 days for more than 27 years, because clocks rarely change more often.
  var momentsToCover: [Instant] {
    let startAndEnd = times.startAndEnd
    guard isRepeating, let start = startAndEnd.first else { return startAndEnd }
    return startAndEnd + (1..<28 * 12).map { start.adding(seconds: $0 * 30 * WallTime.secondsPerDay) }
  }
}

extension EventTimes {
  /// The moments of the start and the end.
  var startAndEnd: [Instant] {
    let (start, end) = resolved(in: .utc)
    return [start.instant, end.instant]
  }

  /// The zones of the start and the end, each once.
  var zones: [Zone] {
    var times = [start]
    if case .time(let end) = end { times.append(end) }
    var zones: [Zone] = []
    for case .zoned(_, let zone) in times where !zones.contains(zone) { zones.append(zone) }
    return zones
  }
}
