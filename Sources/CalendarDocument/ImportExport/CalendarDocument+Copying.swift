import CalendarModel
import ICalendar

// Copying an event to the clipboard, a file or another calendar.
extension CalendarDocument {
  /// Returns one occurrence as a separate iCalendar object (RFC 5545 3.4): an event that does not repeat, at
  /// the times of the occurrence, with all its other content and the zones that it uses.
  ///
  /// - Returns: the bytes of the object, or nil if the event is not in the document.
  package func copy(of occurrence: Occurrence) -> [UInt8]? {
    guard let index = events.position(of: occurrence.event.id),
      let edits = try? editsForCopy(of: index, at: occurrence.times)
    else { return nil }
    let component = components[index]
    var eventBytes = text.bytes(ofComponent: component, applying: edits)
    // The last line of a file may have no line break.
    if eventBytes.last != 0x0A, eventBytes.last != 0x0D { eventBytes.append(0x0A) }
    if !text.components[component].hasEnd { eventBytes += Array("END:VEVENT\n".utf8) }
    let year = occurrence.times.start.wall.day.year
    let zoneNames = text.zoneNames(in: component)
    let body =
      zoneNames.flatMap { zoneDefinition(named: $0, for: component, fromYearBefore: year) } + eventBytes
    let (head, tail) = EventWriter.calendarLines
    return ICalendarText.bytes(ofNewLines: head) + ICalendarText.bytes(ofLines: body)
      + ICalendarText.bytes(ofNewLines: tail)
  }

  /// Returns the whole series of an occurrence as a separate iCalendar object: the series, its changed
  /// occurrences, and the zones that they use.
  ///
  /// - Returns: the bytes of the object, or nil if the series is not in the document.
  package func copy(ofSeries occurrence: Occurrence) -> [UInt8]? {
    copy(ofSeries: occurrence.event.id.uid, zonesFromYearBefore: occurrence.times.start.wall.day.year)
  }

  private func copy(ofSeries uid: ByteString, zonesFromYearBefore year: Int) -> [UInt8]? {
    let seriesComponents = zip(events, components).filter { $0.0.id.uid == uid }.map(\.1)
    guard !seriesComponents.isEmpty else { return nil }
    var zoneNames: [String] = []
    for name in seriesComponents.flatMap({ text.zoneNames(in: $0) }) where !zoneNames.contains(name) {
      zoneNames.append(name)
    }
    let series = seriesComponents.flatMap(completeBytes)
    let body =
      zoneNames.flatMap { zoneDefinition(named: $0, for: seriesComponents[0], fromYearBefore: year) } + series
    let (head, tail) = EventWriter.calendarLines
    return ICalendarText.bytes(ofNewLines: head) + ICalendarText.bytes(ofLines: body)
      + ICalendarText.bytes(ofNewLines: tail)
  }

  /// Returns an occurrence and all following ones of its series as a separate iCalendar object.
  ///
  /// - Parameters:
  ///   - uid: the UID of the copy. If no occurrence is earlier, the copy is the whole series and keeps its UID.
  ///   - stamp: the current time.
  /// - Returns: the bytes of the object, or nil if the occurrence is not in the document.
  package func copy(
    ofThisAndFollowing occurrence: Occurrence, uid: ByteString, stamp: Instant
  ) -> [UInt8]? {
    // The new series gets the document's own file, so that it is not marked as the later part of a split series.
    let id = EventID(calendar: calendar, file: file, uid: uid)
    let editor = SeriesEditor(newSeries: id, ownAddresses: [], stamp: stamp)
    guard let laterPart = try? editor.laterPart(from: occurrence, in: self) else { return nil }
    let isSplit = laterPart.events.contains { $0.id.uid == uid }
    return laterPart.copy(
      ofSeries: isSplit ? uid : occurrence.event.id.uid,
      zonesFromYearBefore: occurrence.times.start.wall.day.year)
  }

  /// Returns an event with all its content, to be added to another file under a new identifier.
  ///
  /// - Throws: `EditError.vanished` if the event is not in the document, `repeating` if it is part of a
  ///   series, or `noCalendar` if its component has no END.
  package func eventForTransfer(_ id: EventID, as newID: EventID) throws(EditError) -> CalendarEvent {
    let index = try index(of: id)
    guard !events[index].isRepeating else { throw .repeating }
    guard text.components[components[index]].hasEnd else { throw .noCalendar }
    var event = withSourceText(events[index], components[index])
    event.id = newID
    return event
  }

  /// Returns whether an event is part of a series.
  ///
  /// - Throws: `EditError.vanished` if the event is not in the document.
  package func isRepeating(_ id: EventID) throws(EditError) -> Bool { events[try index(of: id)].isRepeating }

  private func editsForCopy(of index: Int, at times: EventTimes) throws(EditError) -> [LineEdit] {
    var (text, zones, ignoredProblems) = (text, zones, ProblemCollector())
    let lines = EventReader(components[index], of: &text, zones: &zones, problems: &ignoredProblems).lines
    let removals = (lines.recurrence + [lines.recurrenceID].compactMap { $0 }).map {
      LineEdit.remove(line: $0)
    }
    guard times != events[index].times else { return removals }
    let writer = TimesWriter(text: text, lines: lines, oldTimes: events[index].times)
    if let edits = try? writer.edits(for: times, allowsZeroLength: true) { return removals + edits }
    return removals + (try writer.editsChangingForm(for: times))
  }

  /// Returns the VTIMEZONE of a zone: the file's own or, if it has none, one generated from the system's
  /// database.
  private func zoneDefinition(
    named name: String, for component: Int, fromYearBefore year: Int
  ) -> [UInt8] {
    if let definition = zones.definition(of: name, for: component, in: text) {
      return Array(text.bytes(ofComponent: definition))
    }
    guard let zone = systemZones.zone(named: name) else { return [] }
    return ICalendarText.bytes(ofNewLines: ZoneWriter(zone, fromYearBefore: year).lines)
  }
}
