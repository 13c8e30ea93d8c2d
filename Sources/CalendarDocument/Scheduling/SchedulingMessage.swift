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
    let series = object.components.first { $0.recurrenceID.isEmpty }
    return (series.map { [$0] } ?? object.components).lazy
      .compactMap { ComponentLines($0.bytes)?.address(of: "ORGANIZER") }.first
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
    // Another component of the message may be about the same one.
    (object.components[target].sequence, object.components[target].stamp) = (message.sequence, message.stamp)
    return nil
  }

  // MARK: Replies

  private func reply(to stored: CalendarObject) -> Effect {
    guard let organizer = organizer(of: stored), userAddresses.contains(organizer) else {
      return .nothing(.notOrganizer)
    }
    // Some programs leave out ORGANIZER.
    let organizers = object.components.flatMap { ComponentLines($0.bytes)?.addresses(of: "ORGANIZER") ?? [] }
    guard organizers.allSatisfy({ $0 == organizer }) else { return .nothing(.otherOrganizer) }
    var subjects = subjects(in: stored)
    var result = stored
    var reason: IgnoredMessage.Reason?
    for (index, component) in object.components.enumerated() {
      guard let answer = ComponentLines(component.bytes)?.answer else {
        reason = .unreadable
        continue
      }
      let target = subjects.position(of: index)
      let new = target == nil ? subjects.newOccurrence(of: index) : nil
      guard var changed = target.map({ result.components[$0] }) ?? new?.occurrence,
        var lines = ComponentLines(changed.bytes)
      else {
        reason = .unknownOccurrence
        continue
      }
      let revision = new.map { stored.components[$0.series] } ?? changed
      guard component.sequence >= revision.sequence else {
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

  // MARK: Removing what was canceled

  /// Returns an object without what was canceled since an earlier version of it: without components if nothing of it is
  /// left, and otherwise with EXDATE instead of each canceled occurrence.
  ///
  /// - Returns: nil if nothing was canceled, or if only the series was and some of its occurrences are left.
  static func removingCanceled(
    from object: CalendarObject, since earlier: CalendarObject, zones: any ZoneProvider
  ) -> CalendarObject? {
    let message = SchedulingMessage(object: object, userAddresses: [], zones: zones)
    let wasCanceled = Set(earlier.components.filter(\.isCanceled).map(\.recurrenceID))
    let canceled = object.components.indices.filter {
      object.components[$0].isCanceled && !wasCanceled.contains(object.components[$0].recurrenceID)
    }
    guard !canceled.isEmpty else { return nil }
    var result = object
    if object.components.allSatisfy(\.isCanceled) {
      (result.components, result.zones, result.undefinedZones) = ([], [:], [])
      return result
    }
    if let series = object.components.firstIndex(where: \.recurrenceID.isEmpty) {
      guard !object.components[series].isCanceled,
        let lines = message.seriesLines(of: object, excluding: canceled)
      else { return nil }
      result.components[series].bytes = lines.bytes
    }
    for index in canceled.reversed() { result.components.remove(at: index) }
    return result
  }

  /// Returns the series of an object with EXDATE for some of its changed occurrences.
  private func seriesLines(of object: CalendarObject, excluding occurrences: [Int]) -> ComponentLines? {
    let originals = OriginalStarts(of: object, zones: zones)
    guard let series = StoredSeries(document(of: object), object) else { return nil }
    var lines = series.lines
    for index in occurrences {
      guard let time = originals.times[index] else { return nil }
      let start = series.originalStart(time)
      lines.insert("EXDATE", start.value, form: series.form(of: start), after: "DTSTART")
    }
    return lines
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
