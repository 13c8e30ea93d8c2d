import CalendarModel
import ICalendar

// Copying an event to the clipboard, a file or another calendar.
extension CalendarDocument {
  /// One occurrence as a separate iCalendar object (RFC 5545 3.4): an event that does not repeat, at the
  /// times of the occurrence, with everything else in the file about it and the zones that it uses. For why a
  /// series is not copied as a whole, see docs/decisions/copies.md.
  ///
  /// - Returns: nil if its event is not in the document.
  package func copy(of occurrence: Occurrence) -> [UInt8]? {
    guard let index = events.position(of: occurrence.event.id),
      let edits = try? editsForCopy(of: index, at: occurrence.times)
    else { return nil }
    let component = components[index]
    var event = text.bytes(ofComponent: component, applying: edits)
    // The last line of a file may have no line break.
    if event.last != 0x0A, event.last != 0x0D { event.append(0x0A) }
    if !text.components[component].isClosed { event += Array("END:VEVENT\n".utf8) }
    let year = occurrence.times.start.wall.day.year
    let body = text.zoneNames(in: component).flatMap { zone(named: $0, around: year) } + event
    let (head, tail) = EventWriter.calendarLines
    return ICalendarText.bytes(ofNew: head) + ICalendarText.bytes(ofLines: body)
      + ICalendarText.bytes(ofNew: tail)
  }

  /// An event with everything in the file about it, to be added to another file under another identifier.
  ///
  /// - Throws: `EditError.vanished` if it is not in the document, `repeating` if it is part of a series,
  ///   `noCalendar` if its component has no END.
  package func eventForTransfer(_ id: EventID, as newID: EventID) throws(EditError) -> CalendarEvent {
    let index = try index(of: id)
    guard !events[index].isRepeating else { throw .repeating }
    guard text.components[components[index]].isClosed else { throw .noCalendar }
    var event = withSourceText(events[index], components[index])
    event.id = newID
    return event
  }

  private func editsForCopy(of index: Int, at times: EventTimes) throws(EditError) -> [LineEdit] {
    var (zones, ignored) = (zones, ProblemCollector())
    let lines = EventReader(components[index], of: text, zones: &zones, problems: &ignored).lines
    let removals = (lines.recurrence + [lines.recurrenceID].compactMap { $0 }).map {
      LineEdit.remove(line: $0)
    }
    guard times != events[index].times else { return removals }
    let writer = TimesWriter(text: text, lines: lines, old: events[index].times)
    if let edits = try? writer.edits(for: times, mayBeEmpty: true) { return removals + edits }
    return removals + (try writer.editsChangingForm(for: times))
  }

  /// The VTIMEZONE of a zone: the file's own, otherwise one written from the system's database.
  private func zone(named name: String, around year: Int) -> [UInt8] {
    if let definition = zones.definition(of: name) { return Array(text.bytes(ofComponent: definition)) }
    guard let zone = system.zone(named: name) else { return [] }
    return ICalendarText.bytes(ofNew: ZoneWriter(zone, around: year).lines)
  }
}
