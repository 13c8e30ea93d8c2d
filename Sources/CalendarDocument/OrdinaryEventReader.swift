import CalendarModel
import ICalendar

/// Reads a VEVENT without problems, as nearly all are, in one pass over its bytes.
///
/// It supports only common content. Any other event has to be read by `EventReader`. For the events that both
/// can read, the result is the same: `OrdinaryEventTests` compares the two over all test files.
struct OrdinaryEventReader {
  private let calendar: CalendarID
  private let file: ByteString?
  private let color: EventColor?
  private var heads = TimeHeads()
  /// The CATEGORIES and DURATION of the last event: the events of a file often have the same.
  private var lastCategories: (bytes: [UInt8], list: [String]) = ([], [])
  private var lastDuration: (bytes: [UInt8], duration: EventDuration?) = ([], nil)

  init(calendar: CalendarID, file: ByteString?, color: EventColor?) {
    (self.calendar, self.file, self.color) = (calendar, file, color)
  }

  /// The properties read from one event.
  private struct Parts {
    var uid: ByteString?
    var summary = ""
    var location = ""
    var notes = ""
    var link = ""
    var status: CalendarEvent.Status?
    var transparency: CalendarEvent.Transparency?
    var color: EventColor?
    var categories: [String] = []
    var organizer: EventPerson?
    var attendees: [EventPerson] = []
    var start: PropertyLine?
    var end: PropertyLine?
    var duration: PropertyLine?
    var hasStamp = false
    var hasLastModified = false
    var hasSequence = false
  }

