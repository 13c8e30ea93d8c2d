import CalendarModel
import ICalendar

/// Reads an event from another calendar, to be added to a file with as few changes as possible.
struct EventSourceReader {
  private let sourceText: EventSourceText
  private let text: ICalendarText
  private let component: Int
  private let lines: EventLines
  private let event: CalendarEvent

  /// - Throws: `EditError.vanished` if the bytes contain no event.
  init(_ sourceText: EventSourceText, systemZones: any ZoneProvider) throws(EditError) {
    let zoneLines = sourceText.zones.sorted { $0.key < $1.key }.flatMap(\.value)
    guard var text = try? ICalendarText(zoneLines + sourceText.component),
      let component = text.eventComponents.first
    else { throw .vanished }
    var (zones, ignoredProblems) = (DocumentZones(text: text, systemZones: systemZones), ProblemCollector())
    let reader = EventReader(component, of: &text, zones: &zones, problems: &ignoredProblems)
    guard let event = reader.event else { throw .vanished }
    (self.sourceText, self.text, self.component) = (sourceText, text, component)
    (lines, self.event) = (reader.lines, event)
  }

  /// Returns the component with the UID and times of `event`, and the required VTIMEZONEs that `document`
  /// lacks.
  ///
  /// - Parameter line: the line of the document whose line break is used.
  func bytes(
    for event: CalendarEvent, stamp: Instant, in document: CalendarDocument, like line: Int
  ) throws(EditError) -> (component: [UInt8], zones: [UInt8]) {
    try checkZones(of: event, in: document)
    let lines = text.bytes(ofComponent: component, applying: try edits(for: event, stamp: stamp))
    let year = event.times.start.wall.day.year
    var zones: [UInt8] = []
    for name in text.zoneNames(in: component) where !document.zones.defines(name) {
      if let definition = sourceText.zones[name] {
        zones += document.text.bytes(ofLines: definition, like: line)
      } else if let zone = document.systemZones.zone(named: name) {
        zones += document.text.bytes(ofNewLines: ZoneWriter(zone, fromYearBefore: year).lines, like: line)
      }
    }
    return (document.text.bytes(ofLines: lines, like: line), zones)
  }

  /// Returns the component as written, apart from the UID and the line breaks, and the required VTIMEZONEs
  /// that `document` lacks.
  ///
  /// - Parameters:
  ///   - line: the line of the document whose line break is used.
  ///   - stamp: the new DTSTAMP, used only if the UID changes.
  func bytes(
    in document: CalendarDocument, like line: Int, uid: ByteString, stamp: Instant
  ) throws(EditError) -> (component: [UInt8], zones: [UInt8]) {
    var event = event
    event.id = EventID(
      calendar: event.id.calendar, file: event.id.file, uid: uid, recurrenceID: event.id.recurrenceID)
    return try bytes(for: event, stamp: stamp, in: document, like: line)
  }

  /// Checks that zone names have the same meaning in the document. A name that is not in the system's
  /// database may be defined differently in each file.
  private func checkZones(of event: CalendarEvent, in document: CalendarDocument) throws(EditError) {
    var zones = document.zones
    let (start, _) = event.times.resolved(in: .utc)
    for zone in event.times.zones {
      try zones.check(zone, scope: zones.scopeOfNewComponents, from: start.instant, in: document.text)
    }
  }

  private func edits(for event: CalendarEvent, stamp: Instant) throws(EditError) -> [LineEdit] {
    var edits: [LineEdit] = []
    if event.id.uid != self.event.id.uid {
      let uid = Text.escape(event.id.uid.text)
      let begin = text.components[component].lines.lowerBound
      edits.append(
        lines.uid.map { .setValue(line: $0, value: uid) }
          ?? .insert(after: begin, content: Array("UID:".utf8) + uid))
    }
    if event.times != self.event.times {
      let writer = TimesWriter(text: text, lines: lines, oldTimes: self.event.times)
      if let minimalEdits = try? writer.edits(for: event.times, allowsZeroLength: true) {
        edits += minimalEdits
      } else {
        edits += try writer.editsChangingForm(for: event.times)
      }
    }
    guard !edits.isEmpty else { return [] }
    return edits + StampWriter(text: text, lines: lines, ownAddresses: nil).edits(stamp, isRevision: false)
  }
}
