/// Names a calendar. What the key says is known to the backend that the calendar comes from alone: to nobody else it is
/// a name to compare, to keep between two runs of the program, and to hand back.
public struct CalendarID: Hashable, Sendable {
  /// The name.
  public let key: String

  /// The calendar of that name.
  public init(_ key: String) {
    self.key = key
  }

  /// Whether it is the same name, byte for byte.
  public static func == (a: CalendarID, b: CalendarID) -> Bool { a.key.utf8.elementsEqual(b.key.utf8) }

  /// Mixes in the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Names an event across reloads of its file.
public struct EventID: Hashable, Sendable {
  /// The calendar that it belongs to.
  public let calendar: CalendarID
  /// The object inside that calendar: the file of a folder; nil for a calendar that is one file.
  public let file: ByteString?
  /// The UID, empty for an event without one.
  public let uid: ByteString
  /// The RECURRENCE-ID's value as written, for an override.
  public let recurrenceID: String?
  /// 0 for the first component of that UID and RECURRENCE-ID in the file, 1 for the next: broken files repeat them.
  public let duplicate: Int

  /// The event of that name.
  public init(
    calendar: CalendarID, file: ByteString? = nil, uid: ByteString, recurrenceID: String? = nil,
    duplicate: Int = 0
  ) {
    self.calendar = calendar
    self.file = file
    self.uid = uid
    self.recurrenceID = recurrenceID
    self.duplicate = duplicate
  }

  /// The event of that name, whose UID is that text.
  public init(
    calendar: CalendarID, file: ByteString? = nil, uid: String, recurrenceID: String? = nil,
    duplicate: Int = 0
  ) {
    self.init(
      calendar: calendar, file: file, uid: ByteString(uid), recurrenceID: recurrenceID, duplicate: duplicate)
  }
}

/// A colour in sRGB, each part from 0 to 1.
public struct EventColor: Hashable, Sendable {
  /// Red, 0 to 1.
  public var red: Double
  /// Green, 0 to 1.
  public var green: Double
  /// Blue, 0 to 1.
  public var blue: Double

  /// The colour of those parts.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// A VEVENT as the rest of the house sees it. What the file says beyond this stays in the file.
public struct CalendarEvent: Hashable, Sendable, Identifiable {
  /// STATUS of RFC 5545 3.8.1.11.
  public enum Status: Hashable, Sendable { case tentative, confirmed, cancelled }
  /// TRANSP of RFC 5545 3.8.2.7: whether the event makes its time busy.
  public enum Transparency: Hashable, Sendable { case busy, free }

  /// Its name across reloads.
  public var id: EventID
  /// When it takes place.
  public var times: EventTimes
  /// SUMMARY, unescaped; empty if there is none.
  public var summary: String
  /// LOCATION, unescaped.
  public var location: String
  /// DESCRIPTION, unescaped.
  public var notes: String
  /// STATUS; confirmed if the file does not say.
  public var status: Status
  /// TRANSP; busy if the file does not say.
  public var transparency: Transparency
  /// URL of RFC 5545 3.8.4.6, as written; empty if there is none.
  public var link: String
  /// COLOR (RFC 7986): the event's own.
  public var ownColor: EventColor?
  /// The colour of its calendar, for an event without one of its own.
  public var calendarColor: EventColor?
  /// CATEGORIES in order.
  public var categories: [String]
  /// Whether it repeats, and how.
  public var repetition: Repetition
  /// How another calendar wrote it; nil unless it comes from there and is yet to be added.
  public var written: WrittenEvent?

  /// When its file asks for reminders.
  public var alarms: [EventAlarm] = []

  /// Whether it has an RRULE, RDATE or EXDATE or is an override of a series: such events refuse edits so far.
  public var isRepeating: Bool {
    switch repetition {
    case .once: false
    case .series, .unreadable: true
    }
  }
  /// What it is within a series; nil for an event that takes place once, and where the file cannot be understood.
  public var series: SeriesPart? {
    switch repetition {
    case .series(let part): part
    case .once, .unreadable: nil
    }
  }
  /// The colour to show it in: its own, else the calendar's; nil if neither is set.
  public var color: EventColor? { ownColor ?? calendarColor }

