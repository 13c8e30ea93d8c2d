import CalendarModel
import ICalendar

/// One iCalendar file: its bytes, its events, and the methods that edit them.
///
/// It is a value type, so a copy is a snapshot. Content that Handspan does not understand stays in the bytes;
/// `problems` lists the content that is not shown.
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
  /// The file within that calendar, or nil if the calendar is a single file.
  package let file: ByteString?
  /// All events that can be shown, in file order. Of several revisions of an event, only the newest is
  /// included.
  package internal(set) var events = EventList()
  /// The calendar's name: NAME (RFC 7986), otherwise X-WR-CALNAME.
  package private(set) var name: String?
  /// The calendar's color: COLOR (RFC 7986), otherwise X-APPLE-CALENDAR-COLOR.
  package private(set) var color: EventColor?

  /// The content in UTF-8.
  var text: ICalendarText
  private let encoding: FileEncoding
  var zones: DocumentZones
  var problemCollector = ProblemCollector()
  /// The component of each event, as an index into `text.components`, in the order of `events`.
  var components: [Int] = []
  /// Whether each event is ordinary: `OrdinaryEventReader` has read it, so it has no problems, and no
  /// earlier event in the file has the same UID and RECURRENCE-ID. A component with the same bytes as an
  /// ordinary event, in another version of the file, is the same event.
  var ordinaryFlags: [Bool] = []
  /// Maps each superseded component, which is not shown, to the component with the newest revision of the
  /// same event.
  private(set) var supersedingComponents: [Int: Int] = [:]
  let systemZones: any ZoneProvider

  /// The maximum file size in bytes: 1 GiB, or about two million events.
  package static let sizeLimit = ReadingLimits.fileSize

  /// Reads a file, in time and memory linear in its size.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - calendar: the calendar to which the events belong.
  ///   - file: the file within that calendar, if the calendar is a folder of files.
  ///   - zones: the provider of IANA time zones.
  ///   - olderDocument: an older version of the file, whose unchanged parts are not read again. This does not affect
  ///     the result.
  ///   - limit: the maximum size in bytes.
  /// - Throws: `DocumentError` if nothing can be shown. Lesser problems are listed in `problems`.
  package init(
    bytes: [UInt8], calendar: CalendarID, file: ByteString?, zones: any ZoneProvider,
    reusing olderDocument: CalendarDocument? = nil, limit: Int = sizeLimit
  ) throws(DocumentError) {
    guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
    let encoding = FileEncoding(of: bytes)
    guard let text = encoding.text(of: bytes) else { throw .noCalendar }
    try self.init(
      text: text, encoding, calendar: calendar, file: file, zones: zones, reusing: olderDocument, limit: limit
    )
  }

  private init(
    text bytes: [UInt8], _ encoding: FileEncoding, calendar: CalendarID, file: ByteString?,
    zones: any ZoneProvider, reusing olderDocument: CalendarDocument?, limit: Int
  ) throws(DocumentError) {
    self.encoding = encoding
    // Two bytes of UTF-16 are up to three of UTF-8.
    let textLimit = encoding == .ascii ? limit : limit / 2 * 3
    do {
      text = try ICalendarText(bytes, limit: textLimit)
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
    self.zones = DocumentZones(text: text, systemZones: zones)
    systemZones = zones
    if encoding != .ascii {
      problemCollector.report(
        "The file is UTF-16, which few programs read; an edit does not change that.", line: 1)
    }
    readCalendars()
    readEvents(reusing: olderDocument)
  }

  /// The content of the file. Until the document is edited, it is identical to the bytes that were read.
  package var bytes: [UInt8] { encoding.bytes(of: text.bytes) }

  /// The content as RFC 5545 has it: in UTF-8 and not quoted-printable.
  var standardBytes: [UInt8] {
    let bytes = ICalendarText.standardized(text.bytes)
    // A byte order mark of UTF-8 says nothing, and some programs stumble over it.
    return encoding == .ascii ? bytes : Array(bytes.dropFirst(text.bytes(ofLines: 0..<0).startIndex))
  }

  /// How the text had to be converted to be read.
  package var conversion: TextConversion {
    text.hasUnreadableText ? .lossy : encoding != .ascii || text.hasForeignLines ? .complete : .none
  }

  /// Content that is not shown or that violates RFC 5545, ordered by line. If there are very many problems,
  /// only the first ones are listed, followed by the number of the others.
  package var problems: [DocumentProblem] {
    var problems =
      problemCollector.listedProblems + text.problems.map { DocumentProblem(line: $0.line, text: $0.text) }
    problems.sort { ($0.line, $0.text) < ($1.line, $1.text) }
    let unlistedCount = problemCollector.unlistedCount + text.unlistedProblemCount
    if unlistedCount > 0, let last = problems.last {
      problems.append(
        DocumentProblem(line: last.line, text: "\(unlistedCount) more problems are not listed."))
    }
    return problems
  }

  /// Whether `problems` is not empty.
  package var hasProblems: Bool { text.hasProblems || !problemCollector.listedProblems.isEmpty }

  /// Returns the line numbers, counted from 1, of the recurrence rules of some events or, for an event that has no rule,
  /// of its first line.
  package func lineNumbersOfRules(of ids: Set<EventID>) -> [EventID: Int] {
    var numbers: [EventID: Int] = [:]
    for (event, component) in zip(events, components) where ids.contains(event.id) {
      let rule = text.ownLines(of: component).joined().first { text.line($0)?.name == "RRULE" }
      numbers[event.id] = text.lineNumber(rule ?? text.components[component].lines.lowerBound)
    }
    return numbers
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
        case "VERSION" where line.value.elementsEqual("1.0".utf8):
          problemCollector.report(
            "The calendar is vCalendar 1.0; its rules and alarms are not read.",
            line: text.lineNumber(lineIndex), severity: .lost)
        case "COLOR": color = color ?? EventColor(value: line.value)
        case "X-APPLE-CALENDAR-COLOR": fallbackColor = fallbackColor ?? EventColor(value: line.value)
        default: break
        }
      }
      // RFC 5546 defines METHOD for messages; RFC 4791 4.1 forbids it in stored objects.
      if names.contains("METHOD") {
        problemCollector.report(
          "The VCALENDAR has a METHOD, as a message does; it has no effect here.",
          line: text.lineNumber(component.lines.lowerBound))
      }
      for name in ["PRODID", "VERSION"] where !names.contains(name) {
        problemCollector.report(
          "The VCALENDAR has no \(name).", line: text.lineNumber(component.lines.lowerBound))
      }
    }
    name = name ?? fallbackName
    color = color ?? fallbackColor
  }

  private mutating func readEvents(reusing olderDocument: CalendarDocument?) {
    var parsedEvents: [ParsedEvent] = []
    var reusableEvents = olderDocument.flatMap { ReusableEvents(of: $0, in: self) }
    var reader = OrdinaryEventReader(calendar: calendar, file: file, color: color)
    for index in text.eventComponents {
      parsedEvents.append(
        reusableEvents?.event(of: index, in: text).map { ParsedEvent($0, component: index) }
          ?? reader.read(index, of: text, zones: &zones, problems: &problemCollector)
          ?? ParsedEvent(
            EventReader(index, of: &text, zones: &zones, problems: &problemCollector), component: index))
    }
    let repeatedUIDs = CalendarDocument.repeatedUIDs(parsedEvents)
    supersedingComponents = supersedingComponents(parsedEvents, repeatedUIDs)
    var duplicateCounts: [ParsedEvent.Key: Int] = [:]
    var sharedEvents: [SharedEvent] = []
    sharedEvents.reserveCapacity(parsedEvents.count)
    components.reserveCapacity(parsedEvents.count)
    for parsed in parsedEvents {
      let index = parsed.component
      guard supersedingComponents[index] == nil else {
        problemCollector.report(
          "A newer revision of this event is in the file; this one is kept and not shown.",
          line: text.lineNumber(text.components[index].lines.lowerBound))
        continue
      }
      var duplicate = 0
      if repeatedUIDs.contains(parsed.uid) {
        let key = ParsedEvent.Key(uid: parsed.uid, recurrenceID: parsed.recurrenceID)
        duplicate = duplicateCounts[key, default: 0]
        duplicateCounts[key] = duplicate + 1
      }
      reportStructuralProblems(
        of: text.components[index], uid: parsed.uid, duplicate: duplicate, to: &problemCollector)
      guard let event = parsed.event else { continue }
      let isOrdinary = parsed.hasIDAndColor && duplicate == 0
      ordinaryFlags.append(isOrdinary)
      sharedEvents.append(isOrdinary ? event : SharedEvent(withFinalID(event.event, duplicate: duplicate)))
      components.append(index)
    }
    events = EventList(sharedEvents)
    if !repeatedUIDs.isEmpty { checkOriginalStarts(of: parsedEvents) }
  }

  /// Reports each changed occurrence that is identified by a date although its series has times, or the other way round
  /// (RFC 5545 3.8.4.4).
  private mutating func checkOriginalStarts(of parsedEvents: [ParsedEvent]) {
    var allDaySeries: [ByteString: Bool] = [:]
    for case (let uid, let event?) in parsedEvents.lazy.map({ ($0.uid, $0.event?.event) }) {
      if case .master? = event.series { allDaySeries[uid] = event.times.isAllDay }
    }
    for parsed in parsedEvents where parsed.recurrenceID != nil {
      guard let isAllDay = allDaySeries[parsed.uid],
        case .changed(let originalStart, _)? = parsed.event?.event.series, originalStart.isDate != isAllDay
      else { continue }
      problemCollector.report(
        isAllDay
          ? "RECURRENCE-ID is a time, but the series has dates; only its date counts."
          : "RECURRENCE-ID is a date, but the series has times; it stands for what starts on that day.",
        line: text.lineNumber(text.components[parsed.component].lines.lowerBound))
    }
  }

  /// Reports an event that is outside a VCALENDAR or has the UID of another event.
  func reportStructuralProblems(
    of component: Component, uid: ByteString, duplicate: Int, to problems: inout ProblemCollector
  ) {
    let line = text.lineNumber(component.lines.lowerBound)
    if component.parent.map({ text.components[$0].name }) != "VCALENDAR" {
      problems.report("The event is not inside a VCALENDAR.", line: line)
    }
    if duplicate > 0, !uid.isEmpty {
      problems.report("Another event in this file has the same UID.", line: line)
    }
  }

  /// Returns an event with its final identifier and the calendar's color.
  func withFinalID(_ event: CalendarEvent, duplicate: Int) -> CalendarEvent {
    var event = event
    event.id = EventID(
      calendar: calendar, file: file, uid: event.id.uid, recurrenceID: event.id.recurrenceID,
      duplicate: duplicate)
    event.calendarColor = color
    return event
  }

  /// Reads the document again from new text in UTF-8, for example after an edit that changed the nesting of components.
  func rereading(_ bytes: [UInt8]) throws(DocumentError) -> CalendarDocument {
    try CalendarDocument(
      text: bytes, encoding, calendar: calendar, file: file, zones: systemZones, reusing: self,
      limit: Self.sizeLimit)
  }
}
