import CalendarModel
import ICalendar

/// Reads, in one pass over its bytes, a VEVENT that has no problems. Nearly all VEVENTs have none.
///
/// It returns nil for unusual content, which `EventReader` must read. Properties that `EventPropertyName` does not list are
/// skipped, so a property that `EventReader` reads has to be listed there too. For events that both types can read, the
/// results are the same: `OrdinaryEventTests` compares them for all test files.
struct OrdinaryEventReader {
  private let calendar: CalendarID
  private let file: ByteString?
  private let color: EventColor?
  private var timeParameters = TimeParameterCache()
  /// The last CATEGORIES and DURATION read: consecutive events often have the same values.
  private var lastCategories: (bytes: [UInt8], list: [String]) = ([], [])
  private var lastDuration: (bytes: [UInt8], duration: EventDuration?) = ([], nil)

  init(calendar: CalendarID, file: ByteString?, color: EventColor?) {
    (self.calendar, self.file, self.color) = (calendar, file, color)
  }

  /// The properties read from one event.
  private struct Properties {
    var uid: ByteString?
    var summary = ""
    var location = ""
    var notes = ""
    var link = ""
    var status: CalendarEvent.Status?
    var transparency: CalendarEvent.Transparency?
    var color: EventColor?
    var conference = ""
    var categories: [String] = []
    var organizer: EventPerson?
    var attendees: [EventPerson] = []
    var alarmNotes: [AlarmNote] = []
    var start: PropertyLine?
    var end: PropertyLine?
    var duration: PropertyLine?
    var hasStamp = false
    var hasLastModified = false
    var hasSequence = false
    /// Whether X-MICROSOFT-CDO-ALLDAYEVENT may be true.
    var isMarkedAllDay = false
  }

