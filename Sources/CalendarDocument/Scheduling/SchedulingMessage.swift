import CalendarModel
import ICalendar

/// A message from another calendar user about an event (RFC 5546). Its METHOD decides what it may change.
struct SchedulingMessage {
  /// The components of the message.
  let object: CalendarObject
  /// The user's addresses, in lower case and without a scheme.
  let userAddresses: Set<String>
  let zones: any ZoneProvider

  enum Effect {
    case update(CalendarObject)
    /// The calendar already has what the message asks for.
    case same
    case nothing(IgnoredMessage.Reason)
  }

  /// Returns what the message does to the event with its UID.
  func effect(on stored: CalendarObject) -> Effect {
    let effect = decision(on: stored)
    guard case .update(let result) = effect else { return effect }
    // Read again, with the numbers that a later message is compared with.
    let reread = document(of: result)?.objects().first { $0.uid == stored.uid }
    return reread.map { .update($0) } ?? .nothing(.unchangeable)
  }

  private func decision(on stored: CalendarObject) -> Effect {
    switch object.method {
    case .publish, .unknown, .refresh, .counter, .declineCounter: return .nothing(.noEffect)
    case .reply: return reply(to: stored)
    case .request, .add, .cancel: break
    }
    guard organizer(of: stored) == organizer(of: object) else { return .nothing(.otherOrganizer) }
    switch object.method {
    case .add: return addition(to: stored)
    case .cancel: return cancellation(of: stored)
    default: return request(on: stored)
    }
  }

  private func organizer(of object: CalendarObject) -> String? {
    object.components.lazy.compactMap { ComponentLines($0.bytes)?.address(of: "ORGANIZER") }.first
  }

  // MARK: Requests

  private func request(on stored: CalendarObject) -> Effect {
    let originals = OriginalStarts(of: stored, zones: zones)
    let ownOriginals = OriginalStarts(of: object, zones: zones)
    var revision = object
    var isNewer = false
    for (index, component) in object.components.enumerated() {
      let counterpart = originals.index(of: ownOriginals[index]).map { stored.components[$0] }
      isNewer = isNewer || counterpart.map { !component.isOlderRevision(than: $0) } ?? true
      guard let source = counterpart ?? stored.components.first(where: \.recurrenceID.isEmpty) else {
        continue
      }
      revision.components[index].bytes = merged(component, with: source)
      // The stored spelling of the same moment, so that the component replaces its counterpart.
      if let counterpart { revision.components[index].recurrenceID = counterpart.recurrenceID }
    }
    guard isNewer else { return .nothing(.older) }
    if let master = object.components.first(where: \.recurrenceID.isEmpty),
      let storedMaster = stored.components.first(where: \.recurrenceID.isEmpty),
      master.isOlderRevision(than: storedMaster)
    {
      return .nothing(.older)
    }
    let result = stored.updated(by: revision)
    return stored.hasSameContents(as: result) ? .same : .update(result)
  }

  /// Returns a new revision of a component with what only the user's own one has: its alarms, the user's answer and
  /// private properties.
  private func merged(_ component: CalendarObject.Component, with own: CalendarObject.Component) -> [UInt8] {
    guard var lines = ComponentLines(component.bytes), let ownLines = ComponentLines(own.bytes) else {
      return component.bytes
    }
    lines.setAnswers(of: userAddresses, from: ownLines)
    lines.addPrivateLines(of: ownLines)
    return lines.bytes(replacingAlarmsBy: ownLines.alarms)
  }

  // MARK: Additions

  private func addition(to stored: CalendarObject) -> Effect {
    guard let series = StoredSeries(document(of: stored), stored) else { return .nothing(.unknownOccurrence) }
    let position = series.position
    let additions = object.components.filter { $0.recurrenceID.isEmpty }
    let starts = self.starts(of: additions)
    let existing = series.instances(at: starts)
    var (result, master, isNewer) = (stored, series.lines, false)
    var addedValues: Set<[UInt8]> = []
    for (component, start) in zip(additions, starts) {
      guard !component.isOlderRevision(than: stored.components[position]) else { continue }
      isNewer = true
      guard let start, var added = ComponentLines(component.bytes) else { continue }
      let value = series.value(of: start)
      guard !existing.contains(value), addedValues.insert(value).inserted else { continue }
      master.insert("RDATE", value, formOf: "DTSTART", after: "DTSTART")
      added.insert("RECURRENCE-ID", value, form: master.form(of: "DTSTART"), after: "UID")
      result.components.append(
        CalendarObject.Component(
          bytes: added.bytes(replacingAlarmsBy: master.alarms), recurrenceID: value, kind: component.kind,
          sequence: component.sequence, modified: component.modified, stamp: component.stamp))
    }
    guard isNewer else { return .nothing(.older) }
    guard result.components.count > stored.components.count else { return .same }
    master.setRevision(of: object.components[0])
    result.components[position].bytes = master.bytes
    result.zones.merge(object.zones) { existing, _ in existing }
    return .update(result)
  }

  // MARK: Cancellations

