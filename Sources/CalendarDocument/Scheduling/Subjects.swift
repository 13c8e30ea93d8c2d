import CalendarModel
import ICalendar

/// What the components of a message are about, in the stored object.
struct Subjects {
  private var stored: OriginalStarts
  private let message: OriginalStarts
  private let series: StoredSeries?
  /// The starts of the series that the message names, as written.
  private let instances: Set<[UInt8]>

  init(stored: OriginalStarts, message: OriginalStarts, series: StoredSeries?) {
    (self.stored, self.message, self.series) = (stored, message, series)
    instances = series.map { $0.isRepeating ? $0.instances(at: message.times) : [] } ?? []
  }

  /// The position of the stored component that a component of the message is about; nil if there is none.
  func position(of component: Int) -> Int? { stored.index(of: message[component]) }

  /// The occurrence that a component of the message is about, if it does not differ from its series yet, and the position
  /// of the series; nil if the series has no such occurrence.
  func newOccurrence(of component: Int) -> (occurrence: CalendarObject.Component, series: Int)? {
    guard let series, let original = message.times[component],
      instances.contains(series.originalStart(original).value)
    else { return nil }
    return (series.instance(at: original), series.position)
  }

  /// Records that the new occurrence was added at the end of the stored object.
  mutating func addOccurrence(of component: Int) { stored.add(message[component]) }
}

/// The series that a message is about, from which occurrences are made that do not differ from it yet.
struct StoredSeries {
  /// The position of the series in its object.
  let position: Int
  let lines: ComponentLines
  private let times: EventTimes
  private let recurrence: Recurrence?

  /// Returns nil if the object is neither an event nor a series that can be read.
  init?(_ document: CalendarDocument?, _ object: CalendarObject) {
    guard let position = object.components.firstIndex(where: \.recurrenceID.isEmpty),
      let event = document?.events.first(where: { $0.id.recurrenceID == nil }),
      let lines = ComponentLines(object.components[position].bytes)
    else { return nil }
    (self.position, self.lines, times) = (position, lines, event.times)
    if case .master(let recurrence)? = event.series { self.recurrence = recurrence } else { recurrence = nil }
  }

  var isRepeating: Bool { recurrence != nil }

  /// Returns a time in the form of DTSTART, or in UTC if no time of that form names it.
  func originalStart(_ time: EventTime) -> EventTime {
    times.start.with(wall: time.wall(inFormOf: times.start))
  }

  /// Returns the parameters of a start of the series, as those of DTSTART are written.
  func form(of start: EventTime) -> [UInt8] {
    start.hasSameForm(as: times.start) ? lines.form(of: "DTSTART") : SeriesContent.formParameters(of: start)
  }

  /// Returns which of the given times are starts of the series, as written. The series is expanded only once.
  func instances(at candidates: [EventTime?]) -> Set<[UInt8]> {
    guard let recurrence else { return [times.start.value] }
    let walls = Set(candidates.compactMap { $0?.wall(inFormOf: times.start) })
    guard let first = walls.min(), let last = walls.max() else { return [] }
    let starts = recurrence.instances(in: first..<last.adding(seconds: 1)).starts.map(\.start)
    return Set(starts.filter { walls.contains($0.wall(inFormOf: times.start)) }.map(\.value))
  }

  /// Returns a changed occurrence that does not differ from the series yet.
  func instance(at original: EventTime) -> CalendarObject.Component {
    let start = originalStart(original)
    let (value, form) = (start.value, form(of: start))
    var lines = lines
    for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { lines.remove(name) }
    if start.hasSameForm(as: times.start) {
      lines.setValue(of: "DTSTART", value)
      if case .time(let end) = times.end {
        let distance = start.wall.seconds(since: times.start.wall)
        lines.setValue(of: "DTEND", end.with(wall: end.wall.adding(seconds: distance)).value)
      }
    } else {
      lines.set("DTSTART", value)
      let (from, to) = times.resolved(in: .utc)
      let end = start.with(wall: start.wall.adding(seconds: to.instant.seconds(since: from.instant)))
      if case .time = times.end { lines.set("DTEND", end.value) }
    }
    lines.insert("RECURRENCE-ID", value, form: form, after: "UID")
    return CalendarObject.Component(
      bytes: lines.bytes, recurrenceID: value, kind: .event, sequence: 0, modified: [], stamp: [])
  }
}

/// The occurrences that the components of an object are about.
struct OriginalStarts {
  /// RECURRENCE-ID of each component; nil for the series itself, and for one that cannot be read.
  private(set) var times: [EventTime?] = []
  private var keys: [Key] = []
  private var indices: [Key: Int] = [:]

  enum Key: Hashable {
    case series
    case date(Day)
    case floating(WallTime)
    case moment(Instant)
    case text([UInt8])
    /// An occurrence and all following ones, which no message is about.
    case following([UInt8])
  }

  init(of object: CalendarObject, zones systemZones: any ZoneProvider) {
    guard let text = try? ICalendarText(object.fileBytes()) else { return }
    var (zones, problems) = (DocumentZones(text: text, systemZones: systemZones), ProblemCollector())
    let components = text.components.indices.filter {
      text.components[$0].parent == 0 && text.components[$0].name != "VTIMEZONE"
    }
    for (index, component) in zip(components, object.components) {
      let line = text.ownLines(of: index).joined().first { text.line($0)?.name == "RECURRENCE-ID" }
      var property = line.flatMap { TimeProperty(line: $0, of: text) }
      let time = property?.time(in: text, zones: &zones, problems: &problems)
      times.append(time)
      let hasRange = property?.parameters.contains { $0.name == "RANGE" } ?? false
      add(
        line == nil
          ? .series : hasRange ? .following(component.recurrenceID) : Self.key(time, component.recurrenceID))
    }
  }

  private static func key(_ time: EventTime?, _ value: [UInt8]) -> Key {
    switch time {
    case nil: .text(value)
    case .date(let day): .date(day)
    case .floating(let wall): .floating(wall)
    case .some(let time): .moment(time.time(in: .utc).instant)
    }
  }

  subscript(index: Int) -> Key { keys.indices.contains(index) ? keys[index] : .series }

  /// The component that is about an occurrence.
  func index(of key: Key) -> Int? { indices[key] }

  /// Adds a component that was added at the end of the object.
  mutating func add(_ key: Key) {
    if indices[key] == nil { indices[key] = keys.count }
    keys.append(key)
  }
}
