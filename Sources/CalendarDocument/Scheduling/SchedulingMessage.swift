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
    guard let position = stored.components.firstIndex(where: \.recurrenceID.isEmpty),
      var master = ComponentLines(stored.components[position].bytes)
    else { return .nothing(.unknownOccurrence) }
    var result = stored
    var isNewer = false
    for component in object.components where component.recurrenceID.isEmpty {
      guard !component.isOlderRevision(than: stored.components[position]) else { continue }
      isNewer = true
      guard let start = self.start(of: component, in: object),
        let seriesStart = self.start(of: stored.components[position], in: stored),
        var added = ComponentLines(component.bytes)
      else { continue }
      let wall = start.wall(inFormOf: seriesStart)
      guard !hasInstance(at: wall, stored, position) else { continue }
      let value = seriesStart.with(wall: wall).value
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

  private func hasInstance(at wall: WallTime, _ stored: CalendarObject, _ position: Int) -> Bool {
    guard let document = document(of: stored),
      let event = document.events.first(where: { $0.id.recurrenceID == nil })
    else { return false }
    guard case .master(let recurrence)? = event.series else { return event.times.start.wall == wall }
    return recurrence.contains(wall)
  }

  // MARK: Cancellations

  private func cancellation(of stored: CalendarObject) -> Effect {
    let (originals, ownOriginals) = (
      OriginalStarts(of: stored, zones: zones), OriginalStarts(of: object, zones: zones)
    )
    var result = stored
    var reason: IgnoredMessage.Reason?
    for (index, component) in object.components.enumerated() {
      if component.recurrenceID.isEmpty {
        for target in result.components.indices {
          reason = cancel(target, of: &result, by: component) ?? reason
        }
      } else if let target = originals.index(of: ownOriginals[index]) {
        reason = cancel(target, of: &result, by: component) ?? reason
      } else {
        reason = cancelInstance(ownOriginals.times[index], of: &result, by: component) ?? reason
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

  /// Cancels an occurrence that does not differ from its series yet.
  private func cancelInstance(
    _ original: EventTime?, of object: inout CalendarObject, by message: CalendarObject.Component
  ) -> IgnoredMessage.Reason? {
    guard let (position, instance) = instance(at: original, of: object, by: message) else {
      return .unknownOccurrence
    }
    guard !message.isOlderRevision(than: object.components[position]) else { return .older }
    object.components.append(instance)
    return cancel(object.components.count - 1, of: &object, by: message)
  }

  /// Returns a changed occurrence that does not differ from its series yet, and the position of the series; nil if the
  /// series has no such occurrence.
  private func instance(
    at original: EventTime?, of object: CalendarObject, by message: CalendarObject.Component
  ) -> (position: Int, instance: CalendarObject.Component)? {
    guard let position = object.components.firstIndex(where: \.recurrenceID.isEmpty), let original,
      let document = document(of: object),
      let event = document.events.first(where: { $0.id.recurrenceID == nil }),
      case .master(let recurrence)? = event.series
    else { return nil }
    let wall = original.wall(inFormOf: event.times.start)
    guard recurrence.contains(wall), var lines = ComponentLines(object.components[position].bytes) else {
      return nil
    }
    let value = event.times.start.with(wall: wall).value
    for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { lines.remove(name) }
    lines.setValue(of: "DTSTART", value)
    if case .time(let end) = event.times.end {
      lines.setValue(
        of: "DTEND",
        end.with(wall: end.wall.adding(seconds: wall.seconds(since: event.times.start.wall))).value)
    }
    lines.insert("RECURRENCE-ID", value, form: lines.form(of: "DTSTART"), after: "UID")
    return (
      position,
      CalendarObject.Component(
        bytes: lines.bytes, recurrenceID: value, kind: object.components[position].kind, sequence: 0,
        modified: [],
        stamp: [])
    )
  }

  // MARK: Replies

  private func reply(to stored: CalendarObject) -> Effect {
    guard let organizer = organizer(of: stored), userAddresses.contains(organizer) else {
      return .nothing(.notOrganizer)
    }
    let (originals, ownOriginals) = (
      OriginalStarts(of: stored, zones: zones), OriginalStarts(of: object, zones: zones)
    )
    var result = stored
    var reason: IgnoredMessage.Reason?
    for (index, component) in object.components.enumerated() {
      guard let answer = ComponentLines(component.bytes)?.answer else { continue }
      var target = originals.index(of: ownOriginals[index])
      if target == nil, let (_, instance) = instance(at: ownOriginals.times[index], of: result, by: component)
      {
        result.components.append(instance)
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

  private func start(of component: CalendarObject.Component, in object: CalendarObject) -> EventTime? {
    var single = object
    single.components = [component]
    return document(of: single)?.events.first?.times.start
  }
}

/// The occurrences that the components of an object are about.
private struct OriginalStarts {
  /// RECURRENCE-ID of each component; nil for the series itself, and for one that cannot be read.
  private(set) var times: [EventTime?] = []
  private var keys: [Key] = []

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
      keys.append(line == nil ? .series : Self.key(time, component.recurrenceID))
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

  func index(of key: Key) -> Int? { keys.firstIndex(of: key) }
}