  private func cancellation(of stored: CalendarObject) -> Effect {
    var originals = OriginalStarts(of: stored, zones: zones)
    let ownOriginals = OriginalStarts(of: object, zones: zones)
    let series = StoredSeries(document(of: stored), stored)
    let instances = series.map { $0.isRepeating ? $0.instances(at: ownOriginals.times) : [] } ?? []
    var result = stored
    var reason: IgnoredMessage.Reason?
    // Only the newest of several cancellations of everything counts.
    if let whole = object.components.filter({ $0.recurrenceID.isEmpty }).max(by: {
      $0.isOlderRevision(than: $1)
    }) {
      for target in result.components.indices { reason = cancel(target, of: &result, by: whole) ?? reason }
    }
    for (index, component) in object.components.enumerated() where !component.recurrenceID.isEmpty {
      if let target = originals.index(of: ownOriginals[index]) {
        reason = cancel(target, of: &result, by: component) ?? reason
      } else if let series, let original = ownOriginals.times[index],
        instances.contains(series.value(of: original))
      {
        guard !component.isOlderRevision(than: stored.components[series.position]) else {
          reason = .older
          continue
        }
        originals.add(ownOriginals[index])
        result.components.append(series.instance(at: original))
        reason = cancel(result.components.count - 1, of: &result, by: component) ?? reason
      } else {
        reason = .unknownOccurrence
      }
    }
    guard !stored.hasSameContents(as: result) else { return reason.map { .nothing($0) } ?? .same }
    return .update(result)
  }

  private func cancel(
    _ target: Int, of object: inout CalendarObject, by message: CalendarObject.Component
  ) -> IgnoredMessage.Reason? {
    guard !message.isOlderRevision(than: object.components[target]) else { return .older }
    guard var lines = ComponentLines(object.components[target].bytes) else { return .unchangeable }
    lines.set("STATUS", Array("CANCELLED".utf8))
    lines.setRevision(of: message)
    object.components[target].bytes = lines.bytes
    return nil
  }

  // MARK: Replies

  private func reply(to stored: CalendarObject) -> Effect {
    guard let organizer = organizer(of: stored), userAddresses.contains(organizer) else {
      return .nothing(.notOrganizer)
    }
    var originals = OriginalStarts(of: stored, zones: zones)
    let ownOriginals = OriginalStarts(of: object, zones: zones)
    let series = StoredSeries(document(of: stored), stored)
    let instances = series.map { $0.isRepeating ? $0.instances(at: ownOriginals.times) : [] } ?? []
    var result = stored
    var reason: IgnoredMessage.Reason?
    for (index, component) in object.components.enumerated() {
      guard let answer = ComponentLines(component.bytes)?.answer else { continue }
      var target = originals.index(of: ownOriginals[index])
      if target == nil, let series, let original = ownOriginals.times[index],
        instances.contains(series.value(of: original))
      {
        originals.add(ownOriginals[index])
        result.components.append(series.instance(at: original))
        target = result.components.count - 1
      }
      guard let target, var lines = ComponentLines(result.components[target].bytes) else {
        reason = .unknownOccurrence
        continue
      }
      switch lines.record(answer, stamp: component.stamp) {
      case nil: result.components[target].bytes = lines.bytes
      case let refusal?: reason = refusal
      }
    }
    // An occurrence for which no answer was recorded stays part of its series.
    if reason != nil, result.components.count > stored.components.count { result = stored }
    guard !stored.hasSameContents(as: result) else { return reason.map { .nothing($0) } ?? .same }
    return .update(result)
  }

  // MARK: Reading

  private func document(of object: CalendarObject) -> CalendarDocument? {
    try? CalendarDocument(bytes: object.fileBytes(), calendar: CalendarID(""), file: nil, zones: zones)
  }

  /// Returns the start of each component; nil for one that has none that can be read.
  private func starts(of components: [CalendarObject.Component]) -> [EventTime?] {
    var copy = object
    copy.components = components
    guard let document = document(of: copy) else { return components.map { _ in nil } }
    let starts = Dictionary(
      zip(document.components, document.events.map(\.times.start)), uniquingKeysWith: { first, _ in first })
    let indices = document.text.components.indices.filter {
      document.text.components[$0].parent == 0 && document.text.components[$0].name != "VTIMEZONE"
    }
    return zip(indices, components).map { starts[$0.0] }
  }
}

/// The series that a message is about, from which occurrences are made that do not differ from it yet.
private struct StoredSeries {
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

  /// Returns a time as it is written in the form of DTSTART.
  func value(of time: EventTime) -> [UInt8] { times.start.with(wall: time.wall(inFormOf: times.start)).value }

  /// Returns which of the given times are starts of the series, as written. The series is expanded only once.
  func instances(at candidates: [EventTime?]) -> Set<[UInt8]> {
    guard let recurrence else { return [times.start.value] }
    let walls = Set(candidates.compactMap { $0?.wall(inFormOf: times.start) })
    guard let first = walls.min(), let last = walls.max() else { return [] }
    let starts = recurrence.instances(in: first..<last.adding(seconds: 1)).starts.map(\.start.wall)
    return Set(starts.filter(walls.contains).map { times.start.with(wall: $0).value })
  }

  /// Returns a changed occurrence that does not differ from the series yet.
  func instance(at original: EventTime) -> CalendarObject.Component {
    let wall = original.wall(inFormOf: times.start)
    let value = times.start.with(wall: wall).value
    var lines = lines
    for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { lines.remove(name) }
    lines.setValue(of: "DTSTART", value)
    if case .time(let end) = times.end {
      lines.setValue(
        of: "DTEND", end.with(wall: end.wall.adding(seconds: wall.seconds(since: times.start.wall))).value)
    }
    lines.insert("RECURRENCE-ID", value, form: lines.form(of: "DTSTART"), after: "UID")
    return CalendarObject.Component(
      bytes: lines.bytes, recurrenceID: value, kind: .event, sequence: 0, modified: [], stamp: [])
  }
}

/// The occurrences that the components of an object are about.
private struct OriginalStarts {
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
      add(line == nil ? .series : Self.key(time, component.recurrenceID))
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