  /// Reads the event in a component. The event's identifier is complete, unlike that of an event from
  /// `EventReader`.
  ///
  /// - Parameter problems: receives the problems of the zones that the event uses, which are read on first
  ///   use.
  /// - Returns: the event, or nil if it must be read by `EventReader`.
  mutating func read(
    _ component: Int, of text: ICalendarText, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> ParsedEvent? {
    timeParameters.enter(zones.scope(ofLine: text.components[component].lines.lowerBound, in: text))
    guard let properties = properties(of: component, in: text), let uid = properties.uid, !uid.isEmpty,
      properties.hasStamp,
      let times = times(of: properties, in: text, zones: &zones, problems: &problems)
    else { return nil }
    var event = CalendarEvent(
      id: EventID(calendar: calendar, file: file, uid: uid), times: times, summary: properties.summary,
      location: properties.location, notes: properties.notes, link: properties.link,
      status: properties.status ?? .confirmed,
      transparency: properties.transparency ?? .busy, color: properties.color,
      categories: properties.categories)
    event.calendarColor = color
    (event.organizer, event.attendees) = (properties.organizer, properties.attendees)
    event.conference = properties.conference
    event.alarmNotes = properties.alarmNotes
    if text.components[component].subtreeEnd > component + 1 {
      var alarmProblems = ProblemCollector()
      AlarmReader.read(into: &event, of: component, in: text, problems: &alarmProblems)
      guard alarmProblems.listedProblems.isEmpty else { return nil }
    }
    return ParsedEvent(SharedEvent(event), component: component)
  }

  private mutating func properties(of component: Int, in text: ICalendarText) -> Properties? {
    let bytes = text.bytes.span
    let event = text.components[component]
    let end = event.lines.upperBound - (event.hasEnd ? 1 : 0)
    var properties = Properties()
    var index = event.lines.lowerBound + 1
    var child = component + 1
    while index < end {
      if child < event.subtreeEnd, index >= text.components[child].lines.lowerBound {
        index = text.components[child].lines.upperBound
        child = text.components[child].subtreeEnd
        continue
      }
      guard let line = text.propertyLine(index, in: bytes) else { return nil }
      switch line.name {
      case .other: break
      case .organizer, .attendee: readPerson(line.name, at: index, in: text, &properties)
      case .conference where properties.conference.isEmpty:
        properties.conference = text.line(index).flatMap(EventReader.conference) ?? ""
      case .conference: break
      case .alarmState:
        if let note = text.line(index).flatMap(AlarmReader.note) { properties.alarmNotes.append(note) }
      default: if !readLine(line, in: text, bytes, &properties) { return nil }
      }
      index += 1
    }
    return properties
  }

  private func readPerson(
    _ name: EventPropertyName, at index: Int, in text: ICalendarText, _ properties: inout Properties
  ) {
    guard let person = text.line(index).flatMap({ EventPerson($0) }) else { return }
    if name == .attendee {
      properties.attendees.append(person)
    } else if properties.organizer == nil {
      properties.organizer = person
    }
  }

  /// Reads a line into `properties`.
  ///
  /// - Returns: false if the line contains something that this type does not support.
  private mutating func readLine(
    _ line: PropertyLine, in text: ICalendarText, _ bytes: Span<UInt8>, _ properties: inout Properties
  ) -> Bool {
    func read() -> String? { Text.read(line.value, in: bytes, isFolded: line.isFolded) }
    switch line.name {
    case .summary where properties.summary.isEmpty:
      guard let string = read() else { return false }
      properties.summary = string
    case .location where properties.location.isEmpty:
      guard let string = read() else { return false }
      properties.location = string
    case .description where properties.notes.isEmpty:
      guard let string = read() else { return false }
      properties.notes = string
    case .summary, .location, .description, .other: break
    case .uid:
      guard properties.uid == nil, let uid = read() else { return false }
      properties.uid = ByteString(uid)
    case .start: return recordOnce(line, as: &properties.start)
    case .end: return recordOnce(line, as: &properties.end)
    case .duration: return recordOnce(line, as: &properties.duration)
    case .stamp: return recordOnce(&properties.hasStamp)
    case .lastModified: return recordOnce(&properties.hasLastModified)
    case .sequence: return recordOnce(&properties.hasSequence)
    case .allDayFlag:
      let isFalse = bytes.equals("false", line.value.lowerBound, line.value.upperBound)
      properties.isMarkedAllDay = properties.isMarkedAllDay || !isFalse
    case .categories: return readCategories(line, in: text, &properties)
    default: return readUnfoldedLine(line, in: text, bytes, &properties)
    }
    return true
  }

  private func readUnfoldedLine(
    _ line: PropertyLine, in text: ICalendarText, _ bytes: Span<UInt8>, _ properties: inout Properties
  ) -> Bool {
    guard !line.isFolded else { return false }
    func isValue(_ value: StaticString) -> Bool {
      bytes.equals(value, line.value.lowerBound, line.value.upperBound)
    }
    switch line.name {
    case .status:
      properties.status =
        isValue("confirmed")
        ? .confirmed : isValue("tentative") ? .tentative : isValue("cancelled") ? .canceled : nil
      return properties.status != nil
    case .transparency:
      properties.transparency = isValue("opaque") ? .busy : isValue("transparent") ? .free : nil
      return properties.transparency != nil
    case .color:
      properties.color = EventColor(value: text.bytes[line.value])
      return properties.color != nil
    case .url where properties.link.isEmpty:
      properties.link = String(decoding: TimeValue.trimmed(text.bytes[line.value]), as: UTF8.self)
      return true
    case .url: return true
    default: return false
    }
  }

  private mutating func readCategories(
    _ line: PropertyLine, in text: ICalendarText, _ properties: inout Properties
  ) -> Bool {
    guard !line.isFolded else { return false }
    let value = text.bytes[line.value]
    if !lastCategories.bytes.elementsEqual(value) {
      lastCategories = (Array(value), Text.list(value).filter { !$0.isEmpty })
    }
    if properties.categories.isEmpty {
      properties.categories = lastCategories.list
    } else {
      properties.categories += lastCategories.list
    }
    return true
  }

  private func recordOnce(_ line: PropertyLine, as property: inout PropertyLine?) -> Bool {
    guard property == nil, !line.isFolded else { return false }
    property = line
    return true
  }

  private func recordOnce(_ flag: inout Bool) -> Bool {
    defer { flag = true }
    return !flag
  }

  // MARK: Times

  private mutating func times(
    of properties: Properties, in text: ICalendarText, zones: inout DocumentZones,
    problems: inout ProblemCollector
  ) -> EventTimes? {
    guard let line = properties.start,
      let start = timeParameters.time(line, in: text, zones: &zones, problems: &problems),
      start.isDate || !properties.isMarkedAllDay
    else { return nil }
    if let line = properties.end {
      guard properties.duration == nil,
        let end = timeParameters.time(line, in: text, zones: &zones, problems: &problems),
        end.isDate == start.isDate, TimesReader.isLater(end, than: start)
      else { return nil }
      return EventTimes(start: start, end: .time(end))
    }
    guard let line = properties.duration else { return EventTimes(start: start, end: .implied) }
    let value = text.bytes[line.value]
    if !lastDuration.bytes.elementsEqual(value) { lastDuration = (Array(value), EventDuration(value)) }
    guard let duration = lastDuration.duration, !duration.isNegative, !start.isDate || duration.seconds == 0
    else { return nil }
    return EventTimes(start: start, end: .duration(duration))
  }
}
