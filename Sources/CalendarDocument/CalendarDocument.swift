import CalendarModel
import ICalendar

/// One iCalendar file: its bytes, its events, and edits to them.
///
/// A value: a copy is a snapshot. Whatever it does not understand stays in the bytes; see `problems` for what
/// is therefore not shown.
public struct CalendarDocument: Sendable {
  /// The calendar that the events belong to.
  public let calendar: CalendarID
  /// The file inside that calendar, or nil if the calendar is one file.
  public let file: ByteString?
  /// Every VEVENT that can be shown, in the order of the file; of several revisions of one event the newest.
  public internal(set) var events: [CalendarEvent] = []
  /// The calendar's name: NAME (RFC 7986), else X-WR-CALNAME.
  public private(set) var name: String?
  /// The calendar's colour: COLOR (RFC 7986), else X-APPLE-CALENDAR-COLOR.
  public private(set) var color: EventColor?

  var text: ICalendarText
  var zones: DocumentZones
  var notes = ProblemCollector()
  /// The component of each event.
  var components: [Int] = []
  /// Components that are not shown because a newer revision of the same event is in the file, each with that one.
  private(set) var superseded: [Int: Int] = [:]
  let system: any ZoneProvider

  /// The largest file that is read, in bytes: a calendar of 100,000 events has about 45 MB.
  public static let sizeLimit = Budget.fileSize

  /// Reads a file, in time and memory linear in its size.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - calendar: the calendar that the events are to belong to.
  ///   - file: the file inside that calendar, for a folder of files.
  ///   - zones: knows the IANA time zones.
  /// - Throws: `DocumentError` where nothing can be shown. Anything less is in `problems`.
  public init(
    bytes: [UInt8], calendar: CalendarID, file: ByteString?, zones: any ZoneProvider
  ) throws(DocumentError) {
    do {
      text = try ICalendarText(bytes)
    } catch {
      switch error {
      case .tooLarge(let bytes): throw .tooLarge(bytes: bytes, limit: Budget.fileSize)
      case .tooManyLines: throw .tooManyLines(limit: Budget.lines)
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
    readEvents()
  }

  /// The file. Byte-identical to what was read while nothing is edited.
  public var bytes: [UInt8] { text.bytes }

  /// What is not shown, or is against RFC 5545, by line. A file with very many problems lists the first of
  /// them and then says how many there are.
  public var problems: [DocumentProblem] {
    var all = notes.listed + text.problems.map { DocumentProblem(line: $0.line, text: $0.text) }
    all.sort { ($0.line, $0.text) < ($1.line, $1.text) }
    let unlisted = notes.unlisted + text.unlistedProblems
    if unlisted > 0, let last = all.last {
      all.append(DocumentProblem(line: last.line, text: "\(unlisted) more problems are not listed."))
    }
    return all
  }

  /// The line at which an event says that it repeats, counted from 1, else that at which it begins; nil if it is
  /// not in the document.
  public func lineOfRule(of id: EventID) -> Int? {
    guard let index = events.firstIndex(where: { $0.id == id }) else { return nil }
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
        notes.report(
          "The VCALENDAR has no \(required).", line: text.lineNumber(component.lines.lowerBound))
      }
    }
    name = name ?? fallbackName
    color = color ?? fallbackColor
  }

  private mutating func readEvents() {
    var found: [FoundEvent] = []
    for (index, component) in text.components.enumerated() where component.name == "VEVENT" {
      let reader = EventReader(index, of: text, zones: &zones, problems: &notes)
      found.append(
        FoundEvent(
          name: .init(uid: reader.uid, recurrenceID: reader.recurrenceID), event: reader.event,
          component: index))
    }
    superseded = superseded(found)
    var seen: [FoundEvent.Name: Int] = [:]
    for each in found {
      let (name, index) = (each.name, each.component)
      guard superseded[index] == nil else {
        notes.report(
          "A newer revision of this event is in the file; this one is kept and not shown.",
          line: text.lineNumber(text.components[index].lines.lowerBound))
        continue
      }
      let duplicate = seen[name, default: 0]
      seen[name] = duplicate + 1
      reportPlace(of: text.components[index], uid: name.uid, duplicate: duplicate, to: &notes)
      guard let event = each.event else { continue }
      events.append(named(event, duplicate: duplicate))
      components.append(index)
    }
  }

  /// Reports what is wrong with an event's place among the others.
  func reportPlace(
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

  /// The event as one of this document.
  func named(_ event: CalendarEvent, duplicate: Int) -> CalendarEvent {
    var event = event
    event.id = EventID(
      calendar: calendar, file: file, uid: event.id.uid, recurrenceID: event.id.recurrenceID,
      duplicate: duplicate)
    event.calendarColor = color
    return event
  }

  /// Reads everything anew from other bytes, as after an edit that changed the nesting of components.
  func rereading(_ bytes: [UInt8]) throws(DocumentError) -> CalendarDocument {
    try CalendarDocument(bytes: bytes, calendar: calendar, file: file, zones: system)
  }
}