  /// Reads the event of a component, with its identifier in the document.
  ///
  /// - Parameter problems: receives the problems of the zones that it uses, which are read on first use.
  /// - Returns: nil if `EventReader` has to read it.
  mutating func read(
    _ component: Int, of text: ICalendarText, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> FoundEvent? {
    guard let parts = parts(of: component, in: text), let uid = parts.uid, !uid.isEmpty, parts.hasStamp,
      let times = times(of: parts, in: text, zones: &zones, problems: &problems)
    else { return nil }
    var event = CalendarEvent(
      id: EventID(calendar: calendar, file: file, uid: uid), times: times, summary: parts.summary,
      location: parts.location, notes: parts.notes, link: parts.link, status: parts.status ?? .confirmed,
      transparency: parts.transparency ?? .busy, color: parts.color, categories: parts.categories)
    event.calendarColor = color
    (event.organizer, event.attendees) = (parts.organizer, parts.attendees)
    if text.components[component].subtreeEnd > component + 1 {
      event.alarms = AlarmReader.alarms(of: component, in: text)
    }
    return FoundEvent(SharedEvent(event), component: component)
  }

  private mutating func parts(of component: Int, in text: ICalendarText) -> Parts? {
    let bytes = text.bytes.span
    let whole = text.components[component]
    let last = whole.lines.upperBound - (whole.isClosed ? 1 : 0)
    var parts = Parts()
    var index = whole.lines.lowerBound + 1
    var child = component + 1
    while index < last {
      if child < whole.subtreeEnd, index >= text.components[child].lines.lowerBound {
        index = text.components[child].lines.upperBound
        child = text.components[child].subtreeEnd
        continue
      }
      guard let line = text.propertyLine(index, in: bytes) else { return nil }
      switch line.name {
      case .other: break
      case .organizer, .attendee: takePerson(line.name, at: index, in: text, &parts)
      default: if !take(line, in: text, bytes, &parts) { return nil }
      }
      index += 1
    }
    return parts
  }

  private func takePerson(
    _ name: EventPropertyName, at index: Int, in text: ICalendarText, _ parts: inout Parts
  ) {
    guard let person = text.line(index).flatMap({ EventPerson($0) }) else { return }
    if name == .attendee {
      parts.attendees.append(person)
    } else if parts.organizer == nil {
      parts.organizer = person
    }
  }

  /// - Returns: false if it contains something that this type does not support.
  private mutating func take(
    _ line: PropertyLine, in text: ICalendarText, _ bytes: Span<UInt8>, _ parts: inout Parts
  ) -> Bool {
    func read() -> String? { Text.read(line.value, in: bytes, isFolded: line.isFolded) }
    switch line.name {
    case .summary where parts.summary.isEmpty:
      guard let words = read() else { return false }
      parts.summary = words
    case .location where parts.location.isEmpty:
      guard let words = read() else { return false }
      parts.location = words
    case .description where parts.notes.isEmpty:
      guard let words = read() else { return false }
      parts.notes = words
    case .summary, .location, .description, .other: break
    case .uid:
      guard parts.uid == nil, let uid = read() else { return false }
      parts.uid = ByteString(uid)
    case .start: return note(line, as: &parts.start)
    case .end: return note(line, as: &parts.end)
    case .duration: return note(line, as: &parts.duration)
    case .stamp: return note(&parts.hasStamp)
    case .lastModified: return note(&parts.hasLastModified)
    case .sequence: return note(&parts.hasSequence)
    case .categories: return takeCategories(line, in: text, &parts)
    default: return takeMore(line, in: text, bytes, &parts)
    }
    return true
  }

  private func takeMore(
    _ line: PropertyLine, in text: ICalendarText, _ bytes: Span<UInt8>, _ parts: inout Parts
  ) -> Bool {
    guard !line.isFolded else { return false }
    func isValue(_ value: StaticString) -> Bool {
      bytes.isText(value, line.value.lowerBound, line.value.upperBound)
    }
    switch line.name {
    case .status:
      parts.status =
        isValue("confirmed")
        ? .confirmed : isValue("tentative") ? .tentative : isValue("cancelled") ? .cancelled : nil
      return parts.status != nil
    case .transparency:
      parts.transparency = isValue("opaque") ? .busy : isValue("transparent") ? .free : nil
      return parts.transparency != nil
    case .color:
      parts.color = EventColor(value: text.bytes[line.value])
      return parts.color != nil
    case .url where parts.link.isEmpty:
      parts.link = String(decoding: TimeValue.trimmed(text.bytes[line.value]), as: UTF8.self)
      return true
    case .url: return true
    default: return false
    }
  }

  private mutating func takeCategories(
    _ line: PropertyLine, in text: ICalendarText, _ parts: inout Parts
  ) -> Bool {
    guard !line.isFolded else { return false }
    let value = text.bytes[line.value]
    if !lastCategories.bytes.elementsEqual(value) {
      lastCategories = (Array(value), Text.list(value).filter { !$0.isEmpty })
    }
    if parts.categories.isEmpty {
      parts.categories = lastCategories.list
    } else {
      parts.categories += lastCategories.list
    }
    return true
  }

  private func note(_ line: PropertyLine, as position: inout PropertyLine?) -> Bool {
    guard position == nil, !line.isFolded else { return false }
    position = line
    return true
  }

  private func note(_ isThere: inout Bool) -> Bool {
    defer { isThere = true }
    return !isThere
  }

  // MARK: Times

  private mutating func times(
    of parts: Parts, in text: ICalendarText, zones: inout DocumentZones, problems: inout ProblemCollector
  ) -> EventTimes? {
    guard let line = parts.start,
      let start = heads.time(line, in: text, zones: &zones, problems: &problems)
    else { return nil }
    if let line = parts.end {
      guard parts.duration == nil,
        let end = heads.time(line, in: text, zones: &zones, problems: &problems),
        end.isDate == start.isDate, TimesReader.isLater(end, than: start)
      else { return nil }
      return EventTimes(start: start, end: .time(end))
    }
    guard let line = parts.duration else { return EventTimes(start: start, end: .implied) }
    let value = text.bytes[line.value]
    if !lastDuration.bytes.elementsEqual(value) { lastDuration = (Array(value), EventDuration(value)) }
    guard let duration = lastDuration.duration, !duration.isNegative, !start.isDate || duration.seconds == 0
    else { return nil }
    return EventTimes(start: start, end: .duration(duration))
  }
}
