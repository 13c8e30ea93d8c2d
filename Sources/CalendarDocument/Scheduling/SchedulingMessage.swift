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
    /// The event is changed; if there is a reason, a part of the message changes nothing.
    case update(CalendarObject, IgnoredMessage.Reason?)
    /// The calendar already has what the message asks for.
    case same
    case nothing(IgnoredMessage.Reason)
  }

  /// Returns what the message does to the event with its UID.
  func effect(on stored: CalendarObject) -> Effect {
    let effect = decision(on: stored)
    guard case .update(let result, let reason) = effect else { return effect }
    // Read again, with the numbers that a later message is compared with.
    let reread = document(of: result)?.objects().first { $0.uid == stored.uid }
    return reread.map { .update($0, reason) } ?? .nothing(.unchangeable)
  }

  private func decision(on stored: CalendarObject) -> Effect {
    switch object.method {
    case .publish, .unknown, .refresh, .counter, .declineCounter: return .nothing(.noEffect)
    case .reply: return isReadable ? reply(to: stored) : .nothing(.unreadable)
    case .request, .add, .cancel: break
    }
    // RFC 5546 requires an ORGANIZER. What is not a meeting takes no messages.
    guard let organizer = organizer(of: stored),
      object.components.allSatisfy({ component in
        ComponentLines(component.bytes)?.addresses(of: "ORGANIZER") == [organizer]
      })
    else { return .nothing(.otherOrganizer) }
    guard isReadable else { return .nothing(.unreadable) }
    switch object.method {
    case .add: return addition(to: stored)
    case .cancel: return cancellation(of: stored)
    default: return request(on: stored)
    }
  }

  private func organizer(of object: CalendarObject) -> String? {
    object.components.lazy.compactMap { ComponentLines($0.bytes)?.address(of: "ORGANIZER") }.first
  }

  /// Whether the message can be understood completely. A guess could change more than the sender meant.
  private var isReadable: Bool {
    let originals = OriginalStarts(of: object, zones: zones)
    return zip(object.components, originals.times).allSatisfy { component, original in
      guard component.kind == .event, let lines = ComponentLines(component.bytes), lines.areReadable,
        ComponentLines.isStamp(component.stamp)
      else { return false }
      guard let range = lines.parameter("RANGE", of: "RECURRENCE-ID") else { return true }
      return range.isEmpty && original != nil
    }
  }

  // MARK: Requests

  private func request(on stored: CalendarObject) -> Effect {
    guard starts(of: object.components).allSatisfy({ $0 != nil }),
      object.components.count(where: { $0.recurrenceID.isEmpty }) <= 1
    else { return .nothing(.unreadable) }
    let subjects = subjects(in: stored)
    let storedMaster = stored.components.first { $0.recurrenceID.isEmpty }
    let master = object.components.first { $0.recurrenceID.isEmpty }
    var result = stored
    result.zones.merge(object.zones) { existing, _ in existing }
    // A newer version of the whole series says which occurrences differ.
    if let master, storedMaster.map({ $0.sequence < master.sequence }) ?? false {
      result.components = result.components.filter { $0.recurrenceID.isEmpty }
      result.zones = object.zones.merging(stored.zones) { new, _ in new }
    }
    var (isNewer, reason) = (false, nil as IgnoredMessage.Reason?)
    for (index, component) in object.components.enumerated() {
      let counterpart = subjects.position(of: index).map { stored.components[$0] }
      if let counterpart, component.isOlderRevision(than: counterpart) {
        reason = .older
        continue
      }
      if counterpart == nil, let storedMaster, !component.recurrenceID.isEmpty, master == nil {
        guard subjects.newOccurrence(of: index) != nil else {
          reason = .unknownOccurrence
          continue
        }
        guard !component.isOlderRevision(than: storedMaster) else {
          reason = .older
          continue
        }
      }
      isNewer = true
      var revision = component
      if let source = counterpart ?? storedMaster { revision.bytes = merged(component, with: source) }
      if let position = counterpart.flatMap({ old in result.components.firstIndex { $0 == old } }) {
        result.components[position] = revision
      } else {
        result.components.append(revision)
      }
    }
    guard isNewer else { return .nothing(reason ?? .older) }
    return stored.hasSameContents(as: result) ? .same : .update(result, reason)
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
    guard !additions.isEmpty, starts.allSatisfy({ $0 != nil }) else { return .nothing(.unreadable) }
    let existing = series.instances(at: starts)
    var (result, master, isNewer) = (stored, series.lines, false)
    var addedValues: Set<[UInt8]> = []
    for (component, start) in zip(additions, starts) {
      guard !component.isOlderRevision(than: stored.components[position]) else { continue }
      isNewer = true
      guard let start, var added = ComponentLines(component.bytes) else { continue }
      let original = series.originalStart(start)
      let (value, form) = (original.value, series.form(of: original))
      guard !existing.contains(value), addedValues.insert(value).inserted else { continue }
      master.insert("RDATE", value, form: form, after: "DTSTART")
      added.insert("RECURRENCE-ID", value, form: form, after: "UID")
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
    return .update(result, nil)
  }

  // MARK: Cancellations

  private func cancellation(of stored: CalendarObject) -> Effect {
    var subjects = subjects(in: stored)
    var result = stored
    var reason: IgnoredMessage.Reason?
    // Only the newest of several cancellations of everything counts.
    if let whole = object.components.filter({ $0.recurrenceID.isEmpty }).max(by: {
      $0.isOlderRevision(than: $1)
    }) {
      for target in result.components.indices { reason = cancel(target, of: &result, by: whole) ?? reason }
    }
    for (index, component) in object.components.enumerated() where !component.recurrenceID.isEmpty {
      if let target = subjects.position(of: index) {
        reason = cancel(target, of: &result, by: component) ?? reason
      } else if let (occurrence, series) = subjects.newOccurrence(of: index) {
        guard !component.isOlderRevision(than: stored.components[series]) else {
          reason = .older
          continue
        }
        subjects.addOccurrence(of: index)
        result.components.append(occurrence)
        reason = cancel(result.components.count - 1, of: &result, by: component) ?? reason
      } else {
        reason = .unknownOccurrence
      }
    }
    guard !stored.hasSameContents(as: result) else { return reason.map { .nothing($0) } ?? .same }
    return .update(result, reason)
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
    var subjects = subjects(in: stored)
    var result = stored
    var reason: IgnoredMessage.Reason?
    for (index, component) in object.components.enumerated() {
      guard let answer = ComponentLines(component.bytes)?.answer else {
        reason = .unreadable
        continue
      }
      let target = subjects.position(of: index)
      guard
        var changed = target.map({ result.components[$0] }) ?? subjects.newOccurrence(of: index)?.occurrence,
        var lines = ComponentLines(changed.bytes)
      else {
        reason = .unknownOccurrence
        continue
      }
      guard target == nil || component.sequence >= changed.sequence else {
        reason = .older
        continue
      }
      if let refusal = lines.record(answer, stamp: component.stamp) {
        reason = refusal
        continue
      }
      changed.bytes = lines.bytes
      if let target {
        result.components[target] = changed
      } else {
        subjects.addOccurrence(of: index)
        result.components.append(changed)
      }
    }
    guard !stored.hasSameContents(as: result) else { return reason.map { .nothing($0) } ?? .same }
    return .update(result, reason)
  }

  // MARK: Reading

  private func subjects(in stored: CalendarObject) -> Subjects {
    Subjects(
      stored: OriginalStarts(of: stored, zones: zones), message: OriginalStarts(of: object, zones: zones),
      series: StoredSeries(document(of: stored), stored))
  }

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

/// What the components of a message are about, in the stored object.
private struct Subjects {
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