  /// An event of those properties; `color` is its own.
  public init(
    id: EventID, times: EventTimes, summary: String = "", location: String = "", notes: String = "",
    link: String = "", status: Status = .confirmed, transparency: Transparency = .busy,
    color: EventColor? = nil, categories: [String] = [], repetition: Repetition = .once
  ) {
    self.id = id
    self.times = times
    self.summary = summary
    self.location = location
    self.notes = notes
    self.link = link
    self.status = status
    self.transparency = transparency
    ownColor = color
    self.categories = categories
    self.repetition = repetition
  }
}

extension CalendarEvent {
  /// The order of events at the same time: by title.
  public static func inReadingOrder(_ a: CalendarEvent, _ b: CalendarEvent) -> Bool {
    if a.summary != b.summary { return a.summary < b.summary }
    return (a.id.uid, a.id.duplicate) < (b.id.uid, b.id.duplicate)
  }
}

/// One taking place of an event, as clocks of the display zone show it. It is what a timeline shows.
public struct Occurrence: Hashable, Sendable, Identifiable {
  /// Names an occurrence: the event and, in a series, the original start.
  public struct ID: Hashable, Sendable {
    /// The event.
    public let event: EventID
    /// The original start of this occurrence of a series; nil for an event that does not repeat.
    public let recurrenceID: EventTime?

    /// The occurrence of that event with that original start.
    public init(event: EventID, recurrenceID: EventTime? = nil) {
      self.event = event
      self.recurrenceID = recurrenceID
    }
  }

  // Occurrences are handed about by the hundred, at each frame of a page that turns; an event has a dozen texts and
  // lists to count the references of.
  @usableFromInline var shared: SharedEvent
  /// The event.
  @inlinable public var event: CalendarEvent {
    get { shared.event }
    set { shared = SharedEvent(newValue) }
  }
  /// When this occurrence takes place; the event's own times if it does not repeat.
  public var times: EventTimes
  /// Its original start in a series.
  public var recurrenceID: EventTime?
  /// First moment in the display zone.
  public var start: ZonedTime
  /// First moment after it in the display zone; not before `start`.
  public var end: ZonedTime

  /// That event at those times, as `zone` shows it.
  public init(event: CalendarEvent, times: EventTimes, recurrenceID: EventTime? = nil, zone: Zone) {
    self.init(SharedEvent(event), times: times, recurrenceID: recurrenceID, zone: zone)
  }

  /// That event, which it has in common with others, at those times, as `zone` shows it.
  public init(_ event: SharedEvent, times: EventTimes, recurrenceID: EventTime?, zone: Zone) {
    shared = event
    self.times = times
    self.recurrenceID = recurrenceID
    (start, end) = times.resolved(in: zone)
  }

  /// That event at those times, which are known to be from `start` to `end` in the display zone.
  public init(
    _ event: SharedEvent, times: EventTimes, recurrenceID: EventTime?, start: ZonedTime, end: ZonedTime
  ) {
    shared = event
    self.times = times
    self.recurrenceID = recurrenceID
    self.start = start
    self.end = end
  }

  /// An event that does not repeat, as `zone` shows it.
  public init(event: CalendarEvent, zone: Zone) {
    self.init(event: event, times: event.times, zone: zone)
  }

  /// Its name.
  public var id: ID { ID(event: shared.event.id, recurrenceID: recurrenceID) }
  /// Whether it is one of whole days.
  public var isAllDay: Bool { times.isAllDay }
  /// True elapsed seconds.
  public var duration: Int { end.instant.seconds(since: start.instant) }
  /// What it covers on the wall: at least nothing, where the clocks were set back during it.
  public var span: TimeSpan { TimeSpan(start: start.wall, end: max(start.wall, end.wall)) }

  /// The order in which a list or the keyboard goes through occurrences: start, end, title.
  public static func inReadingOrder(_ a: Occurrence, _ b: Occurrence) -> Bool {
    if a.start.instant != b.start.instant { return a.start.instant < b.start.instant }
    if a.end.instant != b.end.instant { return a.end.instant < b.end.instant }
    return CalendarEvent.inReadingOrder(a.event, b.event)
  }
}

/// An event that many occurrences have in common, so that none of them copies its texts.
public final class SharedEvent: Hashable, Sendable {
  /// The event.
  public let event: CalendarEvent

  /// That event.
  public init(_ event: CalendarEvent) { self.event = event }

  /// Whether the two are the same event in every respect.
  public static func == (a: SharedEvent, b: SharedEvent) -> Bool { a === b || a.event == b.event }

  /// Mixes in what the event is.
  public func hash(into hasher: inout Hasher) { hasher.combine(event) }
}
