import CalendarModel
import ICalendar

/// The events of one series in a file, and the occurrence that an edit is about.
struct SeriesContent {
  /// A component of the series as it was read.
  struct Part {
    /// Its index in the document's events.
    let index: Int
    let component: Int
    let event: CalendarEvent
    let lines: EventLines
  }

  /// An override and the original start that it replaces, as wall time of DTSTART.
  struct Override {
    let part: Part
    let original: EventTime
    let wall: WallTime
    /// RANGE=THISANDFUTURE.
    let isThisAndFuture: Bool
  }

  let master: Part
  let recurrence: Recurrence
  /// The overrides by their original start.
  let overrides: [Override]
  let series: Series
  /// The original start of the edit's occurrence, as wall time of DTSTART.
  let wall: WallTime
  /// The occurrence's own override, if it has one.
  let own: Override?
  /// When the occurrence takes place.
  let times: EventTimes
  /// The event that the occurrence has its text from: its override, the override that it follows, or the
  /// master.
  let example: Part

  var start: EventTime { recurrence.start }
  /// The original start in the form of DTSTART.
  var original: EventTime { start.with(wall: wall) }
  /// The occurrence as an event: the example at the occurrence's times.
  var event: CalendarEvent {
    var event = example.event
    event.times = times
    return event
  }
  /// The zone in which DTSTART is read. Which one dates and floating times have does not matter for edits.
  var clock: Zone {
    if case .zoned(_, let zone) = start { zone } else { .utc }
  }
  /// The rule, if the series has exactly one.
  var rule: RecurrenceRule? { recurrence.rules.count == 1 ? recurrence.rules.first : nil }

  /// - Throws: the reason why the occurrence cannot be edited with any scope, or is not there.
  init(of edit: EventEdit, in document: inout CalendarDocument) throws(SeriesRefusal.Reason) {
    guard let target = document.events.position(of: edit.target).map({ document.events[$0] }) else {
      throw .edit(.vanished)
    }
    guard target.repetition != .once else { throw .notRepeating }
    let parts = document.parts(of: target.id.uid)
    var found: [Part] = []
    var changed: [(Part, EventTime, Bool)] = []
    for part in parts {
      switch part.event.repetition {
      case .unreadable: throw .unreadable
      case .once: throw .ambiguous
      case .series(.whole): found.append(part)
      case .series(.changed(let original, let isThisAndFuture)):
        changed.append((part, original, isThisAndFuture))
      }
    }
    guard let master = found.first, case .series(.whole(let recurrence)) = master.event.repetition else {
      throw .noMaster
    }
    guard found.count == 1 else { throw .ambiguous }
    overrides = changed.map { part, original, isThisAndFuture in
      Override(
        part: part, original: original, wall: original.wall(inFormOf: recurrence.start),
        isThisAndFuture: isThisAndFuture)
    }.sorted { $0.wall < $1.wall }
    guard Set(overrides.map(\.wall)).count == overrides.count else { throw .ambiguous }
    guard let series = Series(master: master.event, changes: overrides.map(\.part.event), display: .utc)
    else {
      throw .unreadable
    }
    (self.master, self.recurrence, self.series) = (master, recurrence, series)
    var wall = recurrence.start.wall
    if let occurrence = edit.occurrence {
      wall = occurrence.wall(inFormOf: recurrence.start)
    } else if case .changed(let original, _) = target.series {
      wall = original.wall(inFormOf: recurrence.start)
    }
    self.wall = wall
    own = overrides.first { $0.wall == wall }
    if let own {
      (times, example) = (own.part.event.times, own.part)
    } else {
      guard recurrence.contains(wall), let instance = series.instance(originally: wall),
        let example = parts.first(where: { $0.event.id == instance.example.id })
      else { throw .edit(.vanished) }
      (times, self.example) = (instance.times, example)
    }
  }
}

extension CalendarDocument {
  /// The components of a UID, of several revisions the newest.
  mutating func parts(of uid: ByteString) -> [SeriesContent.Part] {
    var parts: [SeriesContent.Part] = []
    for index in events.indices where events[index].id.uid == uid {
      var ignored = ProblemCollector()
      let lines = EventReader(components[index], of: text, zones: &zones, problems: &ignored).lines
      parts.append(
        SeriesContent.Part(index: index, component: components[index], event: events[index], lines: lines))
    }
    return parts
  }
}
