import CalendarModel
import ICalendar

/// Reads from a VEVENT the content that Handspan shows, and reports problems.
struct EventReader {
  /// The event, whose identifier still lacks the calendar, file and duplicate number; nil if its start cannot
  /// be read.
  private(set) var event: CalendarEvent?
  private(set) var lines = EventLines()
  private(set) var uid: ByteString = ""
  private(set) var recurrenceID: String?

  private var summary = ""
  private var location = ""
  private var notes = ""
  private var link = ""
  private var status = CalendarEvent.Status.confirmed
  private var transparency = CalendarEvent.Transparency.busy
  private var color: EventColor?
  private var conference = ""
  private var categories: [String] = []
  private var organizer: EventPerson?
  private var attendees: [EventPerson] = []
  private var alarmNotes: [AlarmNote] = []
  private var mayHaveForeignTimes = false

  /// Reads the component and the zones that it uses. Lines in forms other than those of RFC 5545 are read as
  /// `ICalendarText.standardLines` from then on.
  init(
    _ component: Int, of text: inout ICalendarText, zones: inout DocumentZones,
    problems: inout ProblemCollector
  ) {
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index) else { continue }
      read(line, at: index, number: text.lineNumber(index), problems: &problems)
    }
    let number = text.lineNumber(text.components[component].lines.lowerBound)
    if uid.isEmpty { problems.report("The event has no UID.", line: number) }
    if lines.stamp == nil { problems.report("The event has no DTSTAMP.", line: number) }
    if mayHaveForeignTimes {
      ForeignTimes.adopt(in: &text, of: component, zones: &zones, problems: &problems)
      recurrenceID = lines.recurrenceID.flatMap { text.line($0) }.map(Self.recurrenceID)
    }
    let reader = TimesReader(text: text, lines: lines)
    guard let times = reader.read(zones: &zones, problems: &problems, lineNumber: number) else { return }
    let repetition = SeriesReader(text: text, lines: lines).read(
      start: times.start, zones: &zones, problems: &problems)
    var event = CalendarEvent(
      id: EventID(calendar: CalendarID(""), uid: uid, recurrenceID: recurrenceID), times: times,
      summary: summary, location: location, notes: notes, link: link, status: status,
      transparency: transparency, color: color, categories: categories,
      repetition: repetition)
    event.alarmNotes = alarmNotes
    AlarmReader.read(into: &event, of: component, in: text, problems: &problems)
    event.conference = conference
    (event.organizer, event.attendees) = (organizer, attendees)
    self.event = event
  }

  private mutating func read(
    _ line: ContentLine, at index: Int, number: Int, problems: inout ProblemCollector
  ) {
    let name = line.name
    guard lines.record(name, at: index) else {
      problems.report("\(name) occurs twice; the first one is used.", line: number)
      return
    }
    switch name {
    case "UID": uid = ByteString(Text.unescape(line.value))
    case "RECURRENCE-ID":
      recurrenceID = Self.recurrenceID(line)
      mayHaveForeignTimes = mayHaveForeignTimes || ForeignTimes.mayBeForeign(line)
    case "DTSTART", "DTEND", "RRULE", "RDATE", "EXDATE", ForeignTimes.allDayFlag:
      mayHaveForeignTimes = mayHaveForeignTimes || ForeignTimes.mayBeForeign(line)
    case "SUMMARY" where summary.isEmpty: summary = Text.unescape(line.value)
    case "LOCATION" where location.isEmpty: location = Text.unescape(line.value)
    case "DESCRIPTION" where notes.isEmpty: notes = Text.unescape(line.value)
    // A URI is not of type TEXT, so nothing in it is escaped.
    case "URL" where link.isEmpty: link = String(decoding: TimeValue.trimmed(line.value), as: UTF8.self)
    // There may be several, for instance for telephones.
    case "CONFERENCE", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL":
      if conference.isEmpty { conference = Self.conference(line) ?? "" }
    case "CATEGORIES": categories += Text.list(line.value).filter { !$0.isEmpty }
    case "ORGANIZER" where organizer == nil: organizer = EventPerson(line)
    case "ATTENDEE": if let person = EventPerson(line) { attendees.append(person) }
    case "STATUS": readStatus(line, number, &problems)
    case "TRANSP": readTransparency(line, number, &problems)
    case "COLOR":
      color = EventColor(value: line.value)
      if color == nil { problems.report("COLOR is not a CSS3 color name.", line: number) }
    default: if let note = AlarmReader.note(line) { alarmNotes.append(note) }
    }
  }

  /// Returns the address of a conference; nil if it is not one that can be opened.
  static func conference(_ line: ContentLine) -> String? {
    // A URI is not of type TEXT.
    let text = String(decoding: TimeValue.trimmed(line.value), as: UTF8.self)
    return ConferenceLink(text) == nil ? nil : text
  }

  private static func recurrenceID(_ line: ContentLine) -> String {
    Text.unescape(TimeValue.trimmed(line.value))
  }

  private mutating func readStatus(_ line: ContentLine, _ number: Int, _ problems: inout ProblemCollector) {
    switch Text.unescape(TimeValue.trimmed(line.value)).uppercased() {
    case "TENTATIVE": status = .tentative
    case "CONFIRMED": status = .confirmed
    case "CANCELLED": status = .canceled
    default: problems.report("STATUS is not TENTATIVE, CONFIRMED or CANCELLED.", line: number)
    }
  }

  private mutating func readTransparency(
    _ line: ContentLine, _ number: Int, _ problems: inout ProblemCollector
  ) {
    switch Text.unescape(TimeValue.trimmed(line.value)).uppercased() {
    case "TRANSPARENT": transparency = .free
    case "OPAQUE": transparency = .busy
    default: problems.report("TRANSP is neither OPAQUE nor TRANSPARENT.", line: number)
    }
  }
}
