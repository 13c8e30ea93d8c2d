import CalendarModel
import ICalendar

/// One iCalendar file: its bytes, its events, and edits to them.
///
/// It is a value type, so a copy is a snapshot. Content that it does not understand stays in the bytes; `problems`
/// lists what is not shown as a result.
///
/// ```swift
/// var document = try CalendarDocument(bytes: bytes, calendar: id, file: nil, zones: SystemZones.shared)
/// let applied = try document.apply(edit, stamp: now)  // changes the lines of one event; throws EditError
/// write(document.bytes)
/// try document.revert(applied)  // undo
/// ```
package struct CalendarDocument: Sendable {
  /// The calendar that the events belong to.
  package let calendar: CalendarID
  /// The file inside that calendar, or nil if the calendar is one file.
  package let file: ByteString?
  /// Every VEVENT that can be shown, in the order of the file; of several revisions of one event the newest.
  package internal(set) var events = EventList()
  /// The calendar's name: NAME (RFC 7986), else X-WR-CALNAME.
  package private(set) var name: String?
  /// The calendar's colour: COLOR (RFC 7986), else X-APPLE-CALENDAR-COLOR.
  package private(set) var color: EventColor?

  var text: ICalendarText
  var zones: DocumentZones
  var problemCollector = ProblemCollector()
  /// The component of each event.
  var components: [Int] = []
  /// Whether each event has its name by itself and nothing had to be told of it, so that the same bytes are the same
  /// event in another version of the file.
  var areOrdinary: [Bool] = []
  /// Components that are not shown because a newer revision of the same event is in the file, each with that one.
  private(set) var superseded: [Int: Int] = [:]
  let system: any ZoneProvider

  /// The largest file that is read, in bytes: two million events.
  package static let sizeLimit = Budget.fileSize

  /// Reads a file, in time and memory linear in its size.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - calendar: the calendar that the events are to belong to.
  ///   - file: the file inside that calendar, for a folder of files.
  ///   - zones: knows the IANA time zones.
  ///   - older: an older version of the file. What stands in both is not read again. It makes no difference to the
  ///     document.
  ///   - limit: the most bytes that are read.
  /// - Throws: `DocumentError` where nothing can be shown. Anything less is in `problems`.
  package init(
    bytes: [UInt8], calendar: CalendarID, file: ByteString?, zones: any ZoneProvider,
    keeping older: CalendarDocument? = nil, limit: Int = sizeLimit
  ) throws(DocumentError) {
    do {
      text = try ICalendarText(bytes, limit: limit)
    } catch {
      switch error {
      case .tooLarge(let bytes): throw .tooLarge(bytes: bytes, limit: limit)
      case .tooManyLines(let limit): throw .tooManyLines(limit: limit)
      }
    }
    guard text.components.contains(where: { $0.name == "VCALENDAR" || $0.name == "VEVENT" }) else {
      throw bytes.allSatisfy { $0 <= 0x20 } ? .empty : .noCalendar
    }
    self.calendar = calendar
    self.file = file
    self.zones = DocumentZones(text: text, system: zones)
    system = zones
    readCalendars()
    readEvents(keeping: older)
  }

  /// The file. Byte-identical to what was read while nothing is edited.
  package var bytes: [UInt8] { text.bytes }

  /// What is not shown, or is against RFC 5545, by line. A file with very many problems lists the first of
  /// them and then says how many there are.
  package var problems: [DocumentProblem] {
    var all = problemCollector.listed + text.problems.map { DocumentProblem(line: $0.line, text: $0.text) }
    all.sort { ($0.line, $0.text) < ($1.line, $1.text) }
    let unlisted = problemCollector.unlisted + text.unlistedProblems
    if unlisted > 0, let last = all.last {
      all.append(DocumentProblem(line: last.line, text: "\(unlisted) more problems are not listed."))
    }
    return all
  }

  /// Whether there is anything in `problems`.
  package var hasProblems: Bool { text.hasProblems || !problemCollector.listed.isEmpty }

  /// The line at which an event says that it repeats, counted from 1, else that at which it begins; nil if it is
  /// not in the document.
  package func lineOfRule(of id: EventID) -> Int? {
    guard let index = events.position(of: id) else { return nil }
    let component = components[index]
    let rule = text.ownLines(of: component).joined().first { text.line($0)?.name == "RRULE" }
    return text.lineNumber(rule ?? text.components[component].lines.lowerBound)
  }

  private mutating func readCalendars() {
    var fallbackName: String?
    var fallbackColor: EventColor?
    for (index, component) in text.components.enumerated() where component.name == "VCALENDAR" {
      var names: Set<String> = []
      for lineIndex in text.ownLines(of: index).joined() {
        guard let line = text.line(lineIndex) else { continue }
        let property = line.name
        names.insert(property)
        switch property {
        case "NAME": name = name ?? Text.unescape(line.value)
        case "X-WR-CALNAME": fallbackName = fallbackName ?? Text.unescape(line.value)
        case "COLOR": color = color ?? EventColor(value: line.value)
        case "X-APPLE-CALENDAR-COLOR": fallbackColor = fallbackColor ?? EventColor(value: line.value)
        default: break
        }
      }
      for required in ["PRODID", "VERSION"] where !names.contains(required) {
        problemCollector.report(
          "The VCALENDAR has no \(required).", line: text.lineNumber(component.lines.lowerBound))
      }
    }
    name = name ?? fallbackName
    color = color ?? fallbackColor
  }

  private mutating func readEvents(keeping older: CalendarDocument?) {
    var found: [FoundEvent] = []
    var kept = older.flatMap { KeptEvents(of: $0, in: self) }
    var reader = OrdinaryEventReader(calendar: calendar, file: file, color: color)
    for (index, component) in text.components.enumerated() where component.name == "VEVENT" {
      found.append(
        kept?.event(of: index, in: text).map { FoundEvent($0, component: index) }
          ?? reader.read(index, of: text, zones: &zones, problems: &problemCollector)
          ?? FoundEvent(
            EventReader(index, of: text, zones: &zones, problems: &problemCollector), component: index))
    }
    let repeated = CalendarDocument.repeatedUIDs(found)
    superseded = superseded(found, repeated)
    var seen: [FoundEvent.Name: Int] = [:]
    var shared: [SharedEvent] = []
    shared.reserveCapacity(found.count)
    components.reserveCapacity(found.count)
    for each in found {
      let index = each.component
      guard superseded[index] == nil else {
        problemCollector.report(
          "A newer revision of this event is in the file; this one is kept and not shown.",
          line: text.lineNumber(text.components[index].lines.lowerBound))
        continue
      }
      var duplicate = 0
      if repeated.contains(each.uid) {
        let name = FoundEvent.Name(uid: each.uid, recurrenceID: each.recurrenceID)
        duplicate = seen[name, default: 0]
        seen[name] = duplicate + 1
      }
      reportLocation(of: text.components[index], uid: each.uid, duplicate: duplicate, to: &problemCollector)
      guard let event = each.event else { continue }
      let isOrdinary = each.isNamed && duplicate == 0
      areOrdinary.append(isOrdinary)
      shared.append(isOrdinary ? event : SharedEvent(named(event.event, duplicate: duplicate)))
      components.append(index)
    }
    events = EventList(shared)
  }

  /// Reports what is wrong with an event's place among the others.
  func reportLocation(
    of component: Component, uid: ByteString, duplicate: Int, to problems: inout ProblemCollector
  ) {
    let line = text.lineNumber(component.lines.lowerBound)
    if component.parent.map({ text.components[$0].name }) != "VCALENDAR" {
      problems.report("The event does not stand in a VCALENDAR.", line: line)
    }
    if duplicate > 0, !uid.isEmpty {
      problems.report("Another event of this file has the same UID.", line: line)
    }
  }

  func named(_ event: CalendarEvent, duplicate: Int) -> CalendarEvent {
    var event = event
    event.id = EventID(
      calendar: calendar, file: file, uid: event.id.uid, recurrenceID: event.id.recurrenceID,
      duplicate: duplicate)
    event.calendarColor = color
    return event
  }

  /// Reads everything again from other bytes, as after an edit that changed the nesting of components.
  func rereading(_ bytes: [UInt8]) throws(DocumentError) -> CalendarDocument {
    try CalendarDocument(bytes: bytes, calendar: calendar, file: file, zones: system, keeping: self)
  }
}
